//! The four shapes of a point in no particular order.
//!
//! Sixteen shapes on four lines make 65 536 codes but only 3 876 combinations: a three and a four are as
//! good whichever of the lines they lie on.

use once_cell::sync::Lazy;

use crate::position::ShapeCode;

/// Number of combinations.
pub const COMBINATIONS: usize = 3_876;

/// The combination of every code, and the code of every combination with its shapes in ascending order.
struct Numbers {
    of: Box<[u16]>,
    codes: Vec<ShapeCode>,
}

static NUMBERS: Lazy<Numbers> = Lazy::new(|| {
    let mut of = vec![0; 1 << 16].into_boxed_slice();
    let mut codes = Vec::with_capacity(COMBINATIONS);
    // A sorted code is never above its unsorted ones, so its number is known when they come.
    for code in 0..=ShapeCode::MAX {
        let first = sorted(code);
        if first == code {
            of[usize::from(code)] = codes.len() as u16;
            codes.push(code);
        } else {
            of[usize::from(code)] = of[usize::from(first)];
        }
    }
    Numbers { of, codes }
});

/// The same shapes, the weakest in the highest place: the smallest of their codes.
fn sorted(code: ShapeCode) -> ShapeCode {
    let mut shapes = [code >> 12, code >> 8 & 15, code >> 4 & 15, code & 15];
    shapes.sort_unstable();
    shapes.iter().fold(0, |code, shape| code << 4 | shape)
}

/// The number of a code's combination, below [`COMBINATIONS`]; 0 where every line is dead.
#[inline]
#[must_use]
pub fn number(code: ShapeCode) -> usize {
    usize::from(NUMBERS.of[usize::from(code)])
}

/// The smallest code of each combination, in the order of their numbers.
#[must_use]
pub fn codes() -> &'static [ShapeCode] {
    &NUMBERS.codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_lines_does_not_matter() {
        assert_eq!(codes().len(), COMBINATIONS);
        assert_eq!(number(0), 0);
        for (n, &code) in codes().iter().enumerate() {
            let shapes = [code & 15, code >> 4 & 15, code >> 8 & 15, code >> 12];
            for turn in 0..4 {
                let turned = (0..4).fold(0, |c, i| c << 4 | shapes[(i + turn) % 4]);
                let mirrored = (0..4).fold(0, |c, i| c | shapes[(i + turn) % 4] << (4 * i));
                assert_eq!((number(turned), number(mirrored)), (n, n), "{code:04x}");
            }
        }
    }
}
