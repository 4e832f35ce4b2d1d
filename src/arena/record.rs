//! A game that was played, as one line of JSON.
//!
//! ```text
//! {"game":3,"players":["A","B"],"rule":"renju","size":15,"opening":"h8i9j8","moves":"h8i9j8k7…",
//!  "result":"black","reason":"five","ms":[12,…],"depth":[9,…],"score":[35,…],"nodes":[5100,…], …}
//! ```

use serde::{Deserialize, Serialize};

use super::pairs::HalfPoints;
use crate::board::notation::format_moves;
use crate::board::{BoardSize, Color, Point};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

impl Outcome {
    /// A game that this side won.
    #[must_use]
    pub const fn won_by(color: Color) -> Outcome {
        match color {
            Color::Black => Outcome::Black,
            Color::White => Outcome::White,
        }
    }

    /// What this side has of it.
    #[must_use]
    pub fn half_points(self, color: Color) -> HalfPoints {
        match (self, color) {
            (Outcome::Draw, _) => 1,
            (Outcome::Black, Color::Black) | (Outcome::White, Color::White) => 2,
            _ => 0,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The winner made a five.
    Five,
    /// The winner captured enough.
    Captures,
    /// The loser had placed all its stones.
    Stones,
    /// The board was full, or otherwise a draw by the law.
    Full,
    /// The referee was told to call so long a game a draw.
    Length,
    /// Both engines agreed long enough that the loser was lost.
    Resigned,
    /// The loser played a forbidden point.
    Foul,
    /// The loser played where no stone can be put.
    Illegal,
    /// The loser left, or could not be started.
    Crash,
    /// The loser took too long.
    Timeout,
    /// The loser said nothing long after its time was up.
    Hang,
}

impl Reason {
    /// The endings that are no play: the fault of a program.
    pub const FAULTS: [Reason; 5] =
        [Reason::Foul, Reason::Illegal, Reason::Crash, Reason::Timeout, Reason::Hang];

    /// Whether the game was lost by a fault.
    #[must_use]
    pub fn is_fault(self) -> bool {
        Reason::FAULTS.contains(&self)
    }

    /// The word for it in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Five => "five",
            Reason::Captures => "captures",
            Reason::Stones => "stones",
            Reason::Full => "full",
            Reason::Length => "length",
            Reason::Resigned => "resigned",
            Reason::Foul => "foul",
            Reason::Illegal => "illegal",
            Reason::Crash => "crash",
            Reason::Timeout => "timeout",
            Reason::Hang => "hang",
        }
    }
}

/// What an engine told of its search for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Value for the engine in its own units; a win in n plies is 30000 − n, a loss n − 30000.
    pub score: Option<i32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub game: u64,
    /// The engine with the black stones, then that with the white ones.
    pub players: [String; 2],
    /// The name of the law.
    pub rule: String,
    /// The board: in JSON the side of a square, or `"15x20"`.
    #[serde(with = "size_json")]
    pub size: BoardSize,
    /// What each may use, in words: black's, then white's.
    pub limits: [String; 2],
    /// The opening, as a move string, as it was played.
    pub opening: String,
    /// The name the opening came with, and under which of the eight symmetries it was played.
    pub opening_name: String,
    /// All moves, the opening's too.
    pub moves: String,
    /// Who won.
    pub result: Outcome,
    /// Why.
    pub reason: Reason,
    /// More about it, in words; empty where there is nothing more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How long each move after the opening took, in milliseconds; of a game that was lost by a fault the last
    /// may have no move.
    pub ms: Vec<u64>,
    /// The depth told for each of them.
    pub depth: Vec<Option<u32>>,
    /// The score told for each of them, from the mover's side.
    pub score: Vec<Option<i32>>,
    /// The nodes told for each of them.
    pub nodes: Vec<Option<u64>>,
    /// The longest that each side was over its time for a move, in milliseconds: black's, then white's.
    pub overrun_ms: [u64; 2],
}

impl GameRecord {
    /// The name of the engine with the stones of a colour.
    #[must_use]
    pub fn name(&self, color: Color) -> &str {
        &self.players[color.index()]
    }

    /// The side that lost.
    #[must_use]
    pub fn loser(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.result.half_points(color) == 0)
    }
}

/// Stones as a move string.
#[must_use]
pub fn written(stones: &[Point]) -> String {
    format_moves(&stones.iter().map(|&p| Some(p)).collect::<Vec<_>>())
}

/// A size in JSON: the side of a square as a number, otherwise text.
pub(super) mod size_json {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::board::BoardSize;
    use crate::record::parse_size;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Side(i64),
        Text(String),
    }

    pub(in crate::arena) fn serialize<S: Serializer>(
        size: &BoardSize,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match size.is_square() {
            true => to.serialize_u8(size.width()),
            false => to.collect_str(size),
        }
    }

    pub(in crate::arena) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BoardSize, D::Error> {
        match Written::deserialize(from)? {
            Written::Side(side) => BoardSize::square(side).map_err(D::Error::custom),
            Written::Text(text) => parse_size(&text).map_err(D::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tally::tests::record;

    #[test]
    fn a_game_is_read_as_it_is_written() {
        let mut game = record(Outcome::White, Reason::Foul);
        for (size, text) in [
            (BoardSize::FIFTEEN, "\"size\":15,"),
            (BoardSize::new(15, 20).unwrap(), "\"size\":\"15x20\","),
        ] {
            game.size = size;
            let line = serde_json::to_string(&game).unwrap();
            assert!(line.contains(text) && line.contains("\"reason\":\"foul\""), "{line}");
            assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), game);
        }
        assert_eq!((game.name(Color::White), game.loser()), ("B", Some(Color::Black)));
    }
}
