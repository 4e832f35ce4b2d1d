//! The eight symmetries of the square (four of a rectangle that is no square keep its shape).
//!
//! ```text
//! identity  quarter  half  three-quarter turn    mirrors: x ↔ -x, y ↔ -y, x ↔ y, x ↔ -y
//! ```

use super::{BoardSize, Point};

/// One of the eight ways to lay a board on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// All eight, the identity first; the first four keep width and height.
    pub const ALL: [Symmetry; 8] = {
        const fn s(transpose: bool, flip_x: bool, flip_y: bool) -> Symmetry {
            Symmetry { transpose, flip_x, flip_y }
        }
        [
            s(false, false, false),
            s(false, true, false),
            s(false, false, true),
            s(false, true, true),
            s(true, false, false),
            s(true, true, false),
            s(true, false, true),
            s(true, true, true),
        ]
    };

    /// The symmetries that lay a board of this size on itself: eight, or four if it is no square.
    #[must_use]
    pub fn of(size: BoardSize) -> &'static [Symmetry] {
        if size.is_square() { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// The size of the board's image.
    #[must_use]
    pub fn apply_size(self, size: BoardSize) -> BoardSize {
        if self.transpose {
            BoardSize::new(size.height().into(), size.width().into()).unwrap_or(size)
        } else {
            size
        }
    }

    /// Where a point of a board of `size` goes: first swap `x` and `y`, then mirror.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[must_use]
    pub fn apply(self, size: BoardSize, p: Point) -> Point {
        assert!(size.contains(p), "{p} is outside a {size} board");
        let (x, y) = if self.transpose { (p.y(), p.x()) } else { (p.x(), p.y()) };
        let image = self.apply_size(size);
        let x = if self.flip_x { image.width() - 1 - x } else { x };
        let y = if self.flip_y { image.height() - 1 - y } else { y };
        match Point::new(x, y) {
            Some(p) => p,
            None => unreachable!("the image of a point is on the image of the board"),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry { transpose: true, flip_x: self.flip_y, flip_y: self.flip_x }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for size in [BoardSize::FIFTEEN, BoardSize::new(5, 9).unwrap()] {
            for s in Symmetry::ALL {
                for p in size.points() {
                    let image = s.apply(size, p);
                    assert!(s.apply_size(size).contains(image));
                    assert_eq!(s.inverse().apply(s.apply_size(size), image), p);
                }
            }
        }
    }

    #[test]
    fn the_eight_are_different() {
        let size = BoardSize::FIFTEEN;
        let b1 = Point::new(1, 0).unwrap();
        let mut images: Vec<_> = Symmetry::ALL.iter().map(|s| s.apply(size, b1)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
