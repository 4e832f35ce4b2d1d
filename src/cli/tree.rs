//! A certificate as a tree of text.
//!
//! ```text
//! 1. K9 three
//! ├─ J10: 2. H8 four  H7  3. G9 four-three
//! ├─ K12, K8: 2. L9 four  M9  3. I9 straight four
//! └─ else: 2. K10 straight four
//! ```
//!
//! Numbers count the attacker's moves; `else` is every reply that has no branch. A chain without a choice
//! stands on one line. That a four loses to its five unless it is stopped is not said each time. `[17]`
//! names a node that several places lead to, `→ [17]` that it goes on as there.

use super::board_text::name;
use super::proof_view::{Branch, branches, forbidden_stop, reply_name, shared_nodes, threat_name};
use crate::board::Point;
use crate::board::notation::WrittenMove;
use crate::position::Position;
use crate::threat::Proof;

/// Signs in a line, after which it goes on in the next.
const WIDTH: usize = 100;
/// The most choices below one another that are tried; no tree that fits has more.
const DEEPEST: usize = 64;

/// The tree of a certificate, in at most `most` lines of branches; the main line comes first everywhere.
/// Choices that would take more are passed over, and the last line tells how many.
pub(super) fn tree(position: &Position, proof: &Proof, line: &[Point], most: usize) -> String {
    let shared = shared_nodes(proof, true);
    let draw = |levels| {
        let mut drawing = Drawing {
            proof,
            shared: &shared,
            position: position.clone(),
            seen: vec![false; proof.nodes.len()],
            lines: Vec::new(),
            most,
            left_out: 0,
        };
        drawing.attack(Place { node: 0, number: 1, line }, String::new(), "", levels);
        drawing
    };
    let mut best = draw(0);
    for levels in 1..DEEPEST {
        if best.left_out == 0 || best.lines.len() > most {
            break;
        }
        let next = draw(levels);
        if next.lines.len() > most {
            break;
        }
        best = next;
    }
    best.lines.truncate(most);
    let mut text = best.lines.join("\n") + "\n";
    if best.left_out > 0 {
        text += &format!(
            "(+n: branches left out, {} in all; the certificate has {} moves)\n",
            best.left_out,
            proof.nodes.len()
        );
    }
    text
}

/// Where a drawing is: the attacker plays `node`'s move, its `number`-th, and the main line goes on with
/// `line` from that move on; off the main line it is empty.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: usize,
    number: usize,
    line: &'a [Point],
}

struct Drawing<'a> {
    proof: &'a Proof,
    shared: &'a [bool],
    position: Position,
    /// Nodes whose branches stand somewhere already.
    seen: Vec<bool>,
    lines: Vec<String>,
    most: usize,
    left_out: usize,
}

impl Drawing<'_> {
    /// Draws a chain of moves up to the first choice, and then each branch below it. `begun` is what
    /// stands on the line already, `below` what stands before every line after it.
    fn attack(&mut self, from: Place<'_>, begun: String, below: &str, levels: usize) {
        let mut place = from;
        let mut chain = Chain::new(begun, below);
        let mut played = 0;
        let choices = loop {
            let Some(node) = self.proof.nodes.get(place.node) else { break Vec::new() };
            let mut text = format!("{}. {}", place.number, name(node.play));
            push_word(&mut text, threat_name(&self.position, node.play));
            let shared = self.shared.get(place.node).is_some_and(|&shared| shared);
            let seen = self.seen.get_mut(place.node).is_some_and(|s| std::mem::replace(s, true));
            if shared {
                text += &format!(" {}[{}]", if seen { "→ " } else { "" }, place.node);
            }
            if shared && seen {
                chain.push(&text);
                break Vec::new();
            }
            self.position.play(node.play);
            played += 1;
            let reply = place.line.get(1).copied();
            let mut branches = match self.position.ending() {
                None => branches(self.proof, node, &self.position, reply),
                Some(_) => Vec::new(),
            };
            let others = branches.len().saturating_sub(1);
            let main_first = branches.first().is_some_and(|branch| branch.main);
            if branches.is_empty() || (others > 0 && (levels > 0 || !main_first)) {
                let ends = branches.is_empty() && self.position.ending().is_none();
                if let Some((stop, foul)) = forbidden_stop(&self.position).filter(|_| ends) {
                    text += &format!("  ({} is forbidden: {foul})", name(stop));
                }
                chain.push(&text);
                break branches;
            }
            // A move and its reply stay in one line.
            let branch = branches.swap_remove(0);
            text += &format!("  {}", self.replies(&branch, reply));
            if others > 0 {
                self.left_out += others;
                text += &format!("  (+{others})");
            }
            chain.push(&text);
            self.reply(&branch, reply);
            played += 1;
            place = self.next(place, &branch);
        };
        self.lines.extend(chain.finish());
        if levels == 0 && !choices.is_empty() {
            self.left_out += choices.len();
            if let Some(line) = self.lines.last_mut() {
                *line += &format!("  (+{})", choices.len());
            }
        } else {
            self.choices(place, &choices, below, levels);
        }
        for _ in 0..played {
            self.position.undo();
        }
    }

    /// Draws the branches of a choice below one another.
    fn choices(&mut self, place: Place<'_>, choices: &[Branch], below: &str, levels: usize) {
        let reply = place.line.get(1).copied();
        for (i, branch) in choices.iter().enumerate() {
            // Whoever draws too much is drawn again with fewer levels: the rest does not matter.
            if self.lines.len() > self.most {
                return;
            }
            let last = i + 1 == choices.len();
            let (corner, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let begun = format!("{below}{corner}{}:", self.replies(branch, reply));
            let below = format!("{below}{bar}");
            self.reply(branch, reply);
            self.attack(self.next(place, branch), begun, &below, levels.saturating_sub(1));
            self.position.undo();
        }
    }

    /// The place after a reply.
    fn next<'b>(&self, place: Place<'b>, branch: &Branch) -> Place<'b> {
        let line = if branch.main { place.line.get(2..).unwrap_or_default() } else { &[] };
        Place { node: branch.node, number: place.number + 1, line }
    }

    /// Plays the reply of a branch; for the default a pass stands for every other reply.
    fn reply(&mut self, branch: &Branch, main: WrittenMove) {
        let stands_for = if branch.is_else() && branch.main { main } else { None };
        match branch.replies.first().copied().unwrap_or(stands_for) {
            Some(p) => self.position.play(p),
            None => self.position.pass(),
        }
    }

    /// The replies of a branch in words.
    fn replies(&self, branch: &Branch, main: WrittenMove) -> String {
        if branch.is_else() {
            return match main.filter(|_| branch.main) {
                Some(p) => format!("else, as {}", name(p)),
                None => "else".to_owned(),
            };
        }
        let written = branch.replies.iter().map(|reply| match reply {
            Some(p) => {
                let mut text = name(*p);
                push_word(&mut text, reply_name(&self.position, *p));
                text
            }
            None => "pass".to_owned(),
        });
        written.collect::<Vec<_>>().join(", ")
    }
}

