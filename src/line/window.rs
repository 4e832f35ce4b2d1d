//! Numbering what a point sees on a line.
//!
//! A window is the `reach` cells on either side of a point, four where every row of five or more
//! wins, else five. Each side is read outward from the point; after the first wall everything is
//! wall, so a side has `1 + 3 + 9 + … = (3^(reach+1) − 1) / 2` contents:
//!
//! ```text
//! reach 4: 121 a side,  14 641 windows        reach 5: 364 a side, 132 496 windows
//! ```
//!
//! A side with `n` cells before the wall has the code `first(n) + Σ digit(i)·3^i`, where digit `i` is
//! 0 empty, 1 black, 2 white for the cell at distance `i + 1`.

/// Longest reach.
pub const MAX_REACH: usize = 5;

/// Number of contents of one side.
#[must_use]
pub const fn side_codes(reach: usize) -> usize {
    first(reach + 1)
}

/// The code of the side with `n` cells before the wall, all of them empty: `(3^n − 1) / 2`.
#[must_use]
pub const fn first(n: usize) -> usize {
    (3usize.pow(n as u32) - 1) / 2
}

/// One side of a window, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Cells before the wall, 0…reach.
    pub open: usize,
    /// Contents from the point outward: 0 empty, 1 black, 2 white; only the first `open` count.
    pub cells: [u8; MAX_REACH],
}

impl Side {
    /// The side with this code.
    #[must_use]
    pub const fn from_code(code: usize) -> Side {
        let mut open = 0;
        while first(open + 1) <= code {
            open += 1;
        }
        let mut rest = code - first(open);
        let mut cells = [0; MAX_REACH];
        let mut i = 0;
        while i < open {
            cells[i] = (rest % 3) as u8;
            rest /= 3;
            i += 1;
        }
        Side { open, cells }
    }

    /// The code of this side.
    #[must_use]
    pub const fn code(&self) -> usize {
        let mut value = 0;
        let mut i = self.open;
        while i > 0 {
            i -= 1;
            value = value * 3 + self.cells[i] as usize;
        }
        first(self.open) + value
    }

    /// The side with black and white exchanged.
    #[must_use]
    pub const fn swapped(mut self) -> Side {
        let mut i = 0;
        while i < self.open {
            self.cells[i] = (3 - self.cells[i]) % 3;
            i += 1;
        }
        self
    }
}

/// Codes of a side by the two-bit cells read from a line word, for both sides of a point.
///
/// `after` reads cells +1, +2, … from the lowest bits upward; `before` reads −1, −2, … from the
/// highest bits downward.
struct Readers<const REACH: usize, const KEYS: usize> {
    before: [u16; KEYS],
    after: [u16; KEYS],
}

impl<const REACH: usize, const KEYS: usize> Readers<REACH, KEYS> {
    const NEW: Self = {
        let mut readers = Readers { before: [0; KEYS], after: [0; KEYS] };
        let mut bits = 0;
        while bits < KEYS {
            readers.after[bits] = Self::read(bits, false);
            readers.before[bits] = Self::read(bits, true);
            bits += 1;
        }
        readers
    };

    const fn read(bits: usize, from_the_top: bool) -> u16 {
        let mut side = Side { open: 0, cells: [0; MAX_REACH] };
        while side.open < REACH {
            let at = if from_the_top { REACH - 1 - side.open } else { side.open };
            let cell = bits >> (2 * at) & 3;
            if cell == super::lines::WALL as usize {
                break;
            }
            side.cells[side.open] = cell as u8;
            side.open += 1;
        }
        side.code() as u16
    }
}

static READ_4: Readers<4, 256> = Readers::NEW;
static READ_5: Readers<5, 1024> = Readers::NEW;

/// The number of a window with reach 4: below 14 641. The centre cell does not matter.
#[inline]
#[must_use]
pub fn number_4(window: u64) -> usize {
    let before = READ_4.before[(window >> 2 & 0xFF) as usize];
    let after = READ_4.after[(window >> 12 & 0xFF) as usize];
    usize::from(before) * side_codes(4) + usize::from(after)
}

/// The number of a window with reach 5: below 132 496. The centre cell does not matter.
#[inline]
#[must_use]
pub fn number_5(window: u64) -> usize {
    let before = READ_5.before[(window & 0x3FF) as usize];
    let after = READ_5.after[(window >> 12 & 0x3FF) as usize];
    usize::from(before) * side_codes(5) + usize::from(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_a_numbering() {
        assert_eq!((side_codes(4), side_codes(5)), (121, 364));
        for code in 0..side_codes(5) {
            let side = Side::from_code(code);
            assert_eq!(side.code(), code);
            assert_eq!(side.swapped().swapped(), side);
        }
    }

    #[test]
    fn windows_are_read_outward_from_the_point() {
        // −5 …            −1 ◇ +1            … +5
        //  | | black · white ◇ white · · black |
        let cells = [3u64, 3, 1, 0, 2, 0, 2, 0, 0, 1, 3];
        let window = cells.iter().rev().fold(0, |w, c| w << 2 | c);
        let n = number_5(window);
        let before = Side::from_code(n / side_codes(5));
        let after = Side::from_code(n % side_codes(5));
        assert_eq!((before.open, &before.cells[..3]), (3, &[2, 0, 1][..]));
        assert_eq!((after.open, &after.cells[..4]), (4, &[2, 0, 0, 1][..]));
        let n = number_4(window);
        assert_eq!(Side::from_code(n / side_codes(4)).open, 3);
        assert_eq!(Side::from_code(n % side_codes(4)).open, 4);
    }
}
