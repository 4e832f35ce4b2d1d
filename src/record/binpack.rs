//! Games of the engine against itself as a compact record: what the evaluation is fitted on.
//!
//! ```text
//! head   "KAGETSUR", version u16, nodes a move u32, width u8, height u8, length u8 and name of the law
//! game   plies u16, opening plies u16, result u8, end u8,
//!        a point u16 for each ply, a score i16 for each ply after the opening
//! ```
//!
//! Numbers are little-endian. A point is `y · width + x`, a pass is 32 767; 32 768 is added where the move
//! was drawn at random. Scores are in centi-score
//! from the side to move; from ±29 000 they are proved wins and losses. Behind a game stand the positions that its
//! searches came across, as games of one scored move whose end is 3.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::board::notation::WrittenMove;
use crate::board::{BoardSize, Color};
use crate::rules::RuleSpec;
use crate::rules::law::UnknownRule;

const MAGIC: &[u8; 8] = b"KAGETSUR";
const VERSION: u16 = 1;
const PASS: u16 = i16::MAX as u16;
/// Added to a move that was drawn at random.
const RANDOM: u16 = 1 << 15;
/// Longest game that is believed: more than all points of the largest board, captured ones laid again.
const MOST_PLIES: u16 = 4_096;

/// What holds for all games of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The law.
    pub rule: RuleSpec,
    /// The board.
    pub size: BoardSize,
    /// Nodes of each search; 0 where the depth was fixed.
    pub nodes: u32,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the law.
    Law = 0,
    /// A win was proved; the rest was not played.
    Proved = 1,
    /// Nobody can make a five any more, or the game was cut off as a draw.
    Drawn = 2,
    /// No game, but a position that a search came across: all moves but the last lead to it, the last is what
    /// another search would play there, and the only score is what that one thinks.
    Position = 3,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// All moves, those of the opening first.
    pub moves: Vec<WrittenMove>,
    /// How many of them are the opening.
    pub opening: usize,
    /// The score that the search gave before each move after the opening, from the side to move.
    pub scores: Vec<i16>,
    /// Plies of the moves after the opening that were drawn at random, ascending.
    pub random: Vec<usize>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
}

