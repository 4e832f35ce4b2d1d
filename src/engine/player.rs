//! Whoever finds the moves of a session.

use std::time::Duration;

use super::event::Report;
use crate::base::clock::Clock;
use crate::board::Point;
use crate::position::Position;

/// When to stop thinking. Times are points on the clock that is passed along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkLimits {
    /// No new iteration after this time.
    pub soft: Option<Duration>,
    /// The answer is there by this time.
    pub hard: Option<Duration>,
    /// Most positions to visit.
    pub nodes: Option<u64>,
    /// Deepest iteration in plies.
    pub depth: Option<u32>,
}

/// What thinking came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The move; `None` only when no point is empty.
    pub best: Option<Point>,
    /// What is thought of it.
    pub report: Report,
}

/// Looks on while somebody thinks.
pub trait Watcher: Sync {
    /// Whether thinking should end at once.
    fn should_stop(&self) -> bool;
    /// An iteration has been completed.
    fn progress(&self, report: &Report);
}

/// Finds moves. The session plays whatever comes back, if it can be played at all.
pub trait Player {
    /// The best move for the side to move.
    fn think(
        &mut self,
        position: &Position,
        limits: &ThinkLimits,
        clock: &dyn Clock,
        watcher: &dyn Watcher,
    ) -> Thought;

    /// Sets the number of threads and the size of the transposition table in bytes.
    fn configure(&mut self, threads: usize, table_bytes: usize);

    /// Takes now what it will need for thinking about a position like this one.
    fn prepare(&mut self, position: &Position);

    /// Forgets everything learned.
    fn new_game(&mut self);
}
