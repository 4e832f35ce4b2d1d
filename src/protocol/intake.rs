//! Between the bytes of the input and the session: lines, commands, numbers and signals.
//!
//! Whoever reads the input feeds it here and passes the requests on to the session. What must not
//! wait for its turn happens at once, through the [`Signals`]:
//!
//! - `INFO timeout_turn` shortens the search that is going on;
//! - `STOP` ends every search that was asked for before it;
//! - `END` does so too, and nothing more is said about them. Only if it came in one piece with the
//!   question (a prepared script, not a manager) is the question still answered, within
//!   [`GRACE`];
//! - the end of the input likewise leaves [`GRACE`] for what is still to be answered.

use std::sync::Arc;
use std::time::Duration;

use super::dialect::{Dialect, Parsed};
use super::lines::{Line, Splitter};
use crate::engine::{Command, Request, Setting, Signals};

/// How long what is still to be answered may take after the end of a script.
pub const GRACE: Duration = Duration::from_millis(300);

/// Turns input into requests.
pub struct Intake<D> {
    dialect: D,
    splitter: Splitter,
    signals: Arc<Signals>,
    id: u64,
    /// Number of the last question before the latest piece of input.
    before: u64,
    ended: bool,
}

impl<D: Dialect> Intake<D> {
    /// Nothing read yet.
    pub fn new(dialect: D, signals: Arc<Signals>) -> Intake<D> {
        Intake { dialect, splitter: Splitter::default(), signals, id: 0, before: 0, ended: false }
    }

    /// Whether `END` was read or the input was closed: nothing more will come.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Takes bytes that were read at time `now`, in one piece.
    pub fn feed(&mut self, bytes: &[u8], now: Duration, mut take: impl FnMut(Request)) {
        let mut lines = Vec::new();
        self.splitter.feed(bytes, |line| lines.push(line));
        self.before = self.id;
        self.take_lines(lines, now, &mut take);
    }

    /// The input is at its end. A last line without a line end still counts, as part of the piece that
    /// it stood in.
    pub fn close(&mut self, now: Duration, mut take: impl FnMut(Request)) {
        let mut lines = Vec::new();
        self.splitter.close(|line| lines.push(line));
        self.take_lines(lines, now, &mut take);
        if !self.ended {
            self.ended = true;
            self.signals.close_at(now.saturating_add(GRACE));
            take(Request { id: self.id, read_at: now, command: Ok(Command::End) });
        }
    }

    fn take_lines(&mut self, lines: Vec<Line>, now: Duration, take: &mut impl FnMut(Request)) {
        for line in lines {
            if self.ended {
                return;
            }
            let command = match self.dialect.parse(&line) {
                Parsed::Nothing => continue,
                Parsed::Command(command) => Ok(command),
                Parsed::Error(error) => Err(error),
            };
            match &command {
                Ok(command) if command.asks_for_move() => self.id += 1,
                Ok(Command::Info(Setting::TurnTime(ms))) => {
                    self.signals.hurry_through(self.id, *ms);
                }
                Ok(Command::Stop) => self.signals.stop_through(self.id),
                Ok(Command::End) => {
                    self.ended = true;
                    self.signals.mute_through(self.before);
                    self.signals.close_at(now.saturating_add(GRACE));
                }
                _ => {}
            }
            take(Request { id: self.id, read_at: now, command });
        }
    }
}
