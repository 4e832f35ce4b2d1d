//! What of a certificate is worth showing: branches in order, and words for moves.
//!
//! A certificate answers everything. People know that a four is answered by its stop and that all else
//! loses to the five; those branches are left out here, for text and game tree alike.

use crate::board::notation::WrittenMove;
use crate::board::{Color, Point};
use crate::line::Class;
use crate::position::Position;
use crate::rules::Foul;
use crate::threat::Proof;
use crate::threat::proof::Node;
use crate::threat::replies::five_points;

/// Replies that have the same answer.
#[derive(Debug)]
pub(super) struct Branch {
    /// The replies; none where this is the answer to all that have no other.
    pub(super) replies: Vec<WrittenMove>,
    /// The node that answers them.
    pub(super) node: usize,
    /// Whether the main line goes on here; then it does so after the first of `replies` or, where there
    /// are none, after the reply that it names.
    pub(super) main: bool,
}

impl Branch {
    /// Whether it is the answer to every other reply.
    pub(super) fn is_else(&self) -> bool {
        self.replies.is_empty()
    }
}

/// The branches after a node's move has been played, that of the main line first, the default last;
/// answers that merely make the threatened five are left out. `expected` is the main line's reply.
pub(super) fn branches(
    proof: &Proof,
    node: &Node,
    position: &Position,
    expected: Option<Point>,
) -> Vec<Branch> {
    let attacker = position.to_move().other();
    let threatens_five = position.count(attacker, Class::Five) > 0;
    let is_shown = |at: usize| {
        let leaf = |n: &Node| n.replies.is_empty() && n.default.is_none();
        !(threatens_five && proof.nodes.get(at).is_none_or(leaf))
    };
    let mut branches: Vec<Branch> = Vec::new();
    for (&reply, &at) in &node.replies {
        let main = expected.is_some() && reply == expected;
        if Some(at) == node.default || !is_shown(at) {
            continue;
        }
        match branches.iter_mut().find(|branch| branch.node == at) {
            Some(branch) if main => {
                branch.replies.insert(0, reply);
                branch.main = true;
            }
            Some(branch) => branch.replies.push(reply),
            None => branches.push(Branch { replies: vec![reply], node: at, main }),
        }
    }
    let main_is_listed = branches.iter().any(|branch| branch.main);
    if let Some(at) = node.default.filter(|&at| is_shown(at)) {
        let main = expected.is_some() && !main_is_listed;
        branches.push(Branch { replies: Vec::new(), node: at, main });
    }
    branches.sort_by_key(|branch| !branch.main);
    branches
}

/// How many places of the certificate lead to each node, replies that share an answer counted once.
pub(super) fn ways_in(proof: &Proof) -> Vec<u32> {
    let mut ways = vec![0; proof.nodes.len()];
    for node in &proof.nodes {
        let mut targets: Vec<usize> = node.replies.values().copied().chain(node.default).collect();
        targets.sort_unstable();
        targets.dedup();
        for at in targets {
            if let Some(count) = ways.get_mut(at) {
                *count += 1;
            }
        }
    }
    ways
}

/// What a stone of the side to move would make, in words; empty where it threatens nothing.
pub(super) fn threat_name(position: &Position, p: Point) -> &'static str {
    let color = position.to_move();
    // A double that the law forbids is none where the move is allowed.
    let forbids = |foul| position.rule().fouls[color].contains(foul);
    match position.class(color, p) {
        Class::Five => "five",
        Class::StraightFour => "straight four",
        Class::DoubleFour if !forbids(Foul::DoubleFour) => "two fours",
        Class::FourThree => "four-three",
        Class::DoubleFour | Class::Four | Class::FourPlus => "four",
        Class::DoubleThree if !forbids(Foul::DoubleThree) => "two threes",
        Class::DoubleThree | Class::Three | Class::ThreePlus => "three",
        _ => "",
    }
}

/// The same for a reply: only what must be answered is worth a word.
pub(super) fn reply_name(position: &Position, p: Point) -> &'static str {
    if position.class(position.to_move(), p) >= Class::Four { threat_name(position, p) } else { "" }
}

/// The one point that would stop the five, where the side to move may not play there.
pub(super) fn forbidden_stop(position: &Position) -> Option<(Point, Foul)> {
    let defender: Color = position.to_move();
    let fives = five_points(position, defender.other());
    let [stop] = fives.as_slice() else { return None };
    position.foul(defender, *stop).map(|foul| (*stop, foul))
}
