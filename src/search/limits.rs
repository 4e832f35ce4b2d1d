//! What a search is told, and what it tells.

use std::time::Duration;

use crate::board::{Point, PointSet};
use crate::eval::Score;
use crate::position::Position;

/// How long a search may go on. Without any limit it goes on until the observer stops it or the
/// deepest search is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Point in time on the clock around which no new iteration is begun: earlier when the choice is settled,
    /// later when it is not. `None`: all the time up to the hard limit is used.
    pub soft: Option<Duration>,
    /// Point in time on the clock at which the search stops, wherever it is.
    pub hard: Option<Duration>,
    /// Nodes (moves tried, those of the threat search included) of all workers together; exact with
    /// one worker.
    pub nodes: Option<u64>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Moves that are not to be played now; one of them is only where no other is legal.
    pub blocked: PointSet,
    /// How many of the best moves are told, each searched without those before it; 0 and 1 are the same.
    pub lines: usize,
}

/// One finished iteration, or one of the further best moves of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// 0 for the best move, 1 for the best of the others, and so on.
    pub rank: usize,
    /// Its depth in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes of all workers so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Best line, the move to play first.
    pub pv: Vec<Point>,
}

/// Listens to a search and can end it.
pub trait Observer: Sync {
    /// Asked every few hundred nodes, from any worker: true ends the search.
    fn should_stop(&self) -> bool;

    /// Told after every iteration of the first worker, and for each further move that is asked for.
    fn progress(&self, info: &Info);
}

/// An observer that lets the search run and listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn should_stop(&self) -> bool {
        false
    }

    fn progress(&self, _info: &Info) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play: a legal one if there is one, else an empty point; `None` only when no point
    /// is empty or the game is over.
    pub best: Option<Point>,
    /// Score for the side to move.
    pub score: Score,
    /// Best line, `best` first.
    pub pv: Vec<Point>,
    /// Depth of the last finished iteration in plies; 0 where the move was forced or proved.
    pub depth: u32,
    /// Nodes of all workers.
    pub nodes: u64,
}

impl Outcome {
    /// The outcome where no move was found in so many nodes: the first empty point, if there is one.
    pub(crate) fn none(position: &Position, nodes: u64) -> Outcome {
        let best = position.empty().first();
        Outcome { best, score: Score::DRAW, pv: Vec::new(), depth: 0, nodes }
    }
}