/// Why a record cannot be read or written.
#[derive(Debug, Error)]
pub enum BinpackError {
    /// The file does not begin as a record does.
    #[error("this is no record of self-play")]
    Foreign,
    /// The record was written in another form.
    #[error("version {0} of the record is not read here, only version {VERSION}")]
    Version(u16),
    /// The head names no law known here.
    #[error("the head of the record: {0}")]
    Law(#[from] UnknownRule),
    /// The head makes no sense.
    #[error("the head of the record is broken")]
    Head,
    /// The file ends within a game, counted from 1.
    #[error("the record breaks off in game {0}")]
    Truncated(usize),
    /// A game makes no sense, counted from 1.
    #[error("game {game} of the record: {what}")]
    Game {
        /// The game, counted from 1.
        game: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes games one after another.
pub struct Writer<W: Write> {
    out: W,
    size: BoardSize,
    games: usize,
}

impl<W: Write> Writer<W> {
    /// Writes the head.
    ///
    /// # Errors
    /// When the law's name is too long, or nothing can be written.
    pub fn new(mut out: W, head: &Head) -> Result<Writer<W>, BinpackError> {
        let name = head.rule.name.as_bytes();
        let length = u8::try_from(name.len()).map_err(|_| BinpackError::Head)?;
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&head.nodes.to_le_bytes())?;
        out.write_all(&[head.size.width(), head.size.height(), length])?;
        out.write_all(name)?;
        Ok(Writer { out, size: head.size, games: 0 })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When it makes no sense, or nothing can be written.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), BinpackError> {
        self.games += 1;
        let wrong = |what| BinpackError::Game { game: self.games, what };
        if game.opening + game.scores.len() != game.moves.len() {
            return Err(wrong("each move after the opening needs a score"));
        }
        if game.end == End::Position && game.scores.len() != 1 {
            return Err(wrong("a position has one score"));
        }
        let plies = u16::try_from(game.moves.len()).ok().filter(|&plies| plies <= MOST_PLIES);
        let plies = plies.ok_or_else(|| wrong("too long"))?;
        let mut bytes = Vec::with_capacity(8 + 4 * game.moves.len());
        bytes.extend(plies.to_le_bytes());
        bytes.extend((game.opening as u16).to_le_bytes());
        bytes.push(match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        });
        bytes.push(game.end as u8);
        for (ply, &written) in game.moves.iter().enumerate() {
            let point = written.map_or(PASS, |p| {
                u16::from(p.y()) * u16::from(self.size.width()) + u16::from(p.x())
            });
            let mark = if game.random.contains(&ply) { RANDOM } else { 0 };
            bytes.extend((point | mark).to_le_bytes());
        }
        for score in &game.scores {
            bytes.extend(score.to_le_bytes());
        }
        self.out.write_all(&bytes)?;
        Ok(())
    }

    /// Makes sure that everything is written.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn finish(mut self) -> Result<W, BinpackError> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Reads games one after another.
pub struct Reader<R: Read> {
    from: R,
    head: Head,
    games: usize,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the head.
    ///
    /// # Errors
    /// When the file is no record, or one that is not read here.
    pub fn new(mut from: R) -> Result<Reader<R>, BinpackError> {
        let mut magic = [0; MAGIC.len()];
        fill(&mut from, &mut magic, BinpackError::Foreign)?;
        if &magic != MAGIC {
            return Err(BinpackError::Foreign);
        }
        let mut version = [0; 2];
        fill(&mut from, &mut version, BinpackError::Head)?;
        match u16::from_le_bytes(version) {
            VERSION => {}
            other => return Err(BinpackError::Version(other)),
        }
        let (mut nodes, mut sizes) = ([0; 4], [0; 3]);
        fill(&mut from, &mut nodes, BinpackError::Head)?;
        fill(&mut from, &mut sizes, BinpackError::Head)?;
        let [width, height, length] = sizes;
        let mut name = vec![0; usize::from(length)];
        fill(&mut from, &mut name, BinpackError::Head)?;
        let name = String::from_utf8(name).map_err(|_| BinpackError::Head)?;
        let size = BoardSize::new(width.into(), height.into()).map_err(|_| BinpackError::Head)?;
        let head = Head { rule: RuleSpec::named(&name)?, size, nodes: u32::from_le_bytes(nodes) };
        Ok(Reader { from, head, games: 0, ended: false })
    }

    /// What holds for all games.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The next game; `None` where the file ends.
    fn game(&mut self) -> Result<Option<GameRecord>, BinpackError> {
        let mut first = [0; 1];
        if self.from.read(&mut first)? == 0 {
            return Ok(None);
        }
        self.games += 1;
        let number = self.games;
        let broken = || BinpackError::Truncated(number);
        let wrong = |what| BinpackError::Game { game: number, what };
        let mut rest = [0; 5];
        fill(&mut self.from, &mut rest, broken())?;
        let ([low], [high, opening_low, opening_high, result, end]) = (first, rest);
        let plies = u16::from_le_bytes([low, high]);
        let opening = u16::from_le_bytes([opening_low, opening_high]);
        if plies > MOST_PLIES || opening > plies {
            return Err(wrong("the numbers of plies make no sense"));
        }
        let winner = match result {
            0 => Some(Color::White),
            1 => None,
            2 => Some(Color::Black),
            _ => return Err(wrong("there is no such result")),
        };
        let end = match end {
            0 => End::Law,
            1 => End::Proved,
            2 => End::Drawn,
            3 => End::Position,
            _ => return Err(wrong("there is no such ending")),
        };
        let scored = plies - opening;
        if end == End::Position && scored != 1 {
            return Err(wrong("a position has one score"));
        }
        let mut bytes = vec![0; 2 * usize::from(plies + scored)];
        fill(&mut self.from, &mut bytes, broken())?;
        let mut words = bytes.chunks_exact(2).map(|word| match word {
            &[low, high] => u16::from_le_bytes([low, high]),
            _ => unreachable!("chunks of two have two bytes"),
        });
        let width = i64::from(self.head.size.width());
        let (mut moves, mut random) = (Vec::with_capacity(usize::from(plies)), Vec::new());
        for (ply, word) in words.by_ref().take(usize::from(plies)).enumerate() {
            if word & RANDOM != 0 {
                random.push(ply);
            }
            let word = word & !RANDOM;
            let at = i64::from(word);
            let point = self.head.size.point(at % width, at / width);
            if word != PASS && point.is_none() {
                return Err(wrong("a move is outside the board"));
            }
            moves.push(if word == PASS { None } else { point });
        }
        let scores = words.map(|word| word as i16).collect();
        Ok(Some(GameRecord { moves, opening: usize::from(opening), scores, random, winner, end }))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameRecord, BinpackError>;

    /// The next game. After an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// Reads so many bytes; `short` is the error where the file has fewer.
fn fill(from: &mut impl Read, bytes: &mut [u8], short: BinpackError) -> Result<(), BinpackError> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => short,
        _ => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn head() -> Head {
        Head { rule: RuleSpec::RENJU, size: BoardSize::new(15, 19).unwrap(), nodes: 3_000 }
    }

    fn games() -> Vec<GameRecord> {
        let p = |x, y| Point::new(x, y);
        vec![
            GameRecord {
                moves: vec![p(7, 7), p(14, 18), None, p(0, 0)],
                opening: 2,
                scores: vec![-31, 29_995],
                random: vec![3],
                winner: Some(Color::White),
                end: End::Proved,
            },
            GameRecord {
                moves: vec![],
                opening: 0,
                scores: vec![],
                random: vec![],
                winner: None,
                end: End::Drawn,
            },
            GameRecord {
                moves: vec![p(3, 4)],
                opening: 0,
                scores: vec![7],
                random: vec![],
                winner: Some(Color::Black),
                end: End::Law,
            },
            GameRecord {
                moves: vec![p(3, 4), p(8, 8)],
                opening: 1,
                scores: vec![-70],
                random: vec![],
                winner: None,
                end: End::Position,
            },
        ]
    }

    fn written() -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), &head()).unwrap();
        for game in games() {
            writer.write(&game).unwrap();
        }
        writer.finish().unwrap()
    }

