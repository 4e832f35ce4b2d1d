//! Sharp positions drawn at random.

use kagetsu::board::{BoardSize, Point};
use kagetsu::position::Position;
use kagetsu::rules::RuleSpec;

/// Plays so many stones, each not far from another; none ends the game.
pub(crate) fn position(
    rule: &RuleSpec,
    size: BoardSize,
    stones: usize,
    rng: &mut fastrand::Rng,
) -> Position {
    let mut position = Position::new(rule, size);
    for _ in 0..stones {
        let near: Vec<Point> = position.near_stones(rng.u32(1..=2)).iter().collect();
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
