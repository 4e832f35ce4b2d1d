//! What need not be searched: nodes that are settled by the table or the value, and moves that come too late.

use super::moves::Demand;
use super::params::{
    futility_base, futility_depth, futility_margin, gap_base, gap_depth, gap_margin, history_depth,
    history_margin, late_base, late_depth, late_sharp, late_square, prune_zone, razor_base,
    razor_depth, razor_margin, reverse_futility_depth, reverse_futility_improving,
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
pub(super) fn cut_by_value(value: Score, window: Window, depth: i32, improving: bool) -> bool {
    let rise = if improving { reverse_futility_improving() } else { 0 };
    depth <= reverse_futility_depth()
        && !window.beta.is_decisive()
        && value.0 - (reverse_futility_margin() * depth - rise) >= window.beta.0
}

/// Whether a quiet node is so far below alpha that it is given up: fours do not win there, and nothing less
/// makes up for so much.
pub(super) fn given_up_by_value(value: Score, window: Window, depth: i32) -> bool {
    depth <= razor_depth()
        && !window.alpha.is_decisive()
        && value.0 + razor_base() + razor_margin() * depth <= window.alpha.0
}

/// Whether moves may be left out at all: not where an answer is demanded.
fn is_prunable(seen: &Seen) -> bool {
    seen.demand == Demand::Free && (seen.zone.is_none() || prune_zone() > 0)
}

/// How many moves are looked at before late ones are left out.
fn late(task: &Task, seen: &Seen) -> i32 {
    if task.depth > late_depth() {
        return i32::MAX;
    }
    let late = late_base() + ((late_square() * task.depth * task.depth) >> 4);
    if seen.improving { late } else { late / 2 }
}

/// Whether so many moves came before that not even one that makes or stops a threat need be looked at.
pub(super) fn is_too_late(task: &Task, seen: &Seen, number: usize) -> bool {
    is_prunable(seen) && number as i32 > late_sharp().saturating_mul(late(task, seen))
}

/// Whether no more quiet moves need be looked at: too many came before, or the value is too low.
pub(super) fn is_left_out(task: &Task, seen: &Seen, window: Window, number: usize) -> bool {
    let depth = task.depth;
    is_prunable(seen)
        && (number as i32 > late(task, seen)
            || depth <= futility_depth()
                && !window.alpha.is_decisive()
                && seen.value.0 + futility_base() + futility_margin() * depth <= window.alpha.0)
}

/// Whether a move need not be looked at: a quiet one that the order thinks far worse than the first one, or one that
/// makes or stops a threat where the value is too low even for that.
pub(super) fn is_hopeless(task: &Task, seen: &Seen, window: Window, sharp: bool, gap: i32) -> bool {
    let depth = task.depth;
    is_prunable(seen)
        && if sharp {
            depth <= sharp_depth()
                && !window.alpha.is_decisive()
                && seen.value.0 + sharp_base() + sharp_margin() * depth <= window.alpha.0
        } else {
            depth <= gap_depth() && gap > gap_base() + gap_margin() * depth
        }
}

/// Whether a quiet move has failed too often to be looked at.
pub(super) fn has_failed(task: &Task, seen: &Seen, history: i32) -> bool {
    is_prunable(seen) && task.depth <= history_depth() && history < -history_margin() * task.depth
}
