//! Every law of the family, judged slowly and from the rule text alone.
//!
//! This is the yardstick: it looks at the cells of a plain [`Grid`] one by one, keeps no table and
//! remembers nothing, so that it can be believed by reading it beside `docs/laws.md`. The fast rules
//! are compared with it, matches are refereed by it and explanations ([`super::why`]) come from it.
//! It is not for searching: one forbidden test costs microseconds, not nanoseconds.
//!
//! Functions that take a point `p` speak of a stone of `color` that would be put on the empty `p`;
//! the grid they are given does not hold it yet.

mod capture;
mod dead;
mod foul;
mod game;
mod row;
mod trial;

pub use capture::captures;
pub use dead::dead_board;
pub(in crate::rules) use foul::straight_four_points;
pub use foul::{
    Four, Three, forbidden_points, foul, fours, overlines, straight_fours, threes, winner_at,
};
pub use game::{Claim, Game};
pub use row::{Row, Seen, look, makes_five, rows_of_five, stands_in_five};
pub use trial::{Judging, Situation};

use crate::board::{Cell, Color, Grid, Point};

use super::law::RuleSpec;

/// What a stone of this colour becomes on this point: the stone in the centre is wild where the law
/// says so.
#[must_use]
pub fn stone(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Cell {
    if law.wild_centre && p == grid.size().centre() { Cell::Wild } else { color.into() }
}

/// A copy of the board with one more stone. Nothing is captured.
#[must_use]
pub fn with(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Grid {
    let mut board = grid.clone();
    board.set(p, stone(grid, law, color, p));
    board
}

/// A copy of the board after a move: the stone is put, then the pairs it captures are taken off.
#[must_use]
pub fn after(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Grid {
    let mut board = with(grid, law, color, p);
    if law.captures.is_some() {
        for taken in captures(grid, color, p) {
            board.set(taken, Cell::Empty);
        }
    }
    board
}

fn is_empty(grid: &Grid, p: Point) -> bool {
    grid.get(p) == Some(Cell::Empty)
}
