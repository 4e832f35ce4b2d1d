//! A way of speaking: how lines become commands, and events lines.

use super::lines::Line;
use crate::engine::{Command, CommandError, Event};

/// What one line came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// Nothing to do: an empty line, or one of a block that is not complete yet.
    Nothing,
    /// A complete command.
    Command(Command),
    /// Not a command.
    Error(CommandError),
}

/// A dialect. It never acts: it reads and writes.
pub trait Dialect {
    /// Reads one line. The only state is a block that has been opened and not closed.
    fn parse(&mut self, line: &Line) -> Parsed;

    /// Writes an event as lines without their line ends.
    fn render(&self, event: &Event) -> Vec<String>;
}
