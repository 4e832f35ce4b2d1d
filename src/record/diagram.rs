//! A board as rows of signs.
//!
//! ```text
//!     A B C D E           black  x X b B * ● ⚫
//!  5  . . . . .  5        white  o O w W ○ ⚪
//!  4  . x o . .  4        empty  . - _ + · ┼
//!  3  . . x . .  3
//!  2  . . . . .  2        blanks, brackets and | between the signs mean nothing;
//!  1  . . . . .  1        the numbers, where they are written, tell the order of the rows
//! ```
//!
//! Lines `rule: renju` and `to move: white` may stand above or below the board. The letters `t f l
//! s`, by which forbidden points are marked, are empty points. Where rows have their number at both
//! ends, numbers between blanks are moves:
//!
//! ```text
//!      A  B  C  D  E
//!  5   .  .  .  .  .  5
//!  4   .  .  2  4  .  4         1, 3, 5 … black, 2, 4 … white
//!  3   .  1  3  .  .  3
//! ```

use crate::board::notation::WrittenMove;
use crate::board::{BoardSize, Cell, Color, Point};
use crate::rules::RuleSpec;

use super::error::{InputError, Problem};
use super::input::{Assumed, Draft, Known, RowOrder, numbered_lines, parse_color};

/// What stands on a point.
#[derive(Clone, Copy)]
enum Sign {
    Cell(Cell),
    /// The stone of this move, from 1.
    Move(usize),
}

/// What a line of the text is.
enum Line<'a> {
    Row { number: Option<u32>, cells: Vec<Sign> },
    Head { key: &'a str, value: &'a str },
    Columns,
}

/// Whether most lines but those around the board, and at least three, are rows of signs.
pub(super) fn looks_like_one(text: &str) -> bool {
    let (mut rows, mut lines) = (0, 0);
    for (_, line) in numbered_lines(text) {
        let line = classify(line);
        lines += usize::from(!matches!(line, Ok(Line::Head { .. } | Line::Columns)));
        // One sign and a number is a move: `b8`.
        rows += usize::from(matches!(line, Ok(Line::Row { cells, .. }) if cells.len() > 1));
    }
    rows >= 3 && 2 * rows > lines
}

/// Reads the board.
pub(super) fn read(text: &str, known: &Known) -> Result<Draft, InputError> {
    let mut rows: Vec<Vec<Sign>> = Vec::new();
    let mut numbers: Vec<(usize, Option<u32>)> = Vec::new();
    let (mut rule, mut to_move, mut result) = (None, None, None);
    for (number, line) in numbered_lines(text) {
        let at = |problem: Problem| InputError::at(number, problem);
        match classify(line).map_err(at)? {
            Line::Columns => {}
            Line::Head { key: "rule", value } => {
                rule = Some(RuleSpec::named(value).map_err(|e| at(e.into()))?);
            }
            Line::Head { key: "to move", value } => {
                to_move = Some(parse_color(value).map_err(at)?);
            }
            Line::Head { key: "taken", .. } => return Err(at(Problem::CapturedPairs)),
            Line::Head { key: "result", value } => result = Some((number, value)),
            Line::Head { .. } => {}
            Line::Row { number: row, cells } => {
                let expected = rows.first().map_or(cells.len(), Vec::len);
                if cells.len() != expected {
                    return Err(at(Problem::RowLength { expected, got: cells.len() }));
                }
                rows.push(cells);
                numbers.push((number, row));
            }
        }
    }
    let told = numbered_order(&numbers)?;
    let width = rows.first().map_or(0, Vec::len);
    let found = BoardSize::new(to_i64(width), to_i64(rows.len())).map_err(Problem::from)?;
    if let Some(wanted) = known.size.filter(|&wanted| wanted != found) {
        return Err(Problem::DiagramSize { found, wanted }.into());
    }
    let mut draft = known.draft(rule, Some(found));
    let order = match told {
        Some(order) => order,
        None => known.row_order.unwrap_or_else(|| {
            draft.assumed.push(Assumed::RowOrder);
            RowOrder::default()
        }),
    };
    draft.row_order = Some(order);
    draft.to_move = to_move;
    if order == RowOrder::Descending {
        rows.reverse();
    }
    let mut moves = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.iter().enumerate() {
            let Some(p) = found.point(to_i64(x), to_i64(y)) else { continue };
            match sign {
                Sign::Cell(cell) => draft.stones.extend(cell.color().map(|color| (p, color))),
                Sign::Move(number) => moves.push((*number, p)),
            }
        }
    }
    let numbered = !moves.is_empty();
    if numbered {
        draft.moves = in_order(moves, &draft.stones)?;
        draft.first = Some(Color::Black);
    }
    if let Some((line, result)) = result.filter(|(_, result)| !is_visible(result, numbered)) {
        return Err(InputError::at(line, Problem::ResultOfMoves(result.to_owned())));
    }
    Ok(draft)
}