fn push_word(text: &mut String, word: &str) {
    if !word.is_empty() {
        text.push(' ');
        text.push_str(word);
    }
}

/// Moves after one another, broken into lines.
struct Chain<'a> {
    lines: Vec<String>,
    below: &'a str,
    /// Signs of the line so far; zero where nothing stands on it yet.
    length: usize,
}

impl<'a> Chain<'a> {
    fn new(begun: String, below: &'a str) -> Chain<'a> {
        let length = begun.chars().count();
        Chain { lines: vec![begun], below, length }
    }

    fn push(&mut self, text: &str) {
        let signs = text.chars().count();
        let first_of_chain =
            self.lines.len() == 1 && self.lines.last().is_some_and(String::is_empty);
        if self.length + 2 + signs > WIDTH && !first_of_chain {
            let line = format!("{}   ", self.below);
            self.length = line.chars().count() + signs;
            self.lines.push(line + text);
            return;
        }
        if let Some(line) = self.lines.last_mut() {
            let space = match line.chars().last() {
                None => "",
                Some(':') => " ",
                Some(_) => "  ",
            };
            self.length += space.len() + signs;
            *line += space;
            *line += text;
        }
    }

    fn finish(self) -> Vec<String> {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::proof_view::sample;
    use super::*;

    #[test]
    fn a_tree_with_choices() {
        let (position, proof, line) = sample::double_three(false);
        let expected = "\
            1. I8 two threes\n\
            ├─ I7, I6, I11: 2. F8 straight four\n\
            └─ else: 2. I7 straight four\n";
        assert_eq!(tree(&position, &proof, &line, 200), expected);
        let (position, proof, line) = sample::double_three(true);
        let expected = "\
            1. I8 two threes\n\
            ├─ else, as C3: 2. I7 straight four\n\
            └─ I6, I7, I11: 2. F8 straight four\n";
        assert_eq!(tree(&position, &proof, &line, 3), expected);
    }

    #[test]
    fn what_is_reached_twice_is_drawn_once() {
        let (position, proof, line) = sample::transposition();
        let expected = "\
            1. C3\n\
            ├─ E5, pass: 2. M5  N4  3. M7 [3]  else  4. M9  else  5. N10\n\
            ├─ D4: 2. M3  N4  3. M7 → [3]\n\
            └─ else: 2. N10\n";
        assert_eq!(tree(&position, &proof, &line, 4), expected);
    }

    /// Where there is no room for all, the main line is there, and the rest is counted.
    #[test]
    fn a_tree_keeps_to_its_lines() {
        let (position, proof, line) = sample::transposition();
        for most in [1, 2, 3] {
            let expected = "\
                1. C3  E5, pass  (+2)  2. M5  N4  3. M7 [3]  else  4. M9  else  5. N10\n\
                (+n: branches left out, 2 in all; the certificate has 6 moves)\n";
            assert_eq!(tree(&position, &proof, &line, most), expected, "{most}");
        }
        let expected =
            "1. C3  (+3)\n(+n: branches left out, 3 in all; the certificate has 6 moves)\n";
        assert_eq!(tree(&position, &proof, &[], 1), expected);
    }

    #[test]
    fn long_chains_go_on_in_the_next_line() {
        let mut chain = Chain::new("└─ H8:".to_owned(), "   ");
        for _ in 0..20 {
            chain.push("1. H8 straight four");
        }
        let lines = chain.finish();
        assert_eq!(lines.len(), 5);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
        assert!(lines[0].starts_with("└─ H8: 1. H8 straight four  1. H8"), "{lines:?}");
        assert!(lines[1].starts_with("      1. H8"), "{lines:?}");
    }
}
