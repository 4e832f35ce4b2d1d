//! What can be wrong with a written position, and where.

use std::fmt;

use thiserror::Error;

use crate::board::BoardSize;
use crate::board::notation::NotationError;
use crate::board::size::SizeError;
use crate::rules::law::UnknownRule;

/// A mistake in a text, with the line it stands in where that is known (lines count from 1).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct InputError {
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is wrong there.
    pub problem: Problem,
}

impl InputError {
    /// A mistake in a line.
    #[must_use]
    pub fn at(line: usize, problem: impl Into<Problem>) -> InputError {
        InputError { line: Some(line), problem: problem.into() }
    }

    /// The same mistake, of which it is known that it stands in `line`.
    #[must_use]
    pub fn or_at(self, line: usize) -> InputError {
        InputError { line: Some(self.line.unwrap_or(line)), ..self }
    }
}

impl<P: Into<Problem>> From<P> for InputError {
    fn from(problem: P) -> InputError {
        InputError { line: None, problem: problem.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.problem.fmt(f)
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A well-written point that is not on the board.
    #[error("\"{got}\" is outside a {size} board")]
    Outside {
        /// What was written.
        got: String,
        /// The board it was held against.
        size: BoardSize,
    },
    /// Something that is no point.
    #[error("expected a point such as h8, got \"{0}\"")]
    NotAPoint(String),
    /// A pass where only stones can be.
    #[error("a pass (--) is no stone")]
    PassAmongStones,
    /// A rule without a name known here.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// A board that is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A size that is no number and no `WxH`.
    #[error("expected a size such as 15 or 15x20, got \"{0}\"")]
    NotASize(String),
    /// A colour that is neither black nor white.
    #[error("expected black or white, got \"{0}\"")]
    NotAColor(String),
    /// A line of a Gomocup list or a `.psq` that is not `x,y` with numbers.
    #[error("expected {expected}, got \"{got}\"")]
    Expected {
        /// The form that was expected.
        expected: &'static str,
        /// What was written.
        got: String,
    },
    /// Field 3 of a Gomocup list.
    #[error("field 3 marks the five of a continuous game, which is not supported")]
    ContinuousGame,
    /// Rows of unequal length.
    #[error("expected {expected} points in this row, got {got}")]
    RowLength {
        /// As many as the first row has.
        expected: usize,
        /// As many as this one has.
        got: usize,
    },
    /// A sign that is neither a stone nor an empty point.
    #[error("\"{0}\" is neither a stone nor an empty point")]
    NotACell(char),
    /// Row numbers that do not count up or down by one.
    #[error("row number {got} does not follow {before}")]
    RowNumber {
        /// The number here.
        got: u32,
        /// The number one row above.
        before: u32,
    },
    /// Rows of which only some are numbered.
    #[error("either every row has its number or none")]
    RowNumbersMissing,
    /// The rows are numbered, but not from 1.
    #[error("the rows are numbered from {0}, not from 1")]
    RowNumbersStart(u32),
    /// The size asked for is not the size of the picture.
    #[error("the diagram is a {found} board, not {wanted}")]
    DiagramSize {
        /// What the picture shows.
        found: BoardSize,
        /// What was asked for.
        wanted: BoardSize,
    },
    /// Broken JSON.
    #[error("{0}")]
    Json(String),
    /// A key of the JSON object with a wrong value.
    #[error("\"{key}\": {problem}")]
    Key {
        /// The key.
        key: &'static str,
        /// What is wrong with its value.
        problem: Box<Problem>,
    },
    /// A key whose value has a wrong type.
    #[error("expected {0}")]
    JsonType(&'static str),
    /// A key that nobody knows, one or two signs away from one that is known.
    #[error("unknown key \"{got}\"; did you mean \"{meant}\"?")]
    UnknownKey {
        /// What was written.
        got: String,
        /// The key that is known.
        meant: &'static str,
    },
    /// Captured pairs beside stones.
    #[error("captured pairs can only come from moves: give the moves of the game")]
    CapturedPairs,
    /// A diagram of a game that ended by something that its stones do not show.
    #[error("\"{0}\" cannot be told from the stones: give the moves of the game")]
    ResultOfMoves(String),
    /// Move numbers in a diagram that are not 1, 2, 3 … without a gap.
    #[error("the move numbers of the diagram do not hold every number from 1 to {0} once")]
    MoveNumbers(usize),
    /// Move numbers and stones without one in the same diagram.
    #[error("the diagram mixes stones with and without a move number")]
    SomeNumbered,
    /// `moves` together with `black` or `white`, and they differ.
    #[error("\"moves\" does not lead to the stones of \"black\" and \"white\"")]
    MovesAndStones,
    /// Neither `moves` nor stones in a JSON object.
    #[error("neither \"moves\" nor \"black\" or \"white\" is given")]
    NoStones,
    /// Broken SGF.
    #[error("not a valid SGF: {0}")]
    Sgf(String),
    /// A stone on a point that has one.
    #[error("there is a stone on \"{0}\" already")]
    Twice(String),
    /// No text at all.
    #[error("nothing to read")]
    Nothing,
    /// A form that is known but not read.
    #[error("this is a {0} file; {FORMS}")]
    UnreadForm(&'static str),
    /// Bytes that are no text.
    #[error("this is no text; {FORMS}")]
    NotText,
}

/// The forms that are read, for messages.
const FORMS: &str = "a position is read from a move string, a Gomocup list, a diagram, JSON, \
                     JSON lines, .psq or .sgf";

impl From<NotationError> for Problem {
    fn from(error: NotationError) -> Problem {
        match error {
            NotationError::NotAPoint { got, .. } => Problem::NotAPoint(got),
            NotationError::Outside { got, size, .. } => Problem::Outside { got, size },
        }
    }
}
