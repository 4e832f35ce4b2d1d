//! A certificate as a game tree that other programs can show.
//!
//! The main line is the first variation everywhere, each other branch a variation of its own; its moves
//! are numbered from the attacker's first. Letters on the board name the replies that are answered in
//! variations, and the comment tells what every other reply loses to.

use super::board_text::name;
use super::proof_view::{Branch, branches, forbidden_stop, shared_nodes, threat_name};
use crate::board::{Color, Point};
use crate::position::Position;
use crate::record::SgfWriter;
use crate::threat::Proof;
use crate::threat::proof::{Node, Start};
use crate::threat::replies::five_points;

/// The game tree of a certificate; `line` is its main line, `title` the name of the game, if it has one.
pub(super) fn sgf(
    position: &Position,
    proof: &Proof,
    line: &[Point],
    title: Option<&str>,
) -> String {
    let mut sgf = SgfWriter::new(proof.size);
    sgf.line("RU", &proof.rule.name);
    if let Some(title) = title {
        sgf.line("GN", title);
    }
    let attacker = position.to_move();
    let root = match attacker {
        Color::Black => "Black to move wins.",
        Color::White => "White to move wins.",
    };
    match &proof.start {
        Start::Stones { stones, to_move } => {
            for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
                sgf.points(property, stones.iter().filter(|(_, c)| *c == color).map(|(p, _)| *p));
            }
            sgf.side("PL", *to_move);
            sgf.text("C", root);
        }
        Start::Moves(moves) => {
            sgf.text("C", root);
            for (at, color) in moves.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
                // A pass is a side that plays twice: programs without passes show that too.
                if at.is_some() {
                    sgf.node();
                    sgf.play(color, *at);
                }
            }
        }
    }
    let seen = vec![false; proof.nodes.len()];
    let shared = shared_nodes(proof, false);
    let mut tree = Tree { sgf, proof, shared, position: position.clone(), attacker, seen };
    tree.attack(Place { node: 0, ply: 1, line }, true, "");
    tree.sgf.finish()
}

/// Where the attacker plays a node's move, the `ply`-th of the solution, and the main line from that
/// move on; off the main line it is empty.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: usize,
    ply: usize,
    line: &'a [Point],
}

struct Tree<'a> {
    sgf: SgfWriter,
    proof: &'a Proof,
    shared: Vec<bool>,
    position: Position,
    attacker: Color,
    /// Nodes that have been written with all that follows.
    seen: Vec<bool>,
}

