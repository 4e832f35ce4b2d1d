//! The swap2 opening: which three stones to set, and which side to take.
//!
//! One side sets black, white, black. The other takes white and plays on, or takes black, or sets
//! two more stones and leaves the choice. Here the third way is never gone: whoever may choose
//! between both sides of a position gets the better one, and leaving that choice to the opponent can
//! at best be even.

use super::event::Evaluation;
use crate::board::{BoardSize, Point};

/// Plies for each opening where neither time nor nodes are limited.
pub const DEPTH: u32 = 8;

/// Black, white, black as steps (columns, rows) from the centre. Drawn far apart or toward the edge,
/// so that neither side has an attack at once.
const SHAPES: [[(i64, i64); 3]; 8] = [
    [(0, 0), (1, 1), (3, -2)],
    [(-5, 0), (0, 1), (4, -3)],
    [(0, -5), (1, -5), (3, -3)],
    [(-6, -5), (-5, -6), (-3, -3)],
    [(0, 6), (2, 5), (5, 6)],
    [(-4, 4), (-2, 3), (1, 5)],
    [(0, 0), (0, 1), (2, -4)],
    [(-3, -6), (1, -6), (4, -5)],
];

/// The openings that fit on a board.
#[must_use]
pub fn openings(size: BoardSize) -> Vec<Vec<Point>> {
    let centre = size.centre();
    let at =
        |&(dx, dy): &(i64, i64)| size.point(i64::from(centre.x()) + dx, i64::from(centre.y()) + dy);
    let fitting = |shape: &[(i64, i64); 3]| shape.iter().map(at).collect::<Option<Vec<Point>>>();
    let openings: Vec<Vec<Point>> = SHAPES.iter().filter_map(fitting).collect();
    if openings.is_empty() {
        return vec![size.points().take(3).collect()];
    }
    openings
}

/// Whether the other side is the better one, given how it looks to the side to move.
#[must_use]
pub fn prefers_other_side(evaluation: Evaluation) -> bool {
    evaluation.order() < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_an_opening_of_three_different_points() {
        for side in i64::from(BoardSize::MIN)..=i64::from(BoardSize::MAX) {
            let openings = openings(BoardSize::square(side).unwrap());
            assert!(!openings.is_empty());
            for opening in openings {
                assert_eq!(opening.len(), 3, "{side}");
                assert!(opening[0] != opening[1] && opening[1] != opening[2]);
                assert_ne!(opening[0], opening[2]);
            }
        }
        assert_eq!(openings(BoardSize::FIFTEEN).len(), SHAPES.len());
    }

    #[test]
    fn the_better_side_is_taken() {
        assert!(prefers_other_side(Evaluation::Centi(-1)));
        assert!(prefers_other_side(Evaluation::LossIn(40)));
        assert!(!prefers_other_side(Evaluation::Centi(0)));
        assert!(!prefers_other_side(Evaluation::WinIn(40)));
    }
}
