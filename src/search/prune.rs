//! What need not be searched: nodes that are settled by the table or the value, and moves that come too late.

use super::moves::Demand;
use super::params::{
    gap_base, gap_depth, gap_margin, history_depth, history_margin, late_base, late_depth,
    late_sharp, late_square, razor_base, razor_depth, razor_margin, reverse_futility_depth,
    reverse_futility_margin, sharp_base, sharp_depth, sharp_margin,
};
use super::table::{Bound, Entry};
use super::task::{Seen, Task, Window};
use crate::eval::Score;

/// The score of the table where it settles a node that only has to decide.
pub(super) fn cut_by(
    known: Option<Entry>,
    window: Window,
    depth: i32,
    ply: usize,
) -> Option<Score> {
    let entry = known?;
    let score = entry.score.from_table(ply as i32);
    let deep_enough = entry.depth >= depth || score.is_decisive();
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (window.is_null() && deep_enough && settles).then_some(score)
}

/// Whether a quiet node is so far above beta that it need not be searched.
pub(super) fn cut_by_value(value: Score, window: Window, depth: i32) -> bool {
    depth <= reverse_futility_depth()
        && !window.beta.is_decisive()
        && value.0 - reverse_futility_margin() * depth >= window.beta.0
}

/// Whether a quiet node is so far below alpha that it is given up: fours do not win there, and nothing less
/// makes up for so much.
pub(super) fn given_up_by_value(value: Score, window: Window, depth: i32) -> bool {
    depth <= razor_depth()
        && !window.alpha.is_decisive()
        && value.0 + razor_base() + razor_margin() * depth <= window.alpha.0
}

/// A move before it is searched.
pub(super) struct Candidate {
    /// How many came before it.
    pub(super) number: usize,
    /// Whether it makes or stops a three or more.
    pub(super) sharp: bool,
    /// What earlier cut-offs say about it.
    pub(super) history: i32,
    /// By how much the order prefers the first move that is not the table's, in centi-nats.
    pub(super) gap: i32,
}

/// What need not be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// Everything is looked at.
    Nothing,
    /// Not this move.
    This,
    /// No more quiet moves, this one included.
    Quiet,
    /// No more moves.
    All,
}

/// What is left out from a move on, where another one that does not lose was searched before.
pub(super) fn left_out(task: &Task, seen: &Seen, window: Window, candidate: &Candidate) -> LeftOut {
    // Where an answer is demanded, everything is looked at.
    if seen.demand != Demand::Free || seen.zone.is_some() {
        return LeftOut::Nothing;
    }
    let Candidate { number, sharp, .. } = *candidate;
    let late = late(task, seen);
    if number as i32 > late_sharp().saturating_mul(late) {
        LeftOut::All
    } else if !sharp && number as i32 > late {
        LeftOut::Quiet
    } else if sharp && is_vain(task, seen, window) || !sharp && is_poor(task, candidate) {
        LeftOut::This
    } else {
        LeftOut::Nothing
    }
}

/// How many moves are looked at before late ones are left out.
fn late(task: &Task, seen: &Seen) -> i32 {
    if task.depth > late_depth() {
        return i32::MAX;
    }
    let late = late_base() + ((late_square() * task.depth * task.depth) >> 4);
    if seen.improving { late } else { late / 2 }
}

/// Whether the value is too low even for a move that makes or stops a threat.
fn is_vain(task: &Task, seen: &Seen, window: Window) -> bool {
    let depth = task.depth;
    depth <= sharp_depth()
        && !window.alpha.is_decisive()
        && seen.value.0 + sharp_base() + sharp_margin() * depth <= window.alpha.0
}

/// Whether the order thinks a quiet move far worse than the first one, or it has failed too often.
fn is_poor(task: &Task, candidate: &Candidate) -> bool {
    let depth = task.depth;
    depth <= gap_depth() && candidate.gap > gap_base() + gap_margin() * depth
        || depth <= history_depth() && candidate.history < -history_margin() * depth
}
