//! From a win by fours to the tree that proves it.

use std::collections::BTreeMap;

use super::proof::Node;
use super::replies;
use super::vcf::{Vcf, VcfLimit, VcfOutcome, VcfWin};
use crate::board::Point;
use crate::line::Class;
use crate::position::Position;

/// The nodes of a certificate for a win that was found in a position, the attacker to move. `None` where
/// one of several stops could not be solved again within the limit.
#[must_use]
pub fn nodes_of(
    vcf: &mut Vcf,
    position: &Position,
    win: &VcfWin,
    limit: VcfLimit,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<Node>> {
    let mut builder = Builder { vcf, position: position.clone(), limit, nodes: Vec::new() };
    builder.attack(&win.line, stop)?;
    Some(builder.nodes)
}

struct Builder<'a> {
    vcf: &'a mut Vcf,
    position: Position,
    limit: VcfLimit,
    nodes: Vec<Node>,
}

impl Builder<'_> {
    /// Adds the node of the attacker's move at the head of a winning line, and all nodes below it.
    fn attack(&mut self, line: &[Point], stop: &mut dyn FnMut(u64) -> bool) -> Option<usize> {
        let (&play, rest) = line.split_first()?;
        let index = self.leaf(play);
        self.position.play(play);
        let done = match self.position.ending() {
            Some(_) => Some(()),
            None => self.answers(index, rest, stop),
        };
        self.position.undo();
        done.map(|()| index)
    }

    fn leaf(&mut self, play: Point) -> usize {
        self.nodes.push(Node { play, replies: BTreeMap::new(), default: None });
        self.nodes.len() - 1
    }

    /// The answers to every reply: the five that stands after all but the stops, and a way on after each
    /// of those. `rest` is a line that goes on with one of them.
    fn answers(
        &mut self,
        index: usize,
        rest: &[Point],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<()> {
        let us = !self.position.to_move();
        let fives = replies::five_points(&self.position, us);
        let &five = fives.first()?;
        let mut stops = Vec::new();
        replies::stops(&mut self.position, &mut stops);
        self.nodes[index].default = Some(self.leaf(five));
        for reply in self.exceptions(five, &stops) {
            let other = self.five_after(reply)?;
            let leaf = self.leaf(other);
            self.nodes[index].replies.insert(Some(reply), leaf);
        }
        for reply in stops {
            self.position.play(reply);
            let below = match rest.split_first() {
                _ if self.position.ending().is_some() => None,
                Some((&expected, line)) if expected == reply => self.attack(line, stop),
                _ => self.solved_again(stop),
            };
            self.position.undo();
            self.nodes[index].replies.insert(Some(reply), below?);
        }
        Some(())
    }

    /// Replies that are no stops and yet take this five away, so that another one must be played.
    fn exceptions(&mut self, five: Point, stops: &[Point]) -> Vec<Point> {
        let us = !self.position.to_move();
        let candidates: Vec<Point> = if replies::only_on_the_point(&self.position) {
            vec![five]
        } else {
            self.position.empty().iter().collect()
        };
        let mut exceptions = Vec::new();
        for reply in candidates {
            if stops.contains(&reply) || self.position.legality(reply).is_err() {
                continue;
            }
            let taken = reply == five
                || self.position.with(reply, |after| {
                    after.ending().is_none() && after.class(us, five) != Class::Five
                });
            if taken {
                exceptions.push(reply);
            }
        }
        exceptions
    }

    fn five_after(&mut self, reply: Point) -> Option<Point> {
        let us = !self.position.to_move();
        self.position.with(reply, |after| replies::five_points(after, us).first().copied())
    }

    fn solved_again(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> Option<usize> {
        match self.vcf.solve(&mut self.position, self.limit, stop) {
            VcfOutcome::Win(win) => self.attack(&win.line, stop),
            VcfOutcome::NoWin | VcfOutcome::Unknown => None,
        }
    }
}
