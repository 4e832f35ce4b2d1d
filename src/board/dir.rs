//! The four directions in which a row can run.

/// Direction of a line on the board. `y` grows upward (row 1 is `y` = 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Dir {
    /// `─` to the right.
    Horizontal = 0,
    /// `│` upward.
    Vertical = 1,
    /// `╱` right and upward.
    Diagonal = 2,
    /// `╲` left and upward.
    AntiDiagonal = 3,
}

impl Dir {
    /// All four, in the order of their index.
    pub const ALL: [Dir; 4] = [Dir::Horizontal, Dir::Vertical, Dir::Diagonal, Dir::AntiDiagonal];

    /// 0…3.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The step `(dx, dy)` to the next point of the line.
    #[inline]
    #[must_use]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Dir::Horizontal => (1, 0),
            Dir::Vertical => (0, 1),
            Dir::Diagonal => (1, 1),
            Dir::AntiDiagonal => (-1, 1),
        }
    }

    /// The same step as a difference of point indices (see [`crate::board::point`]).
    #[inline]
    #[must_use]
    pub const fn offset(self) -> i32 {
        let (dx, dy) = self.step();
        dx + dy * crate::board::point::STRIDE as i32
    }
}