impl Tree<'_> {
    /// Writes a node's move and all that follows. `number` says that the move's number cannot be told
    /// from the one before it; `remark` begins its comment.
    fn attack(&mut self, from: Place<'_>, number: bool, remark: &str) {
        let (mut place, mut number, mut remark) = (from, number, remark.to_owned());
        let mut played = 0;
        while let Some(node) = self.proof.nodes.get(place.node) {
            let threat = threat_name(&self.position, node.play);
            self.sgf.node();
            self.sgf.play(self.attacker, Some(node.play));
            if number {
                self.sgf.number("MN", place.ply);
            }
            let shared = self.shared.get(place.node).is_some_and(|&shared| shared);
            let seen = self.seen.get_mut(place.node).is_some_and(|s| std::mem::replace(s, true));
            if shared && seen {
                let there = format!("Goes on as in the variation named node {}.", place.node);
                self.sgf.text("C", &sentences(&[&remark, &there]));
                break;
            }
            if shared {
                self.sgf.line("N", &format!("node {}", place.node));
            }
            self.position.play(node.play);
            played += 1;
            let reply = place.line.get(1).copied();
            let over = self.position.ending().is_some();
            let mut branches = match over {
                true => Vec::new(),
                false => branches(self.proof, node, &self.position, reply),
            };
            self.remarks(node, &branches, threat, &remark);
            if over || branches.is_empty() {
                break;
            }
            if branches.len() > 1 || branches.first().is_some_and(|b| b.replies.len() > 1) {
                self.variations(place, &branches);
                break;
            }
            let branch = branches.swap_remove(0);
            played += self.reply(branch.replies.first().copied().flatten(), &branch, reply);
            (number, remark) = (branch.is_else() && !branch.main, String::new());
            if number {
                ELSE.clone_into(&mut remark);
            }
            place = next(place, &branch);
        }
        for _ in 0..played {
            self.position.undo();
        }
    }

    /// What the move does, and what becomes of the replies.
    fn remarks(&mut self, node: &Node, branches: &[Branch], threat: &str, remark: &str) {
        let fives = five_points(&self.position, self.attacker);
        let default = node.default.and_then(|at| self.proof.nodes.get(at)).map(|n| n.play);
        let over = self.position.ending().is_some();
        let stop = forbidden_stop(&self.position).filter(|_| branches.is_empty() && !over);
        let mut words = String::new();
        let mut threat = threat.to_owned();
        if let Some(first) = threat.get_mut(..1) {
            first.make_ascii_uppercase();
            words = threat + ".";
        }
        let end = match (over, &stop, default) {
            (true, ..) => String::new(),
            (_, Some((stop, foul)), _) => {
                format!("Only {} would stop it, and that is forbidden: {foul}.", name(*stop))
            }
            (_, None, Some(answer)) if branches.is_empty() => {
                format!("Nothing stops it: {}.", points(&fives).unwrap_or_else(|| name(answer)))
            }
            (_, None, Some(answer)) => format!("Any other move loses to {}.", name(answer)),
            _ => String::new(),
        };
        let comment = sentences(&[remark, &words, &end]);
        if !comment.is_empty() {
            self.sgf.text("C", &comment);
        }
        self.sgf.points("MA", stop.map(|(stop, _)| stop));
        let replies = branches.iter().flat_map(|b| b.replies.iter().copied().flatten());
        let letters = ('A'..='Z').chain('a'..='z').map(String::from);
        let labels: Vec<(Point, String)> = replies.zip(letters).collect();
        if labels.len() > 1 {
            self.sgf.labels(&labels);
        }
    }

    /// Every branch as a variation, each of several replies as one of its own.
    fn variations(&mut self, place: Place<'_>, branches: &[Branch]) {
        let main = place.line.get(1).copied();
        for branch in branches {
            let after = next(place, branch);
            if branch.is_else() {
                self.sgf.open();
                let played = self.reply(None, branch, main);
                let remark = if branch.main { "" } else { ELSE };
                self.attack(after, !branch.main, remark);
                self.undo(played);
                self.sgf.close();
            }
            for (i, &reply) in branch.replies.iter().enumerate() {
                self.sgf.open();
                let played = self.reply(reply, branch, main);
                let line = if i == 0 { after.line } else { &[] };
                let remark = if reply.is_none() { "After a pass." } else { "" };
                self.attack(Place { line, ..after }, reply.is_none(), remark);
                self.undo(played);
                self.sgf.close();
            }
        }
    }

    /// Plays and writes a reply; the default is a pass, of which nothing is written, unless the main line
    /// has a reply for it. Returns how many moves that was.
    fn reply(&mut self, reply: Option<Point>, branch: &Branch, main: Option<Point>) -> usize {
        let reply = if branch.is_else() && branch.main { main } else { reply };
        match reply {
            Some(p) => {
                self.sgf.node();
                self.sgf.play(self.attacker.other(), reply);
                self.position.play(p);
            }
            None => self.position.pass(),
        }
        1
    }

    fn undo(&mut self, moves: usize) {
        for _ in 0..moves {
            self.position.undo();
        }
    }
}

/// The remark on the answer to every reply that has no variation.
const ELSE: &str = "After any other move.";

fn next<'a>(place: Place<'a>, branch: &Branch) -> Place<'a> {
    let line = if branch.main { place.line.get(2..).unwrap_or_default() } else { &[] };
    Place { node: branch.node, ply: place.ply + 2, line }
}

