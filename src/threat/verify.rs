//! Checking a certificate with the reference rules alone.
//!
//! At every node of the defender every legal reply is played out: those that have an answer of their
//! own with that answer, all others with the default. The checker knows no threats and takes nothing for
//! granted; a proof is right when each of the attacker's moves is legal and every branch ends with the
//! attacker's win under the law.

use std::fmt;

use thiserror::Error;

use super::proof::{Node, Proof, Start};
use crate::board::Color;
use crate::board::notation::WrittenMove;
use crate::rules::reference::Game;
use crate::rules::{Ending, Illegal};

/// What a check has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The side whose win is proved.
    pub winner: Color,
    /// Attacker's moves that were played out.
    pub moves: u64,
}

/// The first flaw of a proof, and the line that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Flaw {
    /// Moves from the position that the proof is about.
    pub line: Vec<WrittenMove>,
    /// What is wrong there.
    pub kind: FlawKind,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FlawKind {
    /// The position cannot be set up.
    #[error("the position is not possible: {0}")]
    Start(Illegal),
    /// The game is over before the proof begins.
    #[error("the game is over already")]
    Over,
    /// The attacker's move is not legal.
    #[error("the move is not possible: {0}")]
    Move(Illegal),
    /// The attacker's move ends the game without winning it.
    #[error("the move ends the game, and does not win it")]
    NotWon,
    /// The game is won, and the proof goes on.
    #[error("the game is won, but the proof goes on")]
    TooLong,
    /// Nothing answers a reply.
    #[error("nothing answers {}", reply(.0))]
    NoAnswer(WrittenMove),
    /// A reply that has an answer cannot be played.
    #[error("{} has an answer but is not possible", reply(.0))]
    IdleReply(WrittenMove),
    /// The defender's reply ends the game, and not for the attacker.
    #[error("{} ends the game, and does not lose it", reply(.0))]
    Escapes(WrittenMove),
}

fn reply(at: &WrittenMove) -> String {
    at.map_or_else(|| "a pass".to_owned(), |p| p.to_string().to_uppercase())
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.line.is_empty() {
            f.write_str("after")?;
            for at in &self.line {
                write!(f, " {}", at.map_or("--".to_owned(), |p| p.to_string().to_uppercase()))?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}", self.kind)
    }
}

/// Checks a proof.
///
/// # Errors
/// With the first flaw.
pub fn verify(proof: &Proof) -> Result<Checked, Flaw> {
    let flaw = |kind| Flaw { line: Vec::new(), kind };
    let game = set_up(proof).map_err(|illegal| flaw(FlawKind::Start(illegal)))?;
    if game.ending().is_some() {
        return Err(flaw(FlawKind::Over));
    }
    let mut checker = Checker { proof, attacker: game.to_move(), line: Vec::new(), moves: 0 };
    match checker.attack(&game, 0) {
        Ok(()) => Ok(Checked { winner: checker.attacker, moves: checker.moves }),
        Err(kind) => Err(Flaw { line: checker.line, kind }),
    }
}

fn set_up(proof: &Proof) -> Result<Game, Illegal> {
    match &proof.start {
        Start::Stones { stones, to_move } => {
            Game::from_setup(&proof.rule, proof.size, stones, *to_move)
        }
        Start::Moves(moves) => {
            let mut game = Game::new(&proof.rule, proof.size);
            for at in moves {
                match at {
                    Some(p) => game.play(*p)?,
                    None => game.pass()?,
                };
            }
            Ok(game)
        }
    }
}

struct Checker<'a> {
    proof: &'a Proof,
    attacker: Color,
    /// The line played so far; where a flaw is found it is left as it is.
    line: Vec<WrittenMove>,
    moves: u64,
}

impl Checker<'_> {
    /// The attacker is to move and plays a node's move; then every reply must be answered.
    fn attack(&mut self, game: &Game, node: usize) -> Result<(), FlawKind> {
        let Some(node) = self.proof.nodes.get(node) else { return Err(FlawKind::NotWon) };
        let mut game = game.clone();
        self.moves += 1;
        self.line.push(Some(node.play));
        let goes_on = !node.replies.is_empty() || node.default.is_some();
        match game.play(node.play).map_err(FlawKind::Move)? {
            Some(ending) if !self.wins(ending) => return Err(FlawKind::NotWon),
            Some(_) if goes_on => return Err(FlawKind::TooLong),
            Some(_) => {}
            None => self.defend(&game, node)?,
        }
        self.line.pop();
        Ok(())
    }

    /// The defender is to move: every legal reply, a pass included.
    fn defend(&mut self, game: &Game, node: &Node) -> Result<(), FlawKind> {
        for &at in node.replies.keys() {
            let possible = match at {
                Some(p) => matches!(game.legality(p), Ok(()) | Err(Illegal::Foul(..))),
                None => game.pass_legality().is_ok(),
            };
            if !possible {
                return Err(FlawKind::IdleReply(at));
            }
        }
        let points = game.grid().empty_points().map(Some);
        let replies: Vec<WrittenMove> = points.chain([None]).collect();
        for at in replies {
            let mut after = game.clone();
            let ending = match at {
                Some(p) => after.play(p),
                None => after.pass(),
            };
            match ending {
                // Not a legal reply.
                Err(_) => {}
                Ok(Some(ending)) if self.wins(ending) => {}
                Ok(Some(_)) => return Err(FlawKind::Escapes(at)),
                Ok(None) => {
                    let answer = node.replies.get(&at).copied().or(node.default);
                    let answer = answer.ok_or(FlawKind::NoAnswer(at))?;
                    self.line.push(at);
                    self.attack(&after, answer)?;
                    self.line.pop();
                }
            }
        }
        Ok(())
    }

    fn wins(&self, ending: Ending) -> bool {
        matches!(ending, Ending::Win { winner, .. } if winner == self.attacker)
    }
}
