//! Wins with quiet moves, the floor above threats.
//!
//! ```text
//! attacker   a quiet move after which, if the defender passes, a win by threats follows
//! defender   every reply is tried against the certificate of that win; those that spoil it are searched
//! attacker   a win by threats, or the next quiet move
//! ```
//!
//! Nothing is argued here: whether a reply spoils a win is found out by checking the win's certificate
//! in the position after the reply. That is slow and right, and one or two quiet moves are all that a
//! puzzle has.

use std::collections::BTreeMap;

use super::check::check_until;
use super::proof::Node;
use super::vct::{Budget, Vct, VctLimit, VctOutcome};
use crate::board::Point;
use crate::line::Class;
use crate::position::Position;
use crate::rules::Ending;

/// Nodes for a win by threats in the first round; each round has [`GROWTH`] times as many.
const FIRST_ROUND: u64 = 2_000;
const GROWTH: u64 = 8;

/// The search.
pub(super) struct Quiet<'a> {
    vct: &'a mut Vct,
    /// Nodes of the search by threats at which this one ends.
    end: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Nodes for one win by threats.
    threat_nodes: u64,
    /// Whether something was left out in this round: a quiet move too many, a win by threats not looked
    /// for to the end.
    cut: bool,
}

/// What a search has found out.
pub(super) enum QuietOutcome {
    /// A win, with the tree of its certificate.
    Win(Vec<Node>),
    /// No move within two steps of the stones begins a win in which every quiet move threatens a win by
    /// threats. There may be others.
    Exhausted,
    /// A limit came first.
    Unknown,
}

impl<'a> Quiet<'a> {
    pub(super) fn new(vct: &'a mut Vct, nodes: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        let end = vct.nodes().saturating_add(nodes);
        Quiet { vct, end, stop, threat_nodes: FIRST_ROUND, cut: false }
    }

    /// Looks for a win of the side to move until a limit is reached: in each round one more quiet move,
    /// and more nodes for each win by threats. A win may cost what the budget allows: a quiet move is one
    /// of the moves that are no fours.
    pub(super) fn solve(&mut self, position: &mut Position, budget: Budget) -> QuietOutcome {
        let mut quiet_moves = 1;
        loop {
            self.cut = false;
            if let Some(nodes) = self.attack(position, quiet_moves, budget) {
                return QuietOutcome::Win(nodes);
            }
            if self.is_over() {
                return QuietOutcome::Unknown;
            }
            if !self.cut {
                return QuietOutcome::Exhausted;
            }
            quiet_moves += 1;
            self.threat_nodes = self.threat_nodes.saturating_mul(GROWTH);
        }
    }

    fn is_over(&self) -> bool {
        self.vct.nodes() >= self.end || (self.stop)()
    }

    /// The attacker is to move and has so many quiet moves left.
    fn attack(
        &mut self,
        position: &mut Position,
        quiet_moves: usize,
        budget: Budget,
    ) -> Option<Vec<Node>> {
        if let Some(nodes) = self.threats(position, budget) {
            return Some(nodes);
        }
        if position.count(!position.to_move(), Class::Five) > 0 {
            return None;
        }
        if quiet_moves == 0 {
            self.cut = true;
            return None;
        }
        let after = budget.after_threat()?;
        for p in candidates(position) {
            if self.is_over() {
                return None;
            }
            position.play(p);
            let nodes = match position.ending() {
                Some(_) => None,
                None => self.defend(position, p, quiet_moves - 1, after),
            };
            position.undo();
            if nodes.is_some() {
                return nodes;
            }
        }
        None
    }

    /// The tree of a win by threats.
    fn threats(&mut self, position: &mut Position, budget: Budget) -> Option<Vec<Node>> {
        let nodes = self.threat_nodes.min(self.end.saturating_sub(self.vct.nodes()));
        let limit = VctLimit { nodes, budget };
        match self.vct.solve(position, limit, 1, self.stop) {
            VctOutcome::Win => {
                let nodes = self.end.saturating_sub(self.vct.nodes());
                self.vct.certify(position, VctLimit { nodes, budget }, self.stop)
            }
            VctOutcome::NoWin => None,
            VctOutcome::Unknown => {
                self.cut = true;
                None
            }
        }
    }

    /// The attacker has played a quiet move.
    fn defend(
        &mut self,
        position: &mut Position,
        play: Point,
        quiet_moves: usize,
        budget: Budget,
    ) -> Option<Vec<Node>> {
        let us = !position.to_move();
        position.pass();
        let threat =
            if position.ending().is_some() { None } else { self.threats(position, budget) };
        position.undo();
        let threat = threat?;
        let mut spoilers = Vec::new();
        let replies: Vec<Point> =
            position.empty().iter().filter(|&p| position.legality(p).is_ok()).collect();
        for reply in replies {
            if self.is_over() {
                return None;
            }
            let holds = position.with(reply, |after| match after.ending() {
                Some(Ending::Win { winner, .. }) if winner == us => Some(true),
                Some(_) => None,
                None => check_until(&threat, after, self.stop),
            });
            // After a draw or a loss, or where there is no time to find out, nothing is left to prove.
            if !holds? {
                spoilers.push(reply);
            }
        }
        let mut tree = vec![Node { play, replies: BTreeMap::new(), default: Some(1) }];
        graft(&mut tree, threat);
        for reply in spoilers {
            position.play(reply);
            let below = self.attack(position, quiet_moves, budget);
            position.undo();
            let at = graft(&mut tree, below?);
            tree[0].replies.insert(Some(reply), at);
        }
        Some(tree)
    }
}

/// Appends a tree; tells where its root has come to lie.
fn graft(tree: &mut Vec<Node>, branch: Vec<Node>) -> usize {
    let root = tree.len();
    tree.extend(branch.into_iter().map(|mut node| {
        node.default = node.default.map(|n| n + root);
        node.replies.values_mut().for_each(|n| *n += root);
        node
    }));
    root
}

/// Moves worth trying, the most threatening first.
fn candidates(position: &Position) -> Vec<Point> {
    let us = position.to_move();
    let mut points: Vec<Point> = position
        .near_stones(2)
        .iter()
        .filter(|&p| position.class(us, p) < Class::Four && position.legality(p).is_ok())
        .collect();
    points.sort_by_key(|&p| (std::cmp::Reverse(position.class(us, p)), p));
    points
}
