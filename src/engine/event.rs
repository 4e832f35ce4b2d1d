//! What the engine says, whatever dialect it is said in.

use std::time::Duration;

use thiserror::Error;

use crate::board::{BoardSize, Color, Point};

/// How a position looks to the side that is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// In centi-score; positive is good.
    Centi(i32),
    /// Wins in this many plies.
    WinIn(u32),
    /// Loses in this many plies.
    LossIn(u32),
}

impl Evaluation {
    /// One number for comparison: the sooner a win the higher, the sooner a loss the lower.
    #[must_use]
    pub fn order(self) -> i64 {
        const DECIDED: i64 = 1 << 40;
        match self {
            Evaluation::Centi(score) => i64::from(score),
            Evaluation::WinIn(plies) => DECIDED - i64::from(plies),
            Evaluation::LossIn(plies) => i64::from(plies) - DECIDED,
        }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Completed depth in plies.
    pub depth: u32,
    /// Deepest line in plies.
    pub selective_depth: u32,
    /// Value for the side to move.
    pub evaluation: Evaluation,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Expected play, the move itself first.
    pub line: Vec<Point>,
}

impl Default for Report {
    fn default() -> Self {
        Report {
            depth: 0,
            selective_depth: 0,
            evaluation: Evaluation::Centi(0),
            nodes: 0,
            elapsed: Duration::ZERO,
            line: Vec::new(),
        }
    }
}

/// Why a command that was understood is not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No `START` yet.
    #[error("there is no board yet: START comes first")]
    NoBoard,
    /// The board cannot be that large or small.
    #[error("a board of {width}x{height} is not supported: each side must be from 5 to 22")]
    Size {
        /// Columns asked for.
        width: i64,
        /// Rows asked for.
        height: i64,
    },
    /// The law asked for is not one of ours.
    #[error("{0}")]
    Rule(String),
    /// The point is not on the board.
    #[error("{x},{y} is outside the {size} board")]
    Outside {
        /// Column as typed.
        x: i64,
        /// Row as typed.
        y: i64,
        /// The board.
        size: BoardSize,
    },
    /// A stone lies there.
    #[error("{},{} is occupied", .0.x(), .0.y())]
    Occupied(Point),
    /// No stone lies there.
    #[error("{},{} is empty", .0.x(), .0.y())]
    NoStone(Point),
    /// Under a law with captures only the last stone can be taken back.
    #[error("{},{} is not the last stone", .0.x(), .0.y())]
    NotLast(Point),
    /// The same point twice in one list of stones.
    #[error("{},{} is given twice", .0.x(), .0.y())]
    Twice(Point),
    /// Field 3 belongs to a continuous game.
    #[error("field 3 belongs to a continuous game, which is not supported")]
    Continuous,
    /// `BEGIN` with stones on the board.
    #[error("BEGIN needs an empty board")]
    NotEmpty,
    /// Somebody has won.
    #[error("the game is over: {0} has won")]
    Won(Color),
    /// Nobody has won, and nobody can any more.
    #[error("the game is over: a draw")]
    Drawn,
    /// The board is full.
    #[error("no empty point is left")]
    Full,
    /// Swap2 asks with none, three or five stones.
    #[error("swap2 has 0, 3 or 5 stones, got {0}")]
    Swap2Stones(usize),
    /// `PLAY` answers a suggestion.
    #[error("PLAY needs a SUGGEST before it")]
    NothingSuggested,
    /// `TURN` while a suggestion waits for its `PLAY`.
    #[error("the suggestion has to be answered with PLAY first")]
    SuggestionOpen,
    /// The stones cannot be laid out as a position.
    #[error("{0}")]
    Setup(String),
}

/// What the engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Done, ready for more.
    Ready,
    /// Its move.
    Move(Point),
    /// The move it would make; `PLAY` decides.
    Suggestion(Point),
    /// Stones of the opening.
    Stones(Vec<Point>),
    /// It changes colours.
    Swap,
    /// Name, version and so on.
    About,
    /// A word to the user, only while a move is being asked for.
    Note(String),
    /// What the search thinks of the move that follows.
    Thought(Report),
    /// The command was understood but cannot be carried out.
    Refused(String),
    /// The command was not understood.
    Unknown(String),
}
