//! Is the table's move the only good one?

use super::params::{MAX_PLY, singular_depth, singular_double, singular_margin};
use super::table::{Bound, Entry};
use super::task::{Task, Window};
use super::worker::{Shared, Stopped, Worker};
use crate::eval::{Evaluator, Score};

/// What the search for a second good move says.
pub(super) enum Singular {
    /// So many plies deeper with the table's move.
    Extend(i32),
    /// Even without the table's move the score is too good.
    Cut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Whether the table's move is the only good one: the others are searched less deep, to stay below a
    /// little less than its score.
    pub(super) fn singular(
        &mut self,
        shared: &Shared<'_>,
        task: Task,
        known: Option<Entry>,
    ) -> Result<Singular, Stopped> {
        let Task { window, depth, ply, cut } = task;
        let none = Ok(Singular::Extend(0));
        let Some(entry) = known else { return none };
        let Some(best) = entry.best else { return none };
        let score = entry.score.from_table(ply as i32);
        if depth < singular_depth()
            || self.frames[ply].excluded.is_some()
            || entry.bound == Bound::Upper
            || entry.depth < depth - 3
            || score.is_decisive()
            || ply + 1 >= MAX_PLY / 2
        {
            return none;
        }
        let beta = Score(score.0 - ((singular_margin() * depth) >> 4));
        self.frames[ply].excluded = Some(best);
        let others = self.node(
            shared,
            Task {
                window: Window { alpha: Score(beta.0 - 1), beta },
                depth: (depth - 1) / 2,
                ply,
                cut,
            },
        );
        self.frames[ply].excluded = None;
        let others = others?;
        Ok(if others < beta {
            let double = window.is_null() && others.0 + singular_double() < beta.0;
            Singular::Extend(if double { 2 } else { 1 })
        } else if others >= window.beta && window.is_null() && !others.is_decisive() {
            Singular::Cut(others)
        } else if score >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
