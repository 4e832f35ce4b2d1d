//! By how much a late move is searched less deep.

use super::params::{
    reduction_base, reduction_cut, reduction_cuts, reduction_demanded, reduction_history,
    reduction_pv, reduction_raised, reduction_sharp, reduction_slope, reduction_worse,
};
use super::task::Moved;

/// Cut-offs up to which a ply does not count as one that is mostly cut off.
const OFTEN: u32 = 3;

/// 256 times the binary logarithm of 1…255, rounded down; by integers only, so that it is the same
/// everywhere.
const LOG: [i32; 256] = logarithms();

const fn logarithms() -> [i32; 256] {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        // The whole part, then eight digits: squaring a number doubles its logarithm.
        let whole = (n as u64).ilog2();
        let mut x = ((n as u64) << 32) >> whole;
        let mut log = whole as i32;
        let mut digit = 0;
        while digit < 8 {
            x = ((x as u128 * x as u128) >> 32) as u64;
            let one = x >> 33;
            x >>= one;
            log = 2 * log + one as i32;
            digit += 1;
        }
        table[n] = log;
        n += 1;
    }
    table
}

/// 256 times the binary logarithm of `n`, which is taken into 1…255.
#[inline]
fn log(n: usize) -> i32 {
    LOG[n.clamp(1, 255)]
}

/// The reduction by depth in plies and number of the move, in 1024ths of a ply.
#[inline]
fn by_number(depth: i32, index: usize) -> i32 {
    let product = (log(depth.max(1) as usize) * log(index + 1)) >> 8;
    reduction_base() + ((product * reduction_slope()) >> 8)
}

/// Plies by which a move is searched less deep that is not the first.
pub(crate) fn reduction_of(
    depth: i32,
    on_best_line: bool,
    cut: bool,
    improving: bool,
    moved: &Moved,
) -> i32 {
    if depth < 2 {
        return 0;
    }
    let mut reduction = by_number(depth, moved.number);
    if on_best_line {
        reduction -= reduction_pv();
    }
    if cut {
        reduction += reduction_cut();
    }
    if !improving {
        reduction += reduction_worse();
    }
    if moved.sharp {
        reduction -= reduction_sharp();
    }
    if moved.demanded {
        reduction -= reduction_demanded();
    }
    if moved.raised {
        reduction += reduction_raised();
    }
    if moved.cuts > OFTEN {
        reduction += reduction_cuts();
    }
    reduction -= moved.history * 1024 / reduction_history();
    (reduction >> 10).clamp(0, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (n, &log) in LOG.iter().enumerate().skip(1) {
            assert_eq!(log, ((n as f64).log2() * 256.0 + 1e-9) as i32, "{n}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 2..20 {
            for index in 2..40 {
                assert!(by_number(depth, index) <= by_number(depth + 1, index));
                assert!(by_number(depth, index) <= by_number(depth, index + 1));
            }
        }
    }
}
