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
    let is_shown = |at: usize| !(threatens_five && proof.nodes.get(at).is_none_or(is_leaf));
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

/// Nodes that several places lead to and that much follows: those to write once and refer to. `grouped`
/// says that replies with the same answer are one place.
pub(super) fn shared_nodes(proof: &Proof, grouped: bool) -> Vec<bool> {
    let mut ways = vec![0_u32; proof.nodes.len()];
    for node in &proof.nodes {
        let mut targets: Vec<usize> = next_nodes(node).collect();
        if grouped {
            targets.sort_unstable();
            targets.dedup();
        }
        for at in targets {
            if let Some(count) = ways.get_mut(at) {
                *count += 1;
            }
        }
    }
    let much_follows =
        |node: &Node| next_nodes(node).any(|at| proof.nodes.get(at).is_some_and(|n| !is_leaf(n)));
    ways.iter().zip(&proof.nodes).map(|(&ways, node)| ways > 1 && much_follows(node)).collect()
}

fn next_nodes(node: &Node) -> impl Iterator<Item = usize> + '_ {
    node.replies.values().copied().chain(node.default)
}

/// Whether the game ends with the node's move.
fn is_leaf(node: &Node) -> bool {
    node.replies.is_empty() && node.default.is_none()
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

/// A certificate with choices, for the tests of everything that shows one.
#[cfg(test)]
pub(super) mod sample {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::{BoardSize, notation};
    use crate::rules::RuleSpec;
    use crate::threat::certify::nodes_of;
    use crate::threat::proof::Start;
    use crate::threat::{Vcf, VcfLimit, VcfOutcome, VcfWin, verify};

    /// Nodes in the order in which they are finished; equal ones are one node.
    #[derive(Default)]
    struct Store(Vec<Node>);

    impl Store {
        fn put(&mut self, node: Node) -> usize {
            self.0.iter().position(|n| *n == node).unwrap_or_else(|| {
                self.0.push(node);
                self.0.len() - 1
            })
        }

        /// Takes over a tree whose first node is its root.
        fn put_tree(&mut self, nodes: &[Node]) -> usize {
            let mut at: Vec<usize> = vec![0; nodes.len()];
            for (i, node) in nodes.iter().enumerate().rev() {
                let replies = node.replies.iter().map(|(&reply, &n)| (reply, at[n])).collect();
                let default = node.default.map(|n| at[n]);
                at[i] = self.put(Node { play: node.play, replies, default });
            }
            at[0]
        }

        /// Roots first, as certificates have it.
        fn finish(self) -> Vec<Node> {
            let last = self.0.len() - 1;
            let turned = |n: usize| last - n;
            let nodes = self.0.into_iter().rev().map(|node| Node {
                play: node.play,
                replies: node.replies.into_iter().map(|(r, n)| (r, turned(n))).collect(),
                default: node.default.map(turned),
            });
            nodes.collect()
        }
    }

    /// Two ways into the same end: the last move of black comes after the stones of several lines. It
    /// proves nothing, but every move can be played.
    pub(crate) fn transposition() -> (Position, Proof, Vec<Point>) {
        let text = r#"{"format":"kagetsu-proof","version":1,"rule":"renju","size":"15x15","moves":"",
            "nodes":[{"move":"C3","replies":{"D4":1,"E5":2,"--":2},"default":5},
            {"move":"M3","replies":{"N4":3}},{"move":"M5","replies":{"N4":3}},
            {"move":"M7","default":4},{"move":"M9","default":5},{"move":"N10"}]}"#;
        let proof = Proof::from_json(text).unwrap();
        let line = notation::parse_moves("e5m5n4m7", proof.size).unwrap();
        let first = proof.nodes[0].play;
        let line = std::iter::once(first).chain(line.into_iter().flatten()).collect();
        (Position::new(&proof.rule, proof.size), proof, line)
    }

    /// Black's double three, whatever white answers a win by fours: position, certificate and main
    /// line, which goes on after a reply that has an answer of its own, or (`quiet`) after one that
    /// the default answers.
    ///
    /// ```text
    /// 10  . . . . ● . . .
    ///  9  . . . . ● . . .      i8 makes two threes
    ///  8  . . ● ● . . . .
    ///     E F G H I J K L
    /// ```
    pub(crate) fn double_three(quiet: bool) -> (Position, Proof, Vec<Point>) {
        const LIMIT: VcfLimit = VcfLimit { fours: 6, nodes: 10_000 };
        let size = BoardSize::FIFTEEN;
        let moves = notation::parse_moves("g8a1h8o1i9a15i10o15", size).unwrap();
        let position = Position::from_moves(&RuleSpec::FREESTYLE, size, &moves).unwrap();
        let point = |text| notation::parse_point(text, size).unwrap();
        let mut after = position.clone();
        after.play(point("i8"));
        let mut vcf = Vcf::new(1 << 10);
        let mut win = |position: &mut Position| -> (VcfWin, Vec<Node>) {
            let VcfOutcome::Win(win) = vcf.solve_shortest(position, LIMIT, &mut |_| false) else {
                panic!("no win:\n{position:?}");
            };
            let nodes = nodes_of(&mut vcf, position, &win, LIMIT, &mut |_| false).unwrap();
            (win, nodes)
        };
        let mut store = Store::default();
        after.pass();
        let default = store.put_tree(&win(&mut after).1);
        after.undo();
        let main = point(if quiet { "c3" } else { "i7" });
        let (mut replies, mut line) = (BTreeMap::new(), vec![point("i8"), main]);
        for reply in after.empty().iter().collect::<Vec<_>>() {
            after.play(reply);
            let (won, nodes) = win(&mut after);
            after.undo();
            let at = store.put_tree(&nodes);
            if reply == main {
                line.extend(won.line);
            }
            if at != default {
                replies.insert(Some(reply), at);
            }
        }
        store.put(Node { play: point("i8"), replies, default: Some(default) });
        let (rule, start) = (RuleSpec::FREESTYLE, Start::Moves(moves));
        let proof = Proof { rule, size, start, nodes: store.finish() };
        assert_eq!(verify(&proof).map(|checked| checked.winner), Ok(Color::Black));
        (position, proof, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_come_in_order() {
        for quiet in [false, true] {
            let (mut position, proof, line) = sample::double_three(quiet);
            position.play(line[0]);
            let found = branches(&proof, &proof.nodes[0], &position, Some(line[1]));
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[0].main && found[0].is_else() == quiet, "{found:?}");
            assert!(!found[1].main && found[1].is_else() != quiet, "{found:?}");
            let listed = &found[usize::from(quiet)].replies;
            assert_eq!(listed.len(), proof.nodes[0].replies.len());
            assert!(quiet || listed[0] == Some(line[1]), "{listed:?}");
        }
    }

    #[test]
    fn a_four_is_a_four() {
        let (mut position, proof, line) = sample::double_three(false);
        let mut words = Vec::new();
        for (ply, &p) in line.iter().enumerate() {
            words.push(if ply % 2 == 0 {
                threat_name(&position, p)
            } else {
                reply_name(&position, p)
            });
            position.play(p);
        }
        assert_eq!(words, ["two threes", "", "straight four"]);
        assert_eq!(shared_nodes(&proof, true), vec![false; proof.nodes.len()]);
    }
}
