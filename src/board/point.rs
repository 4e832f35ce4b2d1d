//! A point of the board, as an index into a padded 32×32 field.
//!
//! ```text
//!        x+5 →                        stride 32, five cells of margin on every side:
//!   y+5  # # # # # # # # # …          index = (y + 5) · 32 + (x + 5)
//!    ↓   # # # # # # # # # …          lowest index 165 (a1), highest 858 (v22)
//!        # # # # # a b c d …
//! ```
//!
//! The margin lets code look five cells in every direction without asking for the edge. An index
//! is never zero, so `Option<Point>` takes two bytes.

use std::fmt;
use std::num::NonZeroU16;

/// Cells in a row of the padded field.
pub const STRIDE: usize = 32;
/// Cells of margin on each side.
pub const MARGIN: usize = 5;
/// Number of cells of the padded field; every index is below it.
pub const CELLS: usize = STRIDE * STRIDE;
/// The longest side of a board.
pub const MAX_SIDE: u8 = 22;

/// A point: column `x` and row `y`, both 0…21. Ordered by index: row by row from row 1 upward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

const _: () = assert!(size_of::<Option<Point>>() == 2);

impl Point {
    /// The point in column `x` and row `y`, or `None` where one of them is above 21.
    #[inline]
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x >= MAX_SIDE || y >= MAX_SIDE {
            return None;
        }
        match NonZeroU16::new((y as u16 + MARGIN as u16) * STRIDE as u16 + x as u16 + MARGIN as u16)
        {
            Some(index) => Some(Point(index)),
            None => None,
        }
    }

    /// The point with this padded index, or `None` where the index lies in the margin.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index >= CELLS {
            return None;
        }
        let (x, y) = (index % STRIDE, index / STRIDE);
        if x < MARGIN || y < MARGIN {
            return None;
        }
        Point::new((x - MARGIN) as u8, (y - MARGIN) as u8)
    }

    /// A point of the margin or the board by its raw index. For tables that walk along lines.
    ///
    /// # Panics
    /// With index 0.
    #[inline]
    #[must_use]
    pub(crate) const fn from_raw(index: u16) -> Point {
        match NonZeroU16::new(index) {
            Some(index) => Point(index),
            None => panic!("index 0 is no point"),
        }
    }

    /// Index into a padded field of [`CELLS`] cells.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Column, 0 is `a`.
    #[inline]
    #[must_use]
    pub const fn x(self) -> u8 {
        (self.index() % STRIDE) as u8 - MARGIN as u8
    }

    /// Row, 0 is row 1.
    #[inline]
    #[must_use]
    pub const fn y(self) -> u8 {
        (self.index() / STRIDE) as u8 - MARGIN as u8
    }

    /// The point `(x + dx, y + dy)`, if it lies in 0…21.
    #[inline]
    #[must_use]
    pub fn offset(self, dx: i32, dy: i32) -> Option<Point> {
        let x = u8::try_from(i32::from(self.x()) + dx).ok()?;
        let y = u8::try_from(i32::from(self.y()) + dy).ok()?;
        Point::new(x, y)
    }
}

impl fmt::Display for Point {
    /// `h8`: column letter (with `i`), row number from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_coordinates_agree() {
        for y in 0..MAX_SIDE {
            for x in 0..MAX_SIDE {
                let p = Point::new(x, y).unwrap();
                assert_eq!((p.x(), p.y()), (x, y));
                assert_eq!(Point::from_index(p.index()), Some(p));
            }
        }
        assert_eq!(Point::new(22, 0), None);
        assert_eq!(Point::from_index(0), None);
        assert_eq!(Point::from_index(164), None);
        assert_eq!(Point::from_index(CELLS), None);
    }

    #[test]
    fn points_are_written_as_players_write_them() {
        assert_eq!(Point::new(7, 7).unwrap().to_string(), "h8");
        assert_eq!(Point::new(21, 21).unwrap().to_string(), "v22");
    }
}
