//! Writing SGF (`FF[4]`, `GM[4]`): a game tree, property by property, in the order of the file.
//!
//! ```text
//! (;FF[4]GM[4]SZ[15];B[hh];W[hg]
//! (;B[ig]C[…])
//! (;B[gg]))
//! ```
//!
//! Points are two letters, columns from the left and rows from the top. Texts are escaped, so that
//! whatever they hold stays inside its brackets.

use std::fmt::Write;

use crate::board::{BoardSize, Color, Point};

/// Signs of a line after which the next node begins a new one.
const WIDTH: usize = 72;

/// A game tree that is being written.
#[derive(Debug)]
pub struct SgfWriter {
    text: String,
    size: BoardSize,
    depth: usize,
    line_start: usize,
}

impl SgfWriter {
    /// Opens the tree and writes its root: the format, the program and the board.
    #[must_use]
    pub fn new(size: BoardSize) -> SgfWriter {
        let mut writer = SgfWriter { text: String::new(), size, depth: 0, line_start: 0 };
        writer.open();
        writer.node();
        let program = concat!("Kagetsu:", env!("CARGO_PKG_VERSION"));
        let _ = write!(writer.text, "FF[4]GM[4]CA[UTF-8]AP[{program}]SZ[");
        let (width, height) = (size.width(), size.height());
        let _ = match size.is_square() {
            true => write!(writer.text, "{width}]"),
            false => write!(writer.text, "{width}:{height}]"),
        };
        writer
    }

    /// Begins a variation. A node must follow.
    pub fn open(&mut self) {
        if self.depth > 0 {
            self.new_line();
        }
        self.text.push('(');
        self.depth += 1;
    }

    /// Ends the variation that was opened last.
    pub fn close(&mut self) {
        if self.depth > 0 {
            self.text.push(')');
            self.depth -= 1;
        }
    }

    /// Begins a node; properties follow.
    pub fn node(&mut self) {
        if self.text.len() - self.line_start > WIDTH {
            self.new_line();
        }
        self.text.push(';');
    }

    /// A move of a side: a point, or a pass.
    pub fn play(&mut self, color: Color, at: Option<Point>) {
        let at = at.map(|p| self.point(p)).unwrap_or_default();
        let _ = write!(self.text, "{}[{at}]", letter(color));
    }

    /// A property whose value is text with line breaks (`C`); brackets in it are escaped.
    pub fn text(&mut self, property: &str, text: &str) {
        let _ = write!(self.text, "{property}[{}]", escaped(text, false));
    }

    /// A property whose value is one line of text (`GN`, `RU`, `N`).
    pub fn line(&mut self, property: &str, text: &str) {
        let one_line: Vec<&str> = text.split_whitespace().collect();
        let _ = write!(self.text, "{property}[{}]", escaped(&one_line.join(" "), false));
    }

    /// A property whose value is a number (`MN`).
    pub fn number(&mut self, property: &str, number: usize) {
        let _ = write!(self.text, "{property}[{number}]");
    }

    /// A side to move (`PL`).
    pub fn side(&mut self, property: &str, color: Color) {
        let _ = write!(self.text, "{property}[{}]", letter(color));
    }

    /// A property whose values are points (`AB`, `AW`, `MA`, `TR`); nothing is written for none.
    pub fn points(&mut self, property: &str, points: impl IntoIterator<Item = Point>) {
        for (i, p) in points.into_iter().enumerate() {
            let at = self.point(p);
            let _ = write!(self.text, "{}[{at}]", if i == 0 { property } else { "" });
        }
    }

    /// Labels on points (`LB`); nothing is written for none.
    pub fn labels(&mut self, labels: &[(Point, String)]) {
        for (i, (p, text)) in labels.iter().enumerate() {
            let (name, at) = (if i == 0 { "LB" } else { "" }, self.point(*p));
            let _ = write!(self.text, "{name}[{at}:{}]", escaped(text, true));
        }
    }

    /// The whole text; variations that are still open are closed.
    #[must_use]
    pub fn finish(mut self) -> String {
        while self.depth > 0 {
            self.close();
        }
        self.text.push('\n');
        self.text
    }

    fn point(&self, p: Point) -> String {
        let row = self.size.height().saturating_sub(1).saturating_sub(p.y());
        [p.x(), row].map(|v| char::from(b'a' + v)).iter().collect()
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// A text with `]` and `\` (and `:` where two values stand in one) kept from their meaning.
fn escaped(text: &str, composed: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') || (composed && c == ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation;

    #[test]
    fn a_tree_is_written() {
        let size = BoardSize::new(15, 9).unwrap();
        let p = |text: &str| notation::parse_point(text, size).unwrap();
        let mut sgf = SgfWriter::new(size);
        sgf.points("AB", [p("a1"), p("o9")]);
        sgf.points("AW", []);
        sgf.side("PL", Color::White);
        sgf.line("GN", "one\ntwo");
        sgf.open();
        sgf.node();
        sgf.play(Color::White, Some(p("h5")));
        sgf.labels(&[(p("b1"), "x:y".to_owned()), (p("c1"), "]".to_owned())]);
        sgf.close();
        sgf.open();
        sgf.node();
        sgf.play(Color::White, None);
        sgf.text("C", "a \\ [b]");
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Kagetsu:{version}]SZ[15:9]AB[ai][oa]PL[W]GN[one two]\n\
             (;W[he]LB[bi:x\\:y][ci:\\]])\n(;W[]C[a \\\\ [b\\]]))\n"
        );
        assert_eq!(sgf.finish(), expected);
    }
}
