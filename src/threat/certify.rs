//! From a win to the tree that proves it.
//!
//! Nodes are made bottom up, so that a position that is reached in two ways gets its node once; at the end
//! their order is turned round, and every node stands before those it refers to.

use std::collections::BTreeMap;

use super::proof::Node;
use super::replies;
use super::vcf::{Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin, is_plain};
use crate::board::notation::WrittenMove;
use crate::board::{Color, Dir, Point};
use crate::line::lines::EMPTY;
use crate::line::{Class, LawTables, Lines, Shape};
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
    if is_plain(position) && win.end != VcfEnd::Five {
        tree.plain_line(position, &win.line)?;
    } else {
        tree.line(vcf, &mut position.clone(), &win.line, limit, stop)?;
    }
    Some(tree.finish())
}

/// A node that has been made; later nodes may refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made(usize);

/// What follows a move of the attacker.
#[derive(Default)]
pub(super) struct Answers {
    replies: BTreeMap<WrittenMove, usize>,
    default: Option<usize>,
}

impl Answers {
    /// Answers of which one serves every reply that is not given its own.
    pub(super) fn by_default(default: Made) -> Answers {
        Answers { replies: BTreeMap::new(), default: Some(default.0) }
    }

    /// Gives a reply its own answer.
    pub(super) fn insert(&mut self, reply: Point, Made(node): Made) {
        self.replies.insert(Some(reply), node);
    }

    /// Leaves a reply to the default.
    pub(super) fn remove(&mut self, reply: Point) {
        self.replies.remove(&Some(reply));
    }
}

/// A tree that grows from its leaves.
#[derive(Default)]
pub(super) struct Tree {
    /// Each refers only to earlier ones, by their number here.
    nodes: Vec<Node>,
}

impl Tree {
    /// Adds a move and what follows it.
    pub(super) fn add(&mut self, play: Point, Answers { replies, default }: Answers) -> Made {
        self.nodes.push(Node { play, replies, default });
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

    /// The same nodes under a [plain law](is_plain), where the line tells nearly all: the stop of a four is
    /// the point of its five. Only the fives of the last four must be looked for.
    fn plain_line(&mut self, position: &Position, line: &[Point]) -> Option<Made> {
        let (us, last) = (position.to_move(), *line.last()?);
        let mut lines = position.lines(us).clone();
        for (&p, color) in line.iter().zip([us, !us].into_iter().cycle()) {
            lines.toggle_stone(p, color);
        }
        let fives = fives_through(&lines, position.tables(), us, last);
        let leaves: Vec<Made> =
            line.iter().skip(1).step_by(2).map(|&stop| self.leaf(stop)).collect();
        let mut answers = Answers::by_default(self.leaf(*fives.first()?));
        if let [five, other, ..] = *fives {
            answers.insert(five, self.leaf(other));
        }
        let mut made = self.add(last, answers);
        for (pair, leaf) in line.chunks_exact(2).zip(leaves).rev() {
            let &[four, stop] = pair else { return None };
            let mut answers = Answers::by_default(leaf);
            answers.insert(stop, made);
            made = self.add(four, answers);
        }
        Some(made)
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
        let mut answers = Answers::by_default(self.leaf(five));
        for reply in exceptions(position, five, &stops) {
            let other =
                position.with(reply, |after| replies::five_points(after, us).first().copied());
            match other {
                Some(other) => {
                    answers.insert(reply, self.leaf(other));
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
                answers.insert(reply, below);
            }
        }
        Some(answers)
    }
}

/// Where a stone makes a five in one line with a stone that was laid last, ascending.
fn fives_through(lines: &Lines, tables: &LawTables, us: Color, last: Point) -> Vec<Point> {
    let is_five = |p: Point, dir| tables.shape(us, lines.window(p, dir)) == Shape::Five;
    let mut fives: Vec<Point> = Dir::ALL
        .into_iter()
        .flat_map(|dir| {
            let (dx, dy) = dir.step();
            (-4..=4).filter_map(move |k| Some((last.offset(k * dx, k * dy)?, dir)))
        })
        .filter(|&(p, dir)| lines.code_at(p) == EMPTY && is_five(p, dir))
        .map(|(p, _)| p)
        .collect();
    fives.sort_unstable();
    fives.dedup();
    fives
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
        if stops.contains(&reply)
            || !matches!(position.legality(reply), Ok(()) | Err(Illegal::Foul(..)))
        {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::sharp::sharp_position;
    use crate::rules::RuleSpec;

    /// Under plain laws the line alone gives the same nodes as playing it out.
    #[test]
    fn a_line_gives_the_nodes_of_its_game() {
        let mut rng = fastrand::Rng::with_seed(44);
        let limit = VcfLimit { fours: 20, nodes: 3_000 };
        let (mut wins, mut forbidden_stops, mut long) = (0, 0, 0);
        for rule in [RuleSpec::RENJU, RuleSpec::STANDARD, RuleSpec::FREESTYLE] {
            for _ in 0..4_000 {
                let mut position = sharp_position(&mut rng, &rule, 7..=12, 8..30);
                let mut vcf = Vcf::new(1 << 10);
                let VcfOutcome::Win(win) = vcf.solve(&mut position, limit, &mut |_| false) else {
                    continue;
                };
                if win.end == VcfEnd::Five {
                    continue;
                }
                let (mut played, mut plain) = (Tree::default(), Tree::default());
                let stop = &mut |_| false;
                played.line(&mut vcf, &mut position, &win.line, limit, stop).unwrap();
                plain.plain_line(&position, &win.line).unwrap();
                assert_eq!(plain.nodes, played.nodes, "{position:?} {win:?}");
                wins += 1;
                forbidden_stops += usize::from(win.end == VcfEnd::ForbiddenStop);
                long += usize::from(win.line.len() > 3);
            }
        }
        assert!(wins > 500 && forbidden_stops > 10 && long > 50, "{wins} {forbidden_stops} {long}");
    }
}
