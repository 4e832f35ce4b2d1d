//! From a win to the tree that proves it.
//!
//! Nodes are made bottom up, so that a position that is reached in two ways gets its node once; at the end
//! their order is turned round, and every node stands before those it refers to.

use std::collections::BTreeMap;

use super::proof::Node;
use super::replies;
use super::vcf::{Vcf, VcfLimit, VcfOutcome, VcfWin};
use crate::board::Point;
use crate::board::notation::WrittenMove;
use crate::line::Class;
use crate::position::Position;
use crate::rules::{Ending, Illegal};

/// The nodes of a certificate for a win by fours that was found in a position, the attacker to move.
/// `None` where one of several stops could not be solved again within the limit.
#[must_use]
pub fn nodes_of(
    vcf: &mut Vcf,
    position: &Position,
    win: &VcfWin,
    limit: VcfLimit,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<Node>> {
    let mut tree = Tree::default();
    tree.line(vcf, &mut position.clone(), &win.line, limit, stop)?;
    Some(tree.finish())
}

/// A node that has been made; later nodes may refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made(usize);

/// What follows a move of the attacker.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) replies: BTreeMap<WrittenMove, Made>,
    pub(super) default: Option<Made>,
}

/// A tree that grows from its leaves.
#[derive(Default)]
pub(super) struct Tree {
    /// Each refers only to earlier ones, by their number here.
    nodes: Vec<Node>,
}

impl Tree {
    /// Adds a move and what follows it.
    pub(super) fn add(&mut self, play: Point, answers: Answers) -> Made {
        let replies = answers.replies.into_iter().map(|(at, made)| (at, made.0)).collect();
        self.nodes.push(Node { play, replies, default: answers.default.map(|made| made.0) });
        Made(self.nodes.len() - 1)
    }

    /// Adds a move that ends the game.
    pub(super) fn leaf(&mut self, play: Point) -> Made {
        self.add(play, Answers::default())
    }

    /// All nodes, the last one made first.
    pub(super) fn finish(mut self) -> Vec<Node> {
        let last = self.nodes.len().saturating_sub(1);
        self.nodes.reverse();
        for node in &mut self.nodes {
            node.default = node.default.map(|n| last - n);
            node.replies.values_mut().for_each(|n| *n = last - *n);
        }
        self.nodes
    }

    /// Adds a winning line of fours, its first move last.
    pub(super) fn line(
        &mut self,
        vcf: &mut Vcf,
        position: &mut Position,
        line: &[Point],
        limit: VcfLimit,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Made> {
        let (&play, rest) = line.split_first()?;
        position.play(play);
        let answers = match position.ending() {
            Some(_) => Some(Answers::default()),
            None => self.four(position, &mut |tree, position, reply| match rest.split_first() {
                Some((&expected, line)) if expected == reply => {
                    tree.line(vcf, position, line, limit, stop)
                }
                _ => match vcf.solve(position, limit, stop) {
                    VcfOutcome::Win(win) => tree.line(vcf, position, &win.line, limit, stop),
                    VcfOutcome::NoWin | VcfOutcome::Unknown => None,
                },
            }),
        };
        position.undo();
        Some(self.add(play, answers?))
    }

    /// The answers to every reply to a four, the defender to move: the five that stands after all but the
    /// stops, and after each of those what `after_stop` finds, the attacker to move.
    pub(super) fn four(
        &mut self,
        position: &mut Position,
        after_stop: &mut dyn FnMut(&mut Tree, &mut Position, Point) -> Option<Made>,
    ) -> Option<Answers> {
        let us = !position.to_move();
        let &five = replies::five_points(position, us).first()?;
        let mut stops = Vec::new();
        replies::stops(position, &mut stops);
        let mut answers = Answers { default: Some(self.leaf(five)), ..Answers::default() };
        for reply in exceptions(position, five, &stops) {
            let other =
                position.with(reply, |after| replies::five_points(after, us).first().copied());
            match other {
                Some(other) => {
                    answers.replies.insert(Some(reply), self.leaf(other));
                }
                // The only stop, and a foul.
                None if position.legality(reply).is_err() => {}
                None => return None,
            }
        }
        for reply in stops {
            position.play(reply);
            let below = match position.ending() {
                // Its last stone: it stops the five, and loses all the same.
                Some(Ending::Win { winner, .. }) if winner == us => Some(None),
                Some(_) => None,
                None => after_stop(self, position, reply).map(Some),
            };
            position.undo();
            if let Some(below) = below? {
                answers.replies.insert(Some(reply), below);
            }
        }
        Some(answers)
    }
}

/// Replies that are no stops and yet take this five away, so that another one must be played. A reply that
/// is a foul is one of them too: the same line may answer other boards, on which it is none.
fn exceptions(position: &mut Position, five: Point, stops: &[Point]) -> Vec<Point> {
    let us = !position.to_move();
    let candidates: Vec<Point> = if replies::only_on_the_point(position) {
        vec![five]
    } else {
        position.empty().iter().collect()
    };
    let mut exceptions = Vec::new();
    for reply in candidates {
        let possible = matches!(position.legality(reply), Ok(()) | Err(Illegal::Foul(..)));
        if stops.contains(&reply) || !possible {
            continue;
        }
        let taken = reply == five
            || position.with(reply, |after| {
                after.ending().is_none() && after.class(us, five) != Class::Five
            });
        if taken {
            exceptions.push(reply);
        }
    }
    exceptions
}
