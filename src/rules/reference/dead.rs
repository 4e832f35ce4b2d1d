//! The board on which no five can arise any more.

use crate::board::{Color, Dir, Grid, Point};
use crate::rules::law::RuleSpec;

use super::row::{Seen, look};

/// Whether for neither colour there is any way to fill empty cells with its own stones that makes
/// a five of that colour. Fouls, turns and stone limits are not looked at. Where pairs are captured
/// a board with an empty cell is never dead, because stones may vanish.
#[must_use]
pub fn dead_board(grid: &Grid, law: &RuleSpec) -> bool {
    if law.captures.is_some() {
        return grid.is_full();
    }
    !Color::ALL.into_iter().any(|color| {
        grid.size()
            .points()
            .any(|start| Dir::ALL.into_iter().any(|dir| can_be_five(grid, law, color, start, dir)))
    })
}

/// Whether the five cells from `start` on can become a five, or the core of a winning overline:
/// they hold no enemy stone and at least one empty cell, and what lies just outside permits it. An
/// empty cell outside can always be left empty.
///
/// Every winning row holds such five cells, with the empty cell among them, so nothing is missed:
/// of a longer row any five will do, since what lies outside them is then own or empty.
fn can_be_five(grid: &Grid, law: &RuleSpec, color: Color, start: Point, dir: Dir) -> bool {
    let cells: [Seen; 5] = [0, 1, 2, 3, 4].map(|k| look(grid, color, start, dir, k));
    if cells.iter().any(|c| matches!(c, Seen::Enemy | Seen::Off)) || !cells.contains(&Seen::Empty) {
        return false;
    }
    let outside = [look(grid, color, start, dir, -1), look(grid, color, start, dir, 5)];
    let five = law.five[color];
    let too_long = !five.overline_wins && outside.contains(&Seen::Own);
    let blocked = five.blockable && outside == [Seen::Enemy; 2];
    !too_long && !blocked
}
