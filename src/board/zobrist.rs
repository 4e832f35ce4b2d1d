//! Fixed random keys for positions: one for each stone on each point, one for the side to move,
//! one for each number of captured pairs.
//!
//! The keys come from a fixed seed at compile time, so a key means the same position in every
//! build, on every machine and for ever.

use super::point::CELLS;
use super::{Color, Point};

/// Hash key of a position.
pub type Key = u64;

/// The largest number of captured pairs that has a key of its own.
const PAIRS: usize = 64;

struct Keys {
    stones: [[Key; CELLS]; 2],
    pairs: [[Key; PAIRS]; 2],
    side: Key,
    pass: Key,
}

/// One step of the splitmix64 generator (Steele, Lea, Flood 2014): a new state and its output.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

const fn keys() -> Keys {
    let mut keys = Keys { stones: [[0; CELLS]; 2], pairs: [[0; PAIRS]; 2], side: 0, pass: 0 };
    // 花月 in Unicode, as a seed that nobody had to choose.
    let mut state = 0x82B1_6708;
    let mut color = 0;
    while color < 2 {
        let mut i = 0;
        while i < CELLS {
            (state, keys.stones[color][i]) = splitmix(state);
            i += 1;
        }
        let mut i = 1;
        while i < PAIRS {
            (state, keys.pairs[color][i]) = splitmix(state);
            i += 1;
        }
        color += 1;
    }
    (state, keys.side) = splitmix(state);
    (_, keys.pass) = splitmix(state);
    keys
}

static KEYS: Keys = keys();

/// Key of a stone on a point.
#[inline]
#[must_use]
pub fn stone(color: Color, p: Point) -> Key {
    KEYS.stones[color.index()][p.index() % CELLS]
}

/// Key of a number of pairs that a side has captured; none has key 0.
#[inline]
#[must_use]
pub fn pairs(color: Color, count: u16) -> Key {
    KEYS.pairs[color.index()][usize::from(count).min(PAIRS - 1)]
}

/// Key that is mixed in when white is to move.
#[inline]
#[must_use]
pub fn white_to_move() -> Key {
    KEYS.side
}

/// Key that is mixed in when the last move was a pass.
#[inline]
#[must_use]
pub fn passed() -> Key {
    KEYS.pass
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ() {
        let mut all: Vec<Key> = KEYS.stones.iter().flatten().copied().collect();
        all.extend(KEYS.pairs.iter().flat_map(|p| &p[1..]));
        all.extend([KEYS.side, KEYS.pass]);
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), n);
    }
}
