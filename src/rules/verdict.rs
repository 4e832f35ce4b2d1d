//! The words in which rules answer: fouls, illegal moves, endings.

use std::fmt;

use thiserror::Error;

use crate::board::{Color, Point};

/// Why a stone is forbidden.
///
/// When several reasons hold, the first in this order is the one that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Six or more in a row: `●●●◇●●`.
    Overline,
    /// Two fours at once, also on one line: `●·●◇●·●`.
    DoubleFour,
    /// Two real threes at once.
    DoubleThree,
    /// A straight four (anti-renju only): `·●●◇●·`.
    StraightFour,
}

impl Foul {
    /// All fouls, in the order in which they are named.
    pub const ALL: [Foul; 4] =
        [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree, Foul::StraightFour];

    /// The name used in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
            Foul::StraightFour => "straight-four",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The point is off the board.
    #[error("{0} is outside the board")]
    OffBoard(Point),
    /// A stone lies there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The side to move may not play there; doing so loses.
    #[error("{0} is forbidden: {1}")]
    Foul(Point, Foul),
    /// The opening law wants this move elsewhere.
    #[error("{0} is not allowed as this move of the opening")]
    Placement(Point),
    /// The law has no passes, or not yet.
    #[error("a pass is not allowed here")]
    Pass,
    /// The side to move has placed all the stones that the law gives it.
    #[error("no stones left")]
    NoStones,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinBy {
    /// The winner completed a five.
    Five,
    /// The loser played a forbidden point.
    Foul(Foul),
    /// The winner captured enough pairs.
    Captures,
    /// The loser placed the last of its stones without a five.
    StoneLimit,
}

/// How a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawBy {
    /// No empty point is left, or fewer than the law asks for.
    FullBoard,
    /// Two passes in a row.
    TwoPasses,
    /// Neither side can ever make a five.
    DeadBoard,
    /// Both sides have placed all their stones.
    StonesOut,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// One side won.
    Win {
        /// The side that won.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// Nobody won.
    Draw(DrawBy),
}