    /// The first error of a record, as it is told.
    fn complaint(bytes: &[u8]) -> Option<String> {
        match Reader::new(bytes) {
            Ok(reader) => reader.filter_map(Result::err).next().map(|e| e.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = written();
        let reader = Reader::new(bytes.as_slice()).unwrap();
        assert_eq!(*reader.head(), head());
        let read: Vec<GameRecord> = reader.map(Result::unwrap).collect();
        assert_eq!(read, games());
    }

    #[test]
    fn a_record_cut_off_anywhere_says_so() {
        let bytes = written();
        let mut ends = Vec::new();
        for length in 0..bytes.len() {
            match complaint(&bytes[..length]) {
                Some(told) if length < 8 => assert_eq!(told, "this is no record of self-play"),
                Some(told) => {
                    let known = ["the head of the record is broken", "the record breaks off in"];
                    assert!(known.iter().any(|k| told.starts_with(k)), "{length}: {told}");
                }
                // Between two games the file is whole.
                None => ends.push(length),
            }
        }
        assert_eq!(ends.len(), games().len());
    }

    #[test]
    fn foreign_files_are_recognised() {
        let told = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = written();
            change(&mut bytes);
            complaint(&bytes).unwrap_or_default()
        };
        assert_eq!(told(&|b| b[0] = b'P'), "this is no record of self-play");
        assert!(told(&|b| b[8] = 9).starts_with("version 9 of the record is not read here"));
        assert_eq!(told(&|b| b[14] = 77), "the head of the record is broken");
        assert!(told(&|b| b[17] = b'x').contains("unknown rule \"xenju\""));
        let game = 17 + "renju".len();
        assert_eq!(told(&|b| b[game + 4] = 3), "game 1 of the record: there is no such result");
        assert_eq!(told(&|b| b[game + 5] = 4), "game 1 of the record: there is no such ending");
        assert!(told(&|b| b[game + 2] = 5).contains("plies make no sense"));
        assert!(told(&|b| b[game + 7] = 3).contains("outside the board"));
    }

    #[test]
    fn a_game_that_makes_no_sense_is_not_written() {
        let mut writer = Writer::new(Vec::new(), &head()).unwrap();
        let mut game = games().remove(0);
        game.scores.pop();
        assert!(writer.write(&game).is_err());
        let game = GameRecord { end: End::Position, ..games().remove(0) };
        assert!(writer.write(&game).is_err());
    }
}
