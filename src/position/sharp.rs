//! Random positions for tests.

use std::ops::{Range, RangeInclusive};

use super::Position;
use crate::board::{BoardSize, Point};
use crate::rules::RuleSpec;

/// Stones close together, so that threats abound; nobody has won. `stones` says how many are tried, `sides`
/// how long the board's may be.
pub(crate) fn sharp_position(
    rng: &mut fastrand::Rng,
    rule: &RuleSpec,
    sides: RangeInclusive<i64>,
    stones: Range<usize>,
) -> Position {
    let size = BoardSize::new(rng.i64(sides.clone()), rng.i64(sides)).unwrap();
    let mut position = Position::new(rule, size);
    for _ in 0..rng.usize(stones) {
        let near: Vec<Point> = position.near_stones(2).iter().collect();
        let Some(&p) = near.get(rng.usize(..near.len().max(1))) else { break };
        if position.legality(p).is_ok() {
            position.play(p);
            if position.ending().is_some() {
                position.undo();
            }
        }
    }
    position
}
