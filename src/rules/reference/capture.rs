//! Pairs taken off the board.

use crate::board::{Cell, Color, Grid, Point};

/// The stones that a stone of `color` on the empty `p` takes off, in pairs: in any of the eight
/// directions exactly two enemy stones and then an own one.
///
/// ```text
///   ◇ ○ ○ ●     taken
///   ◇ ○ ●       one stone is safe
///   ◇ ○ ○ ○ ●   three are safe
///   ○ ◇ ● ○     a stone that is put between two enemy stones is safe
/// ```
///
/// A wild stone is nobody's enemy, so it is never taken; it is everybody's own, so it flanks.
#[must_use]
pub fn captures(grid: &Grid, color: Color, p: Point) -> Vec<Point> {
    let own = |cell: Option<Cell>| cell == Some(color.into()) || cell == Some(Cell::Wild);
    let enemy = |cell: Option<Cell>| cell == Some(color.other().into());
    let mut taken = Vec::new();
    if !super::is_empty(grid, p) {
        return taken;
    }
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let [Some(a), Some(b), Some(c)] = [1, 2, 3].map(|k| p.offset(k * dx, k * dy)) else {
            continue;
        };
        if enemy(grid.get(a)) && enemy(grid.get(b)) && own(grid.get(c)) {
            taken.extend([a, b]);
        }
    }
    taken
}
