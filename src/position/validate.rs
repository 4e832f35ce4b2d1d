//! The position against a slow recomputation of itself. Called by tests and by debug builds.

use super::Position;
use crate::board::zobrist::{self, Key};
use crate::board::{ByColor, Cell, Color, PointSet};
use crate::line::Lines;

impl Position {
    /// Recomputes everything that is kept incrementally from the stones alone and compares.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub fn validate(&self) -> Result<(), String> {
        let mut lines = ByColor([Lines::new(self.size()), Lines::new(self.size())]);
        let mut key: Key =
            if self.to_move() == Color::White { zobrist::white_to_move() } else { 0 };
        let mut empty = PointSet::EMPTY;
        for p in self.size().points() {
            for viewer in Color::ALL {
                match self.cell(p) {
                    Cell::Empty => empty.insert(p),
                    Cell::Wild => lines[viewer].toggle_stone(p, viewer),
                    Cell::Black => lines[viewer].toggle_stone(p, Color::Black),
                    Cell::White => lines[viewer].toggle_stone(p, Color::White),
                }
            }
            for color in Color::ALL {
                if self.stones(color).contains(p) {
                    key ^= zobrist::stone(color, p);
                }
            }
        }
        for color in Color::ALL {
            key ^= zobrist::pairs(color, self.captured_pairs(color));
            if *self.lines(color) != lines[color] {
                return Err(format!("the lines of {color} differ from the stones"));
            }
        }
        if self.last_move() == Some(None) {
            key ^= zobrist::passed();
        }
        if key != self.key() {
            return Err("the key differs from the stones".to_owned());
        }
        if empty != *self.empty() || empty.len() != self.empty_count() {
            return Err("the empty points differ from the stones".to_owned());
        }
        self.sight.validate(&self.views, &empty)
    }
}
