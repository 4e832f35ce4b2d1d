//! From a proved position to the tree that proves it.

use ahash::RandomState;
use std::collections::HashMap;

use super::budget::Budget;
use super::moves;
use super::search::Search;
use crate::board::zobrist::Key;
use crate::board::{Point, PointSet};
use crate::position::Position;
use crate::rules::Ending;
use crate::threat::VcfLimit;
use crate::threat::certify::{Answers, Made, Tree};
use crate::threat::proof::Node;
use crate::threat::replies;

/// Nodes for a line of fours that would only make the tree smaller.
const SMALLER: u64 = 1000;

/// Walks down the proof that the table holds. What the table has lost is proved again.
pub(super) struct Builder<'a> {
    search: Search<'a>,
    tree: Tree,
    /// The node of every position that the attacker has moved in.
    made: HashMap<Key, Made, RandomState>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(search: Search<'a>) -> Builder<'a> {
        let made = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        Builder { search, tree: Tree::default(), made }
    }

    /// The nodes for a position in which the attacker, to move, has a proved win.
    pub(super) fn nodes(mut self, position: &mut Position, budget: Budget) -> Option<Vec<Node>> {
        self.attack(position, budget)?;
        Some(self.tree.finish())
    }

    /// The same for a proved first move, with what is left to spend after it.
    pub(super) fn first(
        mut self,
        position: &mut Position,
        play: Point,
        after: Budget,
    ) -> Option<Vec<Node>> {
        position.play(play);
        let answers = self.answers(position, after);
        position.undo();
        self.tree.add(play, answers?);
        Some(self.tree.finish())
    }

    /// The attacker is to move and wins.
    fn attack(&mut self, position: &mut Position, budget: Budget) -> Option<Made> {
        let us = position.to_move();
        if let Some(&five) = replies::five_points(position, us).first() {
            return Some(self.tree.leaf(five));
        }
        if self.search.shared.asks_to_stop() {
            return None;
        }
        let key = position.key() ^ budget.key();
        if let Some(&made) = self.made.get(&key) {
            return Some(made);
        }
        // A line of fours makes a smaller tree than threats do, but where a move is known already it is
        // not worth a long search.
        let all = self.search.fours;
        if matches!(self.search.shared.table.proof(key), Some(Some(_))) {
            self.search.fours = all.min(SMALLER);
        }
        let line = self.search.fours(position, budget).map(<[Point]>::to_vec);
        self.search.fours = all;
        let made = match line {
            Some(line) => self.line(position, &line, budget)?,
            None => {
                let (play, after) = self.search.proved_move(position, budget)?;
                position.play(play);
                let answers = self.answers(position, after);
                position.undo();
                self.tree.add(play, answers?)
            }
        };
        self.made.insert(key, made);
        Some(made)
    }

    fn line(&mut self, position: &mut Position, line: &[Point], budget: Budget) -> Option<Made> {
        let limit = VcfLimit { fours: budget.fours(), nodes: self.search.left() };
        let shared = self.search.shared;
        let stop = &mut |_| shared.asks_to_stop();
        self.tree.line(&mut self.search.worker.vcf, position, line, limit, stop)
    }

    /// The defender is to move after a four or a threat.
    fn answers(&mut self, position: &mut Position, budget: Budget) -> Option<Answers> {
        let us = !position.to_move();
        if position.ending().is_some() {
            return Some(Answers::default());
        }
        if moves::has_four(position, us) {
            return self.after_four(position, budget);
        }
        let threat = self.search.threat(position, budget)?;
        let replies = self.search.replies_to(position, &threat);
        // The wins that follow a pass, the first of them against every reply that lies in no other's zone.
        position.pass();
        let made: Option<Vec<(Made, PointSet)>> = threat
            .wins
            .iter()
            .map(|(line, zone)| Some((self.line(position, line, budget)?, *zone)))
            .collect();
        position.undo();
        let made = made?;
        let (first, rest) = made.split_first()?;
        let mut answers = Answers::by_default(first.0);
        for reply in moves::legal(position, &first.1) {
            if let Some((other, _)) = rest.iter().find(|(_, zone)| !zone.contains(reply)) {
                answers.insert(reply, *other);
            }
        }
        for reply in replies {
            let below = self.after(position, reply, budget)?;
            match below {
                Some(made) => answers.insert(reply, made),
                None => answers.remove(reply),
            }
        }
        Some(answers)
    }

    fn after_four(&mut self, position: &mut Position, budget: Budget) -> Option<Answers> {
        let mut tree = std::mem::take(&mut self.tree);
        let answers = tree.four(position, &mut |tree, position, _| {
            std::mem::swap(&mut self.tree, tree);
            let made = self.attack(position, budget);
            std::mem::swap(&mut self.tree, tree);
            made
        });
        self.tree = tree;
        answers
    }

    /// What follows a reply; the inner `None` where the reply loses at once.
    fn after(
        &mut self,
        position: &mut Position,
        reply: Point,
        budget: Budget,
    ) -> Option<Option<Made>> {
        let us = !position.to_move();
        position.play(reply);
        let made = match position.ending() {
            Some(Ending::Win { winner, .. }) if winner == us => Some(None),
            Some(_) => None,
            None => self.attack(position, budget).map(Some),
        };
        position.undo();
        made
    }
}
