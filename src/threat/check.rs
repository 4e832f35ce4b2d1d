//! The checker's work on the fast position: the same replies, the same verdicts as [`super::verify()`].
//!
//! A solver asks it before it tells a win, so it must not take longer than the search. Two thoughts make
//! it quick, and neither knows of threats or zones:
//!
//! - where the attacker has a four, the answer to nearly every reply is the five itself. Under the laws
//!   in which a five can be stopped on its very point alone, every other reply that is no five loses to
//!   it, and need not be played out;
//! - a node that was checked in a position need not be checked there again.

use std::collections::HashSet;

use ahash::RandomState;

use super::proof::Node;
use super::replies;
use crate::board::Color;
use crate::board::notation::WrittenMove;
use crate::board::zobrist::Key;
use crate::line::Class;
use crate::position::Position;
use crate::rules::{Ending, Illegal};

/// Whether the nodes prove that the side to move wins.
#[must_use]
pub fn check(nodes: &[Node], position: &Position) -> bool {
    check_until(nodes, position, &|| false) == Some(true)
}

/// The same; `None` where `stop`, which is asked now and then, said true first.
#[must_use]
pub fn check_until(nodes: &[Node], position: &Position, stop: &dyn Fn() -> bool) -> Option<bool> {
    let mut position = position.clone();
    if position.ending().is_some() {
        return Some(false);
    }
    let mut checker = Checker {
        nodes,
        attacker: position.to_move(),
        quick: replies::only_on_the_point(&position),
        checked: HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
        stop,
        played: 0,
        stopped: false,
    };
    let right = checker.attack(&mut position, 0);
    (!checker.stopped).then_some(right)
}

/// Moves of the attacker between two questions whether to stop.
const ASK: u32 = 256;

struct Checker<'a> {
    nodes: &'a [Node],
    attacker: Color,
    /// Whether a five can only be stopped on its own point.
    quick: bool,
    checked: HashSet<(Key, usize), RandomState>,
    stop: &'a dyn Fn() -> bool,
    /// Moves of the attacker that were played.
    played: u32,
    stopped: bool,
}

impl Checker<'_> {
    /// The attacker plays a node's move; then every reply must be answered.
    fn attack(&mut self, position: &mut Position, index: usize) -> bool {
        let Some(node) = self.nodes.get(index) else { return false };
        self.played = self.played.wrapping_add(1);
        self.stopped |= self.played.is_multiple_of(ASK) && (self.stop)();
        if self.stopped {
            return false;
        }
        if position.legality(node.play).is_err() {
            return false;
        }
        let branches = !node.replies.is_empty() || node.default.is_some();
        if branches && self.checked.contains(&(position.key(), index)) {
            return true;
        }
        let before = position.key();
        position.play(node.play);
        let right = match position.ending() {
            Some(ending) => self.wins(ending) && !branches,
            None => self.defend(position, node),
        };
        position.undo();
        if right && branches {
            self.checked.insert((before, index));
        }
        right
    }

    fn defend(&mut self, position: &mut Position, node: &Node) -> bool {
        let possible = |position: &Position, at: WrittenMove| match at {
            Some(p) => matches!(position.legality(p), Ok(()) | Err(Illegal::Foul(..))),
            None => position.pass_legality().is_ok(),
        };
        if !node.replies.keys().all(|&at| possible(position, at)) {
            return false;
        }
        if self.falls_to_the_five(position, node) {
            return node.replies.keys().all(|&at| self.reply(position, node, at));
        }
        let points: Vec<WrittenMove> = position.empty().iter().map(Some).chain([None]).collect();
        points.into_iter().all(|at| self.reply(position, node, at))
    }

    /// Whether all replies but those listed lose to a five that the default answer makes.
    fn falls_to_the_five(&self, position: &Position, node: &Node) -> bool {
        let Some(default) = node.default.and_then(|n| self.nodes.get(n)) else { return false };
        self.quick
            && position.class(self.attacker, default.play) == Class::Five
            && default.replies.is_empty()
            && default.default.is_none()
            && position.count(!self.attacker, Class::Five) == 0
            && position.empty_count() > usize::from(position.rule().draw_at_empty) + 1
            && position.rule().stone_limit.is_none()
            && !position.rule().dead_board_draw
            && (node.replies.contains_key(&Some(default.play))
                || position.legality(default.play).is_err())
    }

    fn reply(&mut self, position: &mut Position, node: &Node, at: WrittenMove) -> bool {
        match at {
            Some(p) if position.legality(p).is_err() => return true,
            None if position.pass_legality().is_err() => return true,
            Some(p) => position.play(p),
            None => position.pass(),
        }
        let right = match position.ending() {
            Some(ending) => self.wins(ending),
            None => match node.replies.get(&at).copied().or(node.default) {
                Some(answer) => self.attack(position, answer),
                None => false,
            },
        };
        position.undo();
        right
    }

    fn wins(&self, ending: Ending) -> bool {
        matches!(ending, Ending::Win { winner, .. } if winner == self.attacker)
    }
}
