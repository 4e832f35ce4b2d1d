//! What a certificate says in short: how long the win lasts and the line in which it lasts longest.

use super::VcfEnd;
use super::proof::Node;
use super::replies;
use crate::board::Point;
use crate::board::notation::WrittenMove;
use crate::position::Position;
use crate::rules::{Ending, WinBy};

/// A win in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Attacker first; the defender holds out as long as the certificate lets him. Ends with the move after
    /// which nothing stops the five.
    pub line: Vec<Point>,
    /// Plies up to and including the five, at most: no defence lasts longer.
    pub plies: usize,
    /// How the line ends.
    pub end: VcfEnd,
}

/// The plies that the win lasts from each node on, its own move included.
///
/// Every node refers to later ones only, as [`super::Proof`] has them.
#[must_use]
pub fn plies(nodes: &[Node]) -> Vec<usize> {
    let mut plies = vec![1; nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        let longest = answers(node).filter_map(|n| plies.get(n)).max().copied();
        plies[index] = 1 + longest.map_or(0, |longest| 1 + longest);
    }
    plies
}

/// The nodes that follow a node.
fn answers(node: &Node) -> impl Iterator<Item = usize> + '_ {
    node.replies.values().copied().chain(node.default)
}

/// The outline of a win in a position, the attacker to move. `None` where the nodes are no certificate
/// for it.
#[must_use]
pub fn outline(nodes: &[Node], position: &Position) -> Option<Outline> {
    let plies = plies(nodes);
    let mut position = position.clone();
    let us = position.to_move();
    let mut line = Vec::new();
    let mut node = nodes.first()?;
    let end = loop {
        position.legality(node.play).ok()?;
        line.push(node.play);
        position.play(node.play);
        match position.ending() {
            Some(Ending::Win { winner, by }) if winner == us => {
                break if by == WinBy::Captures { VcfEnd::Captures } else { VcfEnd::Five };
            }
            Some(_) => return None,
            None => {}
        }
        if answers(node).all(|n| plies.get(n) == Some(&1)) {
            let single = replies::five_points(&position, us).len() == 1;
            break if single { VcfEnd::ForbiddenStop } else { VcfEnd::TwoFives };
        }
        let (reply, next) = longest_reply(node, &plies, &position)?;
        position.legality(reply).ok()?;
        line.push(reply);
        position.play(reply);
        node = nodes.get(next)?;
    };
    Some(Outline { line, plies: *plies.first()?, end })
}

/// The reply that holds out longest, and the node that answers it.
fn longest_reply(node: &Node, plies: &[usize], position: &Position) -> Option<(Point, usize)> {
    let listed = node
        .replies
        .iter()
        .filter_map(|(&at, &n)| Some((at?, n)))
        .filter(|&(at, _)| position.legality(at).is_ok())
        .max_by_key(|&(at, n)| (plies.get(n), std::cmp::Reverse(at)));
    // The rest only matters where it holds out longer than all that are listed.
    let longer = |default: &usize| listed.is_none_or(|(_, n)| plies.get(*default) > plies.get(n));
    let other = node.default.filter(longer).and_then(|default| {
        let legal = |p: &Point| !node.replies.contains_key(&Some(*p) as &WrittenMove);
        let near = |p: &Point| {
            let far = p.x().abs_diff(node.play.x()).max(p.y().abs_diff(node.play.y()));
            (far, *p)
        };
        let points = position.empty().iter().filter(|&p| position.legality(p).is_ok());
        Some((points.filter(legal).min_by_key(near)?, default))
    });
    other.or(listed)
}
