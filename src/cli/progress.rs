//! How far a batch has come, on a terminal, and what came of it, at its end.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::solver::{Answer, Solved};
use crate::base::clock::{Clock, SystemClock};

/// What the answers of a batch were, and the work they took.
#[derive(Debug, Default)]
struct Tally {
    wins: u64,
    no_wins: u64,
    unknown: u64,
    errors: u64,
    nodes: u64,
    time: Duration,
}

/// What one line of a batch came to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Came {
    Win,
    NoWin,
    Unknown,
    Error,
}

/// What a position came to, and the work it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) came: Came,
    nodes: u64,
    time: Duration,
}

impl Work {
    pub(super) const ERROR: Work = Work { came: Came::Error, nodes: 0, time: Duration::ZERO };

    pub(super) fn of(solved: &Solved) -> Work {
        let came = match solved.answer {
            Answer::Win(_) => Came::Win,
            Answer::NoWin => Came::NoWin,
            Answer::Unknown(_) => Came::Unknown,
        };
        Work { came, nodes: solved.nodes, time: solved.time }
    }
}

/// Counts what was answered, and shows it to those who wait.
pub(super) struct Progress {
    clock: SystemClock,
    begin: Duration,
    tally: Tally,
    bar: Option<ProgressBar>,
    tells: bool,
}

impl Progress {
    /// For a batch that is to tell of itself, or silent. The bar is for terminals alone.
    pub(super) fn new(tells: bool) -> Progress {
        let clock = SystemClock::new();
        let bar = (tells && io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} answered {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Progress { begin: clock.now(), clock, tally: Tally::default(), bar, tells }
    }

    /// Writes an answer, out of the way of the bar.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// One more is answered.
    pub(super) fn count(&mut self, work: Work) {
        let tally = &mut self.tally;
        let counted = match work.came {
            Came::Win => &mut tally.wins,
            Came::NoWin => &mut tally.no_wins,
            Came::Unknown => &mut tally.unknown,
            Came::Error => &mut tally.errors,
        };
        *counted += 1;
        tally.nodes = tally.nodes.saturating_add(work.nodes);
        tally.time = tally.time.saturating_add(work.time);
        if let Some(bar) = &self.bar {
            bar.set_message(format!(
                "({} wins, {} unknown) in {:.0} s",
                tally.wins,
                tally.unknown,
                self.clock.now().saturating_sub(self.begin).as_secs_f64()
            ));
            bar.inc(1);
        }
    }

    /// Removes the bar and tells what came of the batch, in one line on standard error. The answers are
    /// out by then: where nobody listens there, nothing is lost.
    pub(super) fn finish(self, threads: usize) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if !self.tells {
            return;
        }
        let wall = self.clock.now().saturating_sub(self.begin);
        let _ = writeln!(io::stderr(), "kagetsu: {}", summary(&self.tally, wall, threads));
    }
}

fn summary(tally: &Tally, wall: Duration, threads: usize) -> String {
    let Tally { wins, no_wins, unknown, errors, nodes, time } = tally;
    let all = wins + no_wins + unknown + errors;
    format!(
        "{all} answered in {:.2} s: {wins} win, {no_wins} no-win, {unknown} unknown, {errors} error; \
         {nodes} nodes, {:.2} s of solving, threads: {threads}",
        wall.as_secs_f64(),
        time.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_everything() {
        let tally = Tally { wins: 3, no_wins: 2, errors: 1, nodes: 70, ..Tally::default() };
        assert_eq!(
            summary(&tally, Duration::from_millis(1_250), 2),
            "6 answered in 1.25 s: 3 win, 2 no-win, 0 unknown, 1 error; 70 nodes, 0.00 s of solving, threads: 2"
        );
    }
}
