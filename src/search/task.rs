//! What a node is asked, and what is known of it before its moves are searched.

use super::moves::Demand;
use super::table::Entry;
use crate::board::PointSet;
use crate::eval::Score;
use crate::threat::VcfWin;

/// The scores between which a node's score matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every score.
    pub(crate) const FULL: Window =
        Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Whether there is no score between the bounds: a node that only has to decide.
    pub(crate) const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The window as the opponent sees it.
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above alpha.
    pub(crate) const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }
}

/// What a node is to be searched with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) window: Window,
    /// Plies below; 0 or less at a leaf.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Whether a move that is too good is expected.
    pub(crate) cut: bool,
}

/// What is known of a node before its moves are looked at.
pub(super) struct Seen {
    pub(super) demand: Demand,
    pub(super) known: Option<Entry>,
    /// The static value; meaningful where nothing is demanded.
    pub(super) value: Score,
    /// Whether the value has risen since our last move.
    pub(super) improving: bool,
    /// Where the opponent's win by fours must be answered, if there is one.
    pub(super) zone: Option<PointSet>,
    /// How much deeper the table's move is searched, in plies.
    pub(super) extension: i32,
}

/// A move as it is about to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// How many came before it.
    pub(crate) number: usize,
    /// Whether it makes or stops a three or more.
    pub(crate) sharp: bool,
    /// Whether it answers a threat that must be answered.
    pub(crate) demanded: bool,
    /// What earlier cut-offs say about it.
    pub(crate) history: i32,
    /// Whether a move before it was better than alpha.
    pub(crate) raised: bool,
    /// Sisters of the node that it leads to, and their sisters, that were cut off.
    pub(crate) cuts: u32,
}

/// The score of a win by fours found at `ply`.
pub(crate) fn score_of(win: &VcfWin, ply: usize) -> Score {
    Score::win_in((ply + win.plies()) as i32)
}

/// The score of a win by threats found at `ply`; how far off the five is is not known.
pub(super) fn won_by_threats(ply: usize) -> Score {
    Score(Score::MOST - ply as i32)
}

/// No score can be better than a five with the next stone, nor worse than one after it.
pub(super) fn within_reach(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::lost_in(ply as i32)),
        beta: window.beta.min(Score::win_in(ply as i32 + 1)),
    }
}
