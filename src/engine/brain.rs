//! The searcher as the player of a session.

use std::sync::{Mutex, PoisonError};

use super::event::{Evaluation, Report};
use super::player::{Player, ThinkLimits, Thought, Watcher};
use crate::base::clock::Clock;
use crate::eval::Score;
use crate::position::Position;
use crate::search::{Info, Limits, Observer, Searcher};

/// Passes on what a search reports.
struct Relay<'a> {
    watcher: &'a dyn Watcher,
    last: Mutex<Report>,
}

fn evaluation(score: Score) -> Evaluation {
    match score.mate_in_plies() {
        Some(plies) if plies > 0 => Evaluation::WinIn(plies.unsigned_abs()),
        Some(plies) => Evaluation::LossIn(plies.unsigned_abs()),
        None => Evaluation::Centi(score.0),
    }
}

impl Observer for Relay<'_> {
    fn should_stop(&self) -> bool {
        self.watcher.should_stop()
    }

    fn progress(&self, info: &Info) {
        let report = Report {
            depth: info.depth,
            selective_depth: info.selective_depth,
            evaluation: evaluation(info.score),
            nodes: info.nodes,
            elapsed: info.elapsed,
            line: info.pv.clone(),
        };
        self.watcher.progress(&report);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = report;
    }
}

impl Player for Searcher {
    fn think(
        &mut self,
        position: &Position,
        limits: &ThinkLimits,
        clock: &dyn Clock,
        watcher: &dyn Watcher,
    ) -> Thought {
        let ThinkLimits { soft, hard, nodes, depth } = *limits;
        let begun = clock.now();
        let relay = Relay { watcher, last: Mutex::default() };
        let limits = Limits { soft, hard, nodes, depth, ..Limits::default() };
        let outcome = self.search(position, &limits, clock, &relay);
        let last = relay.last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let report = Report {
            depth: outcome.depth,
            selective_depth: last.selective_depth.max(outcome.depth),
            evaluation: evaluation(outcome.score),
            nodes: outcome.nodes,
            elapsed: clock.now().saturating_sub(begun),
            line: outcome.pv,
        };
        Thought { best: outcome.best, report }
    }

    fn configure(&mut self, threads: usize, table_bytes: usize) {
        self.set_threads(threads);
        self.set_table_bytes(table_bytes);
    }

    fn prepare(&mut self, position: &Position) {
        Searcher::prepare(self, position);
    }

    fn new_game(&mut self) {
        Searcher::new_game(self);
    }
}