/// The moves by their numbers, which leave none out; no stone is without a number.
fn in_order(
    mut moves: Vec<(usize, Point)>,
    stones: &[(Point, Color)],
) -> Result<Vec<WrittenMove>, Problem> {
    moves.sort_unstable();
    if !stones.is_empty() {
        return Err(Problem::SomeNumbered);
    }
    if (1..).zip(&moves).any(|(expected, (number, _))| expected != *number) {
        return Err(Problem::MoveNumbers(moves.last().map_or(0, |(number, _)| *number)));
    }
    Ok(moves.into_iter().map(|(_, p)| Some(p)).collect())
}

/// Whether the stones (or moves, where they are numbered) show that the game has this result.
fn is_visible(result: &str, numbered: bool) -> bool {
    result.ends_with("has won by a five")
        || result.starts_with("draw: the board is full")
        || result.starts_with("draw: no five")
        || (numbered && result.contains(" made a "))
}

fn to_i64(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The order that the row numbers tell; `None` where no row has one.
fn numbered_order(numbers: &[(usize, Option<u32>)]) -> Result<Option<RowOrder>, InputError> {
    if numbers.iter().all(|(_, row)| row.is_none()) {
        return Ok(None);
    }
    let mut known = Vec::with_capacity(numbers.len());
    for &(line, row) in numbers {
        known.push((line, row.ok_or_else(|| InputError::at(line, Problem::RowNumbersMissing))?));
    }
    let ends = (known.first().copied(), known.last().copied());
    let (Some((first_line, first)), Some((last_line, last))) = ends else { return Ok(None) };
    let order = if first > last { RowOrder::Descending } else { RowOrder::Ascending };
    for pair in known.windows(2) {
        if let [(_, before), (line, got)] = *pair {
            let next = match order {
                RowOrder::Descending => before.checked_sub(1),
                RowOrder::Ascending => before.checked_add(1),
            };
            if next != Some(got) {
                return Err(InputError::at(line, Problem::RowNumber { got, before }));
            }
        }
    }
    match order {
        RowOrder::Descending if last != 1 => {
            Err(InputError::at(last_line, Problem::RowNumbersStart(last)))
        }
        RowOrder::Ascending if first != 1 => {
            Err(InputError::at(first_line, Problem::RowNumbersStart(first)))
        }
        _ => Ok(Some(order)),
    }
}

fn classify(line: &str) -> Result<Line<'_>, Problem> {
    if let Some((key, value)) = line.split_once(':') {
        let value = value.split('(').next().unwrap_or_default().trim();
        return Ok(Line::Head { key: key.trim(), value });
    }
    if let Some(row) = numbered_row(line) {
        return Ok(row);
    }
    if is_column_line(line) {
        return Ok(Line::Columns);
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let body = line.trim_start_matches(is_digit);
    let left = line.strip_suffix(body).unwrap_or_default();
    let inner = body.trim_end_matches(is_digit);
    let right = body.strip_prefix(inner).unwrap_or_default();
    let number = [left, right].into_iter().find_map(|digits| digits.parse::<u32>().ok());
    let cells = inner.chars().filter_map(cell).map(|cell| Ok(Sign::Cell(cell?)));
    let cells: Result<Vec<Sign>, Problem> = cells.collect();
    let cells = cells?;
    if cells.is_empty() { Ok(Line::Columns) } else { Ok(Line::Row { number, cells }) }
}

/// A row with its number at both ends, and at least one move number between them.
fn numbered_row(line: &str) -> Option<Line<'_>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [first, inner @ .., last] = words.as_slice() else { return None };
    let number = Some(first.parse::<u32>().ok().filter(|_| first == last)?);
    let sign = |word: &&str| match word.parse::<usize>() {
        Ok(number) => Some(Sign::Move(number)),
        Err(_) => {
            let mut signs = word.chars();
            let sign = cell(signs.next()?)?.ok()?;
            signs.next().is_none().then_some(Sign::Cell(sign))
        }
    };
    let cells: Vec<Sign> = inner.iter().map(sign).collect::<Option<_>>()?;
    let is_numbered = cells.iter().any(|sign| matches!(sign, Sign::Move(_)));
    is_numbered.then_some(Line::Row { number, cells })
}

/// `A B C …` (with or without I), or column numbers.
fn is_column_line(line: &str) -> bool {
    let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let begins = signs.first().is_some_and(|c| c.eq_ignore_ascii_case(&'a'));
    let rises = signs.windows(2).all(|pair| {
        matches!(*pair, [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic()
            && a.to_ascii_lowercase() < b.to_ascii_lowercase())
    });
    (begins && rises) || signs.iter().all(char::is_ascii_digit)
}

/// The cell a sign stands for; `None` for signs that only part the others.
fn cell(sign: char) -> Option<Result<Cell, Problem>> {
    match sign {
        // The stone that is everybody's was black's first.
        'x' | 'X' | 'b' | 'B' | '*' | '●' | '⚫' | '◎' => Some(Ok(Cell::Black)),
        'o' | 'O' | 'w' | 'W' | '○' | '⚪' => Some(Ok(Cell::White)),
        '.' | '-' | '_' | '+' | '·' | 't' | 'f' | 'l' | 's' => Some(Ok(Cell::Empty)),
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => {
            Some(Ok(Cell::Empty))
        }
        '|' | '(' | ')' | '[' | ']' => None,
        _ if sign.is_whitespace() => None,
        _ => Some(Err(Problem::NotACell(sign))),
    }
}
