//! SGF, the tree format of the Go world, as gomoku and renju programs use it (`GM[4]`).
//!
//! The first line of play is read: the root, and the first branch wherever the tree divides.
//! Points are two letters (`B[hh]`, rows from the top) or as players write them (`B[h8]`).

use crate::board::{BoardSize, Color, Point};
use crate::rules::RuleSpec;

use super::error::{InputError, Problem};
use super::input::{Draft, Known, excerpt, parse_color, parse_size};

/// One property of a node, such as `AB[hh][ii]`, with the line it begins in.
struct Property {
    line: usize,
    name: String,
    values: Vec<String>,
}

/// Reads the first line of play.
pub(super) fn read(text: &str, known: &Known) -> Result<Draft, InputError> {
    let properties = first_line_of_play(text)?;
    let value = |name: &str| {
        properties.iter().find(|p| p.name == name).and_then(|p| Some((p.line, p.values.first()?)))
    };
    let size = value("SZ")
        .map(|(line, v)| parse_size(&v.replace(':', "x")).map_err(|p| InputError::at(line, p)));
    // The names of rules in the wild are many; one that is not known here says nothing.
    let rule = value("RU").and_then(|(_, v)| RuleSpec::named(v).ok());
    let mut draft = known.draft(rule, size.transpose()?);
    let mut turn = None;
    for property in &properties {
        let at = |problem| InputError::at(property.line, problem);
        match property.name.as_str() {
            "AB" | "AW" => {
                let color = if property.name == "AB" { Color::Black } else { Color::White };
                for value in &property.values {
                    let point = point(value, draft.size).map_err(at)?;
                    draft.stones.push((point.ok_or(at(Problem::PassAmongStones))?, color));
                }
            }
            "B" | "W" => {
                let color = if property.name == "B" { Color::Black } else { Color::White };
                let value = property.values.first().map_or("", String::as_str);
                let first = *draft.first.get_or_insert(color);
                // One side twice in a row: the other passed in between.
                if turn.unwrap_or(first) != color {
                    draft.moves.push(None);
                }
                draft.moves.push(point(value, draft.size).map_err(at)?);
                turn = Some(color.other());
            }
            "PL" => {
                let value = property.values.first().map_or("", String::as_str);
                let color = parse_color(value).map_err(at)?;
                if draft.moves.is_empty() {
                    draft.first = Some(color);
                }
            }
            "AE" => return Err(at(Problem::Sgf("AE takes stones off; not supported".to_owned()))),
            _ => {}
        }
    }
    Ok(draft)
}

/// A point; an empty value (or `tt` on boards up to 19) is a pass.
fn point(value: &str, size: BoardSize) -> Result<Option<Point>, Problem> {
    let value = value.trim();
    if value.is_empty() || (value == "tt" && size.width() <= 19 && size.height() <= 19) {
        return Ok(None);
    }
    let mut chars = value.chars();
    let letter = |c: Option<char>| {
        c.filter(char::is_ascii_alphabetic)
            .map(|c| i64::from(u32::from(c.to_ascii_lowercase())) - i64::from(u32::from('a')))
    };
    let outside = || Problem::Outside { got: excerpt(value), size };
    match (letter(chars.next()), letter(chars.next()), chars.next()) {
        (Some(x), Some(y), None) => {
            Ok(Some(size.point(x, i64::from(size.height()) - 1 - y).ok_or_else(outside)?))
        }
        _ => Ok(Some(crate::board::notation::parse_point(value, size)?)),
    }
}

/// The properties of all nodes on the first line of play, in order.
fn first_line_of_play(text: &str) -> Result<Vec<Property>, InputError> {
    let mut properties: Vec<Property> = Vec::new();
    let mut line = 1;
    let mut chars = text.chars().peekable();
    let mut name = String::new();
    let (mut depth, mut nodes, mut closed) = (0_usize, 0_usize, false);
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            '(' => depth += 1,
            // The first branch that ends is the first line of play.
            ')' if depth > 0 => {
                closed = true;
                break;
            }
            ';' => {
                nodes += 1;
                name.clear();
            }
            '[' if depth > 0 && nodes > 0 => {
                let (begin, value) = (line, value(&mut chars, &mut line)?);
                if name.is_empty() {
                    let last = properties.last_mut();
                    let orphan = || Problem::Sgf("a value without a property".to_owned());
                    last.ok_or_else(|| InputError::at(begin, orphan()))?.values.push(value);
                } else {
                    let name = std::mem::take(&mut name);
                    properties.push(Property { line: begin, name, values: vec![value] });
                }
            }
            c if c.is_ascii_uppercase() => name.push(c),
            // Old files spell properties out: AddBlack is AB.
            c if c.is_ascii_lowercase() || c.is_whitespace() => {}
            c => return Err(InputError::at(line, Problem::Sgf(format!("unexpected \"{c}\"")))),
        }
    }
    if !closed {
        let problem = Problem::Sgf("the game tree is not closed".to_owned());
        return Err(InputError::at(line, problem));
    }
    if nodes == 0 {
        return Err(InputError::at(line, Problem::Sgf("no node".to_owned())));
    }
    Ok(properties)
}

/// The text up to the closing bracket, `\` taking its meaning from the sign after it.
fn value(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    line: &mut usize,
) -> Result<String, InputError> {
    let begin = *line;
    let mut value = String::new();
    while let Some(c) = chars.next() {
        match c {
            ']' => return Ok(value),
            '\\' => value.extend(chars.next()),
            _ => {
                *line += usize::from(c == '\n');
                value.push(c);
            }
        }
    }
    Err(InputError::at(begin, Problem::Sgf("a value without its \"]\"".to_owned())))
}
