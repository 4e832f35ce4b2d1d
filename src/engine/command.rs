//! What a manager can ask for, whatever dialect it speaks.
//!
//! A dialect turns lines into [`Request`]s; the [session](super::session) acts on them. Nothing here
//! is checked against a board yet: coordinates are whatever was typed.

use std::time::Duration;

use thiserror::Error;

use crate::rules::RuleSpec;

/// Column and row as typed, counted from 0; they may lie anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// Column, 0 is `a`.
    pub x: i64,
    /// Row, 0 is row 1.
    pub y: i64,
}

/// Whose stone a line of a `BOARD` block describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A stone of the side that is asked for a move (field 1).
    Own,
    /// A stone of the other side (field 2).
    Opponent,
    /// A point out of play in a continuous game (field 3).
    Retired,
}

/// One line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardStone {
    /// Where it lies.
    pub at: Coordinates,
    /// Whose it is.
    pub owner: Owner,
}

/// One thing a manager tells about the game to come. Numbers are as typed, clamped to 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Time for one move in milliseconds; 0: as fast as possible.
    TurnTime(i64),
    /// Time for the whole game in milliseconds; 0: no limit.
    MatchTime(i64),
    /// What is left of it in milliseconds; may be negative, 2147483647: no limit.
    TimeLeft(i64),
    /// What each move adds to the clock, in milliseconds.
    Increment(i64),
    /// Memory for the whole process in bytes; 0: no limit.
    MaxMemory(i64),
    /// Nodes for one move; 0: no limit.
    MaxNodes(i64),
    /// Depth of the search in plies; 0: no limit.
    MaxDepth(i64),
    /// Number of search threads.
    Threads(i64),
    /// Size of the transposition table in KiB.
    HashKib(i64),
    /// Whether moves are proposed with `SUGGEST` and only made by `PLAY`.
    Suggest(bool),
    /// The law, or why there is none.
    Rule(Result<RuleSpec, String>),
    /// A key that is known and needs nothing done (`game_type`, `folder`, `evaluate`), or that is
    /// not known at all.
    Nothing,
}

/// A complete command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a board of this many columns and rows.
    Start {
        /// Columns.
        width: i64,
        /// Rows.
        height: i64,
    },
    /// A new game on a board of the same size.
    Restart,
    /// Make the first move of the game.
    Begin,
    /// The opponent has moved here; answer.
    Turn(Coordinates),
    /// These stones lie on the board; answer.
    Board(Vec<BoardStone>),
    /// The swap2 opening with none, three or five stones set; place or choose.
    Swap2Board(Vec<Coordinates>),
    /// Take this stone off.
    Takeback(Coordinates),
    /// Make this move: the answer to a suggestion.
    Play(Coordinates),
    /// A setting. Never answered.
    Info(Setting),
    /// Who are you?
    About,
    /// Answer at once with the best move so far.
    Stop,
    /// Leave.
    End,
}

impl Command {
    /// Whether the answer is a move (or a choice of the opening), for which time is counted.
    #[must_use]
    pub fn asks_for_move(&self) -> bool {
        matches!(
            self,
            Command::Begin | Command::Turn(_) | Command::Board(_) | Command::Swap2Board(_)
        )
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The first word is none of the dialect's.
    #[error("command {word}")]
    Unknown {
        /// The word, cut and cleaned for printing.
        word: String,
    },
    /// The command is known, its arguments are not what it takes.
    #[error("{command}: expected {expected}")]
    Malformed {
        /// Its name.
        command: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// A line of a block is not of the block's form. Reported once, when the block is complete.
    #[error("{command}: line {line} is not of the form {expected}")]
    BadBlockLine {
        /// Name of the block's command.
        command: &'static str,
        /// Number of the line inside the block, from 1.
        line: usize,
        /// What such a line looks like.
        expected: &'static str,
    },
    /// The value of a setting cannot be read. Held back until a command that is answered.
    #[error("the value of INFO {key} was not understood and is ignored")]
    BadSetting {
        /// The key.
        key: &'static str,
    },
    /// The line is longer than any command can be.
    #[error("{command}: the line is too long")]
    TooLong {
        /// Its name.
        command: &'static str,
    },
}

/// A command on its way to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Number of the latest command that asks for a move, this one included; they count from 1.
    pub id: u64,
    /// When its last line was read.
    pub read_at: Duration,
    /// The command, or what was wrong with the line.
    pub command: Result<Command, CommandError>,
}