fn points(points: &[Point]) -> Option<String> {
    let names: Vec<String> = points.iter().map(|&p| name(p)).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

fn sentences(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::proof_view::sample;
    use super::*;
    use crate::record::{Known, Records, read};
    use crate::rules::RuleSpec;

    /// The moves that our own reader finds.
    fn read_back(text: &str) -> Vec<Point> {
        let known = Known::nothing(RuleSpec::FREESTYLE);
        let Ok(Records::One(input)) = read(text.as_bytes(), &known, false) else {
            panic!("cannot be read: {text}");
        };
        input.moves.into_iter().flatten().collect()
    }

    /// Goes through a game tree by the letter of the format, and counts its variations: a tree is `(`, a
    /// sequence of nodes, trees, `)`; a node is `;` and properties, each at most once; every bracket
    /// that is not escaped ends its value.
    fn variations(text: &str) -> usize {
        fn tree(rest: &mut &str) -> usize {
            let take = |rest: &mut &str, sign: char| {
                *rest = rest.trim_start();
                rest.strip_prefix(sign).map(|after| *rest = after).is_some()
            };
            assert!(take(rest, '('), "{rest}");
            let mut nodes = 0;
            while take(rest, ';') {
                nodes += 1;
                let mut seen: Vec<&str> = Vec::new();
                while let Some(end) = rest.trim_start().find(|c: char| !c.is_ascii_uppercase()) {
                    *rest = rest.trim_start();
                    if end == 0 {
                        break;
                    }
                    let (name, after) = rest.split_at(end);
                    assert!(!seen.contains(&name), "{name} twice: {rest}");
                    seen.push(name);
                    *rest = after;
                    let mut values = 0;
                    while take(rest, '[') {
                        values += 1;
                        let mut escaped = false;
                        let end = rest.find(|c| {
                            let ends = c == ']' && !escaped;
                            escaped = c == '\\' && !escaped;
                            ends
                        });
                        *rest = &rest[end.expect("a closed value") + 1..];
                    }
                    assert!(values > 0, "{name} has no value");
                }
                let is_move = seen.contains(&"B") || seen.contains(&"W");
                let sets_up = ["AB", "AW", "PL"].iter().any(|p| seen.contains(p));
                assert!(!(is_move && sets_up), "{seen:?}");
                assert!(nodes > 1 || is_move || seen.contains(&"GM"), "{seen:?}");
            }
            assert!(nodes > 0);
            let mut below = 0;
            while rest.trim_start().starts_with('(') {
                below += tree(rest);
            }
            assert!(take(rest, ')'), "{rest}");
            below.max(1)
        }
        let mut rest = text;
        let count = tree(&mut rest);
        assert_eq!(rest.trim(), "");
        count
    }

    #[test]
    fn the_main_line_comes_first_and_is_read_back() {
        for quiet in [false, true] {
            let (position, proof, line) = sample::double_three(quiet);
            let text = sgf(&position, &proof, &line, Some("a]b \\ c"));
            let mut moves: Vec<Point> = position.moves().into_iter().flatten().collect();
            moves.extend(&line);
            assert_eq!(read_back(&text), moves);
            assert_eq!(variations(&text), 4, "{text}");
            assert!(text.contains("GN[a\\]b \\\\ c]"), "{text}");
            assert!(text.contains(";B[ih]MN[1]C[Two threes. Any other move loses to I7.]LB["));
            assert_eq!(text.contains("(;B[ii]MN[3]C[After any other move. Straight four."), !quiet);
        }
    }

    #[test]
    fn stones_without_moves_are_set_up() {
        let (position, mut proof, line) = sample::double_three(false);
        let (stones, to_move) = (position.colored_stones(), position.to_move());
        proof.start = Start::Stones { stones, to_move };
        let text = sgf(&position, &proof, &line, None);
        assert!(text.contains("AB[gh][hh][ig][if]AW[ao][oo][aa][oa]PL[B]C["), "{text}");
        assert_eq!(read_back(&text), line);
        variations(&text);
    }

    #[test]
    fn what_is_reached_twice_is_written_once() {
        let (position, proof, line) = sample::transposition();
        let text = sgf(&position, &proof, &line, None);
        assert_eq!(
            read_back(&text),
            [&line[..], &[proof.nodes[4].play, proof.nodes[5].play]].concat()
        );
        assert_eq!(variations(&text), 4, "{text}");
        assert_eq!(text.matches("N[node 3]").count(), 1, "{text}");
        assert_eq!(text.matches("Goes on as in the variation named node 3.").count(), 1, "{text}");
        assert_eq!(text.matches("Goes on as in the variation named node 2.").count(), 1, "{text}");
    }

    /// Under every law, captures and blocked fives included, what the solver proves can be written, and
    /// its main line is read back.
    #[test]
    fn every_law_can_be_written() {
        use super::super::tree::tree;
        use crate::position::sharp::sharp_position;
        use crate::threat::certify::nodes_of;
        use crate::threat::{Vcf, VcfLimit, VcfOutcome};

        const LIMIT: VcfLimit = VcfLimit { fours: 20, nodes: 3_000 };
        let mut rng = fastrand::Rng::with_seed(31);
        let mut branched = 0;
        for rule in RuleSpec::all() {
            let mut written = 0;
            for _ in 0..150 {
                let mut position = sharp_position(&mut rng, rule, 7..=12, 8..30);
                let size = position.size();
                let mut vcf = Vcf::new(1 << 10);
                let VcfOutcome::Win(win) = vcf.solve(&mut position, LIMIT, &mut |_| false) else {
                    continue;
                };
                let Some(nodes) = nodes_of(&mut vcf, &position, &win, LIMIT, &mut |_| false) else {
                    continue;
                };
                let start = Start::Moves(position.moves());
                let proof = Proof { rule: rule.clone(), size, start, nodes };
                let text = sgf(&position, &proof, &win.line, None);
                let mut moves: Vec<Point> = position.moves().into_iter().flatten().collect();
                moves.extend(&win.line);
                assert_eq!(read_back(&text), moves, "{rule}: {text}");
                branched += usize::from(variations(&text) > 1);
                let drawn = tree(&position, &proof, &win.line, 3);
                let first = format!("1. {}", name(win.line[0]));
                assert!(drawn.starts_with(&first) && drawn.lines().count() <= 4, "{drawn}");
                let all = tree(&position, &proof, &win.line, 100_000);
                assert!(!all.contains("left out"), "{all}");
                written += 1;
            }
            assert!(written > 5, "{rule}: only {written} wins");
        }
        assert!(branched > 5, "only {branched} wins had variations");
    }
}
