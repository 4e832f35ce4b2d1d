//! The size of a board: any rectangle with sides 5…22.

use std::fmt;

use thiserror::Error;

use super::point::{MAX_SIDE, Point};

/// Width and height, each 5…22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

/// A side outside 5…22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {width}x{height} is not supported: each side must be from 5 to 22")]
pub struct SizeError {
    /// Width asked for.
    pub width: i64,
    /// Height asked for.
    pub height: i64,
}

impl BoardSize {
    /// Shortest side.
    pub const MIN: u8 = 5;
    /// Longest side.
    pub const MAX: u8 = MAX_SIDE;
    /// The common 15×15.
    pub const FIFTEEN: BoardSize = BoardSize { width: 15, height: 15 };
    /// 19×19.
    pub const NINETEEN: BoardSize = BoardSize { width: 19, height: 19 };
    /// 20×20.
    pub const TWENTY: BoardSize = BoardSize { width: 20, height: 20 };

    /// A rectangle.
    ///
    /// # Errors
    /// When a side is not 5…22.
    pub fn new(width: i64, height: i64) -> Result<BoardSize, SizeError> {
        let side = |v: i64| u8::try_from(v).ok().filter(|s| (Self::MIN..=Self::MAX).contains(s));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(BoardSize { width, height }),
            _ => Err(SizeError { width, height }),
        }
    }

    /// A square.
    ///
    /// # Errors
    /// When the side is not 5…22.
    pub fn square(side: i64) -> Result<BoardSize, SizeError> {
        Self::new(side, side)
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points, 25…484.
    #[inline]
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether both sides are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether the point is on this board.
    #[inline]
    #[must_use]
    pub const fn contains(self, p: Point) -> bool {
        p.x() < self.width && p.y() < self.height
    }

    /// The point at `x`, `y` if it is on this board.
    #[must_use]
    pub fn point(self, x: i64, y: i64) -> Option<Point> {
        let p = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        self.contains(p).then_some(p)
    }

    /// The centre; of an even side the higher of the two middle lines (`k11` on 20×20).
    #[must_use]
    pub fn centre(self) -> Point {
        match Point::new(self.width / 2, self.height / 2) {
            Some(p) => p,
            None => unreachable!("half a side is below the longest side"),
        }
    }

    /// All points, row by row from row 1, each row from `a`: ascending point index.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).filter_map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_checked() {
        assert!(BoardSize::square(4).is_err());
        assert!(BoardSize::square(23).is_err());
        assert!(BoardSize::new(15, -1).is_err());
        assert!(BoardSize::new(i64::MAX, 15).is_err());
        assert_eq!(BoardSize::new(5, 22).unwrap().area(), 110);
    }

    #[test]
    fn points_ascend() {
        let size = BoardSize::new(7, 9).unwrap();
        let points: Vec<_> = size.points().collect();
        assert_eq!(points.len(), 63);
        assert!(points.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(BoardSize::FIFTEEN.centre().to_string(), "h8");
        assert_eq!(BoardSize::TWENTY.centre().to_string(), "k11");
    }
}
