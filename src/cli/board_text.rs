//! The board as text, for people; the diagram reader understands what is drawn here.
//!
//! ```text
//!     A B C D E
//!  5  . . . . .  5
//!  4  . . ○ . .  4
//!  3  . ●(●). .  3
//!  2  . . . . .  2
//!  1  . . . . .  1
//!     A B C D E
//! ```

use std::fmt::Write;

use crate::board::{BoardSize, Cell, Point};
use crate::position::Position;
use crate::rules::Foul;

use super::positions::Loaded;
use crate::record::Assumed;
use crate::record::picture::is_star;

/// How the board is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Move numbers instead of stones where a stone was played.
    pub(super) numbers: bool,
    /// Row 1 at the top.
    pub(super) flip: bool,
    /// Colours, for a terminal.
    pub(super) color: bool,
}

/// The mark of a forbidden point: a letter, which is neither a stone nor the number of a move.
pub(super) const fn mark(foul: Foul) -> char {
    match foul {
        Foul::Overline => 'l',
        Foul::DoubleFour => 'f',
        Foul::DoubleThree => 't',
        Foul::StraightFour => 's',
    }
}

/// The column letter of a point, and its row from 1: `H8`.
pub(super) fn name(p: Point) -> String {
    p.to_string().to_uppercase()
}

/// The lines above the board: rule, board, side to move, and what of it was assumed.
pub(super) fn head(loaded: &Loaded) -> String {
    let input = &loaded.input;
    let assumed = |what| if input.assumed.contains(&what) { " (assumed)" } else { "" };
    let mut text = String::new();
    if let Some(id) = &input.id {
        let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        let _ = writeln!(text, "id:      {id}");
    }
    let _ = writeln!(text, "rule:    {}{}", input.rule, assumed(Assumed::Rule));
    let _ = writeln!(text, "board:   {}{}", input.size, assumed(Assumed::Size));
    if input.assumed.contains(&Assumed::RowOrder) {
        let _ = writeln!(
            text,
            "rows:    the top line was read as row {} (assumed)",
            input.size.height()
        );
    }
    let _ = writeln!(text, "to move: {}{}", input.to_move, assumed(Assumed::ToMove));
    text
}

/// Texts drawn on empty points.
pub(super) type Marks = Vec<(Point, String)>;

/// Forbidden points as marks.
pub(super) fn foul_marks(fouls: &[(Point, Foul)]) -> Marks {
    fouls.iter().map(|(p, foul)| (*p, mark(*foul).to_string())).collect()
}

/// The board with marks on some of its empty points.
pub(super) fn board(position: &Position, marks: &Marks, style: Style) -> String {
    let size = position.size();
    let last = position.last_move().flatten();
    let numbered = if style.numbers { position.moves() } else { Vec::new() };
    let longest_mark = marks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
    let numbers = if style.numbers { numbered.len().to_string().len().max(2) } else { 1 };
    let width = numbers.max(longest_mark);
    let mut text = String::new();
    columns(&mut text, size, width);
    for row in 0..size.height() {
        let y = if style.flip { row } else { size.height() - 1 - row };
        let _ = write!(text, "{:>2} ", y + 1);
        let mut after_last = false;
        for p in (0..size.width()).filter_map(|x| Point::new(x, y)) {
            let is_last = last == Some(p) && width == 1;
            text.push(if is_last {
                '('
            } else if after_last {
                ')'
            } else {
                ' '
            });
            after_last = is_last;
            let number = numbered.iter().rposition(|&q| q == Some(p)).map(|i| i + 1);
            let sign = sign(position, p, number, marks);
            let pad = width.saturating_sub(sign.chars().count());
            let _ = write!(text, "{:pad$}", "");
            let paint = if !style.color {
                None
            } else if last == Some(p) {
                Some("1")
            } else {
                marks.iter().any(|(q, _)| *q == p).then_some("31")
            };
            let _ = match paint {
                Some(code) => write!(text, "\x1b[{code}m{sign}\x1b[0m"),
                None => write!(text, "{sign}"),
            };
        }
        text.push(if after_last { ')' } else { ' ' });
        let _ = writeln!(text, "{:>2}", y + 1);
    }
    columns(&mut text, size, width);
    text
}

fn sign(position: &Position, p: Point, number: Option<usize>, marks: &Marks) -> String {
    match (position.cell(p), number) {
        (Cell::Empty, _) => match marks.iter().find(|(q, _)| *q == p) {
            Some((_, text)) => text.clone(),
            None if is_star(position.size(), p) => "+".to_owned(),
            None => ".".to_owned(),
        },
        (_, Some(number)) => number.to_string(),
        (Cell::Black, None) => "●".to_owned(),
        (Cell::White, None) => "○".to_owned(),
        (Cell::Wild, None) => "◎".to_owned(),
    }
}

fn columns(text: &mut String, size: BoardSize, width: usize) {
    text.push_str("   ");
    for letter in ('A'..).take(usize::from(size.width())) {
        let _ = write!(text, " {letter:>width$}");
    }
    text.push('\n');
}
