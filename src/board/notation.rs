//! Points and moves as text.
//!
//! `h8`: column letter `a`…`v` *including* `i`, row number from 1, any case. `--` is a pass.
//! A move string is points in any of `h8h9i10`, `H8,H9,I10`, `H8 H9 I10`, `h8_h9`.

use thiserror::Error;

use super::{BoardSize, Point};

/// A move as written in a record: a point, or `None` for a pass (`--`).
pub type WrittenMove = Option<Point>;

/// Why a text is no point or move string. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The text is not of the form `h8`.
    #[error("column {column}: expected a point such as h8, got \"{got}\"")]
    NotAPoint {
        /// Where it stands.
        column: usize,
        /// What stands there.
        got: String,
    },
    /// The point is well written but not on the board.
    #[error("column {column}: \"{got}\" is outside a {size} board")]
    Outside {
        /// Where it stands.
        column: usize,
        /// What stands there.
        got: String,
        /// The board it was held against.
        size: BoardSize,
    },
}

/// Reads one point of a board of `size`.
///
/// # Errors
/// When the text is not exactly one point on the board.
pub fn parse_point(text: &str, size: BoardSize) -> Result<Point, NotationError> {
    match parse_moves(text, size)?.as_slice() {
        [Some(p)] => Ok(*p),
        _ => Err(NotationError::NotAPoint { column: 1, got: excerpt(text) }),
    }
}

/// Reads a move string; separators are blanks, commas and underscores, all of them optional.
///
/// # Errors
/// At the first thing that is no point on the board, with its place.
pub fn parse_moves(text: &str, size: BoardSize) -> Result<Vec<WrittenMove>, NotationError> {
    let chars: Vec<char> = text.chars().collect();
    let mut moves = Vec::new();
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        if c.is_whitespace() || c == ',' || c == '_' || c == ';' {
            i += 1;
            continue;
        }
        let column = i + 1;
        if c == '-' && chars.get(i + 1) == Some(&'-') {
            moves.push(None);
            i += 2;
            continue;
        }
        let mut end = i + 1;
        while chars.get(end).is_some_and(char::is_ascii_digit) {
            end += 1;
        }
        let got: String = chars.get(i..end).unwrap_or_default().iter().collect();
        if !c.is_ascii_alphabetic() || end == i + 1 {
            let rest: String = chars.get(i..).unwrap_or_default().iter().collect();
            return Err(NotationError::NotAPoint { column, got: excerpt(&rest) });
        }
        let x = i64::from(c.to_ascii_lowercase() as u32) - i64::from(b'a');
        let y = got.get(1..).and_then(|digits| digits.parse::<i64>().ok()).unwrap_or(i64::MAX);
        match size.point(x, y.saturating_sub(1)) {
            Some(p) => moves.push(Some(p)),
            None => return Err(NotationError::Outside { column, got, size }),
        }
        i = end;
    }
    Ok(moves)
}

/// Writes moves without separators: `h8h9--i10`.
#[must_use]
pub fn format_moves(moves: &[WrittenMove]) -> String {
    moves.iter().map(|m| m.map_or_else(|| "--".to_owned(), |p| p.to_string())).collect()
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    let word: String =
        text.split_whitespace().next().unwrap_or_default().chars().take(12).collect();
    if word.is_empty() { text.chars().take(12).collect() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_move_string() {
        let size = BoardSize::FIFTEEN;
        let expected = parse_moves("h8h9i10", size).unwrap();
        assert_eq!(expected.len(), 3);
        for text in ["H8,H9,I10", "H8 H9 I10", "h8_h9_i10", " h8\n h9\ti10 "] {
            assert_eq!(parse_moves(text, size).unwrap(), expected, "{text}");
        }
        assert_eq!(parse_moves("h8--h9", size).unwrap()[1], None);
        assert_eq!(format_moves(&parse_moves("h8--i10", size).unwrap()), "h8--i10");
    }

    #[test]
    fn mistakes_name_their_place() {
        let size = BoardSize::FIFTEEN;
        let error = |t: &str| parse_moves(t, size).unwrap_err().to_string();
        assert_eq!(error("h8p19"), "column 3: \"p19\" is outside a 15x15 board");
        assert_eq!(error("h8 ?"), "column 4: expected a point such as h8, got \"?\"");
        assert_eq!(error("h"), "column 1: expected a point such as h8, got \"h\"");
        assert_eq!(error("h0"), "column 1: \"h0\" is outside a 15x15 board");
        assert!(error("h99999999999999999999").contains("outside"));
        assert!(parse_point("h8h9", size).is_err());
    }
}
