//! Checking a certificate with the reference rules alone.
//!
//! At every node of the defender every legal reply is answered: those that have an answer of their own
//! with that answer, all others with the default. The checker knows no threats and takes nothing for
//! granted; a proof is right when each of the attacker's moves is legal and every branch ends with the
//! attacker's win under the law.
//!
//! Five thoughts save time. All are about the rules alone, and none changes a verdict or the flaw that is
//! named:
//!
//! - moves are played on one board and taken back;
//! - where the answer is a five, a reply that does not touch its row leaves the five what it is
//!   (`Five`), and only has to be no five itself;
//! - a stone changes only the rows through it, so a point at which the defender could not make a five
//!   before can become one only at an end of a row through a new stone;
//! - whether a reply is a foul is asked only if it would save the defender: a forbidden reply loses;
//! - what follows a node that several others lead to is played out once in each situation. Situations are
//!   compared cell by cell.

use std::collections::{HashMap, HashSet};
use std::fmt;

use ahash::RandomState;
use thiserror::Error;

use super::proof::{Node, Proof, Start};
use crate::board::notation::WrittenMove;
use crate::board::{Cell, Color, Dir, Point, PointSet};
use crate::rules::reference::{Game, Judging, Row, Situation};
use crate::rules::{Ending, Illegal};

/// The most situations that are remembered, each of some hundred bytes.
const MOST_SITUATIONS: usize = 1 << 20;

/// What a check has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The side whose win is proved.
    pub winner: Color,
    /// Attacker's moves in the whole tree, every reply played out. Below replies that are fouls they may
    /// be counted or not.
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
    let mut game = set_up(proof).map_err(|illegal| flaw(FlawKind::Start(illegal)))?;
    if game.ending().is_some() {
        return Err(flaw(FlawKind::Over));
    }
    let mut checker = Checker {
        proof,
        attacker: game.to_move(),
        line: Vec::new(),
        moves: 0,
        shared: shared(proof),
        settled: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
    };
    match checker.attack(&mut game, 0, Since::Unknown) {
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

/// The nodes that answer something and that more than one other node leads to.
fn shared(proof: &Proof) -> Vec<bool> {
    let mut parents = vec![0u8; proof.nodes.len()];
    for node in &proof.nodes {
        let children: HashSet<usize> = node.replies.values().copied().chain(node.default).collect();
        for child in children {
            if let Some(count) = parents.get_mut(child) {
                *count = count.saturating_add(1);
            }
        }
    }
    parents.into_iter().zip(&proof.nodes).map(|(count, node)| count > 1 && !node.ends()).collect()
}

/// A five that the default answer makes.
struct Five {
    /// The cells that it hangs on: its row, and the cells at both ends.
    cells: PointSet,
}

impl Five {
    /// The five that the attacker, not to move, would make on `p`. A stone on any other cell than these
    /// changes nothing about it, if it captures nothing.
    fn on(game: &Game, attacker: Color, p: Point) -> Option<Five> {
        if game.playable(p).is_err() {
            return None;
        }
        let five = game.rule().five[attacker];
        let row = Dir::ALL
            .into_iter()
            .map(|dir| Row::through(game.grid(), attacker, p, dir))
            .find(|row| row.wins(game.grid(), five, attacker))?;
        let mut cells: PointSet = row.points().collect();
        cells.extend(row.open_ends(game.grid(), attacker));
        Some(Five { cells })
    }
}

/// What is known of the points at which the defender could make a five.
#[derive(Clone, Copy)]
enum Since<'a> {
    /// Nothing.
    Unknown,
    /// At the defender's last turn they were these, and then it replied so.
    Turn(&'a PointSet, WrittenMove),
}

/// The points at which the side to move, the defender, can make a five, fouls or not; `last` is the
/// attacker's stone.
fn fives(game: &Game, since: Since<'_>, last: Point) -> PointSet {
    let grid = game.grid();
    let candidates: PointSet = match since {
        Since::Turn(fives, reply) if game.rule().captures.is_none() => {
            let mut candidates = *fives;
            for p in reply.into_iter().chain([last]) {
                for dir in Dir::ALL {
                    let row = Row::through(grid, game.to_move(), p, dir);
                    candidates.extend(row.open_ends(grid, game.to_move()));
                }
            }
            candidates
        }
        _ => grid.empty_points().collect(),
    };
    let five = |&p: &Point| grid.get(p) == Some(Cell::Empty) && game.would_be_five(p);
    candidates.iter().filter(five).collect()
}

struct Checker<'a> {
    proof: &'a Proof,
    attacker: Color,
    /// The line played so far; where a flaw is found it is left as it is.
    line: Vec<WrittenMove>,
    moves: u64,
    shared: Vec<bool>,
    /// What has been played out below shared nodes, and how many moves that were.
    settled: HashMap<(usize, Situation), u64, RandomState>,
}

