//! Points worth looking at: those near stones.

use super::Position;
use crate::board::{Color, PointSet};

impl Position {
    /// The empty points within `radius` (0…5) king's steps of a stone; on an empty board the centre.
    #[must_use]
    pub fn near_stones(&self, radius: u32) -> PointSet {
        let stones = self.stones(Color::Black).union(self.stones(Color::White));
        if stones.is_empty() {
            return PointSet::from_iter([self.size().centre()]);
        }
        stones.grown(radius).intersection(self.empty())
    }
}
