//! A certificate as a game tree that other programs can show.
//!
//! The main line is the first variation everywhere, each other branch a variation of its own; its moves
//! are numbered from the attacker's first. Letters on the board name the replies that are answered in
//! variations, and the comment tells what every other reply loses to.

use super::board_text::name;
use super::proof_view::{Branch, branches, forbidden_stop, threat_name, ways_in};
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
    let root = format!("{attacker} to move wins.");
    match &proof.start {
        Start::Stones { stones, to_move } => {
            for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
                sgf.points(property, stones.iter().filter(|(_, c)| *c == color).map(|(p, _)| *p));
            }
            sgf.side("PL", *to_move);
            sgf.text("C", &root);
        }
        Start::Moves(moves) => {
            sgf.text("C", &root);
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
    let ways = ways_in(proof);
    let mut tree = Tree { sgf, proof, ways, position: position.clone(), attacker, seen };
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
    ways: Vec<u32>,
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
            let goes_on = !node.replies.is_empty() || node.default.is_some();
            let shared = goes_on && self.ways.get(place.node).is_some_and(|&ways| ways > 1);
            let seen = self.seen.get_mut(place.node).is_some_and(|s| std::mem::replace(s, true));
            if shared && seen {
                let there = format!("Goes on as in the variation named {}.", place.node);
                self.sgf.text("C", &sentences(&[&remark, &there]));
                break;
            }
            if shared {
                self.sgf.line("N", &place.node.to_string());
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
        let stop = if branches.is_empty() { forbidden_stop(&self.position) } else { None };
        let default = node.default.and_then(|at| self.proof.nodes.get(at)).map(|n| n.play);
        let over = self.position.ending().is_some();
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
                self.attack(Place { line, ..after }, reply.is_none(), "");
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
