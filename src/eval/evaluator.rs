//! What the search asks of an evaluation.

use super::Score;
use crate::position::Position;

/// An evaluation of positions in which nobody has a five to play.
///
/// An evaluator may keep state of its own and follow the moves; one that reads everything from the
/// position leaves the hooks as they are. Integers only, so that every machine plays the same.
pub trait Evaluator: Send {
    /// The value for the side to move, never decisive.
    fn value(&mut self, position: &Position) -> Score;

    /// The position has just been moved forward by one ply.
    fn played(&mut self, _position: &Position) {}

    /// The last ply has just been taken back.
    fn undone(&mut self, _position: &Position) {}

    /// The search starts from this position.
    fn start(&mut self, _position: &Position) {}
}