impl Checker<'_> {
    /// The attacker is to move and plays a node's move; then every reply must be answered.
    fn attack(&mut self, game: &mut Game, index: usize, since: Since<'_>) -> Result<(), FlawKind> {
        let Some(node) = self.proof.nodes.get(index) else { return Err(FlawKind::NotWon) };
        let shared = self.shared.get(index) == Some(&true);
        let situation = shared.then(|| (index, game.situation()));
        if let Some(&moves) = situation.as_ref().and_then(|known| self.settled.get(known)) {
            self.moves = self.moves.saturating_add(moves);
            return Ok(());
        }
        let begin = self.moves;
        self.moves = self.moves.saturating_add(1);
        self.line.push(Some(node.play));
        let played = game.trying(Some(node.play), Judging::Before, |game| match game.ending() {
            Some(ending) if !self.wins(ending) => Err(FlawKind::NotWon),
            Some(_) if !node.ends() => Err(FlawKind::TooLong),
            Some(_) => Ok(()),
            None => self.defend(game, node, since),
        });
        played.map_err(FlawKind::Move)??;
        self.line.pop();
        if let Some(situation) = situation
            && self.settled.len() < MOST_SITUATIONS
        {
            self.settled.insert(situation, self.moves - begin);
        }
        Ok(())
    }

    /// The defender is to move: every legal reply, a pass included.
    fn defend(&mut self, game: &mut Game, node: &Node, since: Since<'_>) -> Result<(), FlawKind> {
        for &at in node.replies.keys() {
            let possible = match at {
                Some(p) => game.playable(p).is_ok(),
                None => game.pass_legality().is_ok(),
            };
            if !possible {
                return Err(FlawKind::IdleReply(at));
            }
        }
        let fives = fives(game, since, node.play);
        let empty: PointSet = game.grid().empty_points().collect();
        let lost = self.beside_the_five(game, node, &empty).minus(&fives);
        self.moves = self.moves.saturating_add(lost.len() as u64);
        for p in empty.minus(&lost).iter() {
            self.reply(game, node, Some(p), &fives)?;
        }
        self.reply(game, node, None, &fives)
    }

    /// Those of the empty points at which a reply does not touch the five that answers it. They all lose,
    /// but for those that make a five.
    fn beside_the_five(&self, game: &Game, node: &Node, empty: &PointSet) -> PointSet {
        let answer = node.default.and_then(|n| self.proof.nodes.get(n)).filter(|node| node.ends());
        let five = answer
            .filter(|_| game.only_fives_end_it())
            .and_then(|answer| Five::on(game, self.attacker, answer.play));
        let Some(five) = five else { return PointSet::EMPTY };
        let listed: PointSet = node.replies.keys().copied().flatten().collect();
        let beside = empty.minus(&five.cells).minus(&listed);
        if game.rule().captures.is_none() {
            return beside;
        }
        beside.iter().filter(|&p| !game.would_capture(p)).collect()
    }

    /// One reply, if it is legal.
    fn reply(
        &mut self,
        game: &mut Game,
        node: &Node,
        at: WrittenMove,
        fives: &PointSet,
    ) -> Result<(), FlawKind> {
        let (depth, moves) = (self.line.len(), self.moves);
        let tried = game.trying(at, Judging::Later, |game| match game.ending() {
            Some(ending) if self.wins(ending) => Ok(()),
            Some(_) => Err(FlawKind::Escapes(at)),
            None => {
                let answer = node.replies.get(&at).copied().or(node.default);
                let answer = answer.ok_or(FlawKind::NoAnswer(at))?;
                self.line.push(at);
                self.attack(game, answer, Since::Turn(fives, at))?;
                self.line.pop();
                Ok(())
            }
        });
        match tried {
            Ok(Err(flaw)) if !at.is_some_and(|p| game.loses_by_foul(p)) => Err(flaw),
            Ok(Err(_)) => {
                self.line.truncate(depth);
                self.moves = moves;
                Ok(())
            }
            // It is answered, or not possible at all.
            Ok(Ok(())) | Err(_) => Ok(()),
        }
    }

    fn wins(&self, ending: Ending) -> bool {
        matches!(ending, Ending::Win { winner, .. } if winner == self.attacker)
    }
}
