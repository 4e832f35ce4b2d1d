//! The list of the Gomocup protocol: `x,y,field` or `x,y`, counted from zero, blanks or line ends
//! between the entries.
//!
//! Field 1 is a stone of the side to move, 2 one of its opponent, in any order. Entries without a
//! field are moves, black's first. `START n`, `RECTSTART w,h`, `BOARD` and `DONE` around the list
//! may stay where they are.

use crate::board::{BoardSize, Color, Point};

use super::error::{InputError, Problem};
use super::input::{Assumed, Draft, Known, excerpt, numbered_lines};

const ENTRY: &str = "x,y or x,y,field";

/// Whether the first entry, the protocol's words left aside, begins with two numbers.
pub(super) fn looks_like_one(text: &str) -> bool {
    let is_number = |part: Option<&str>| part.is_some_and(|p| p.trim().parse::<i64>().is_ok());
    numbered_lines(text).find(|(_, line)| !begins_with_word(line)).is_some_and(|(_, line)| {
        let mut parts = line.split_whitespace().next().unwrap_or_default().split(',');
        is_number(parts.next()) && is_number(parts.next())
    })
}

fn begins_with_word(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["START", "RECTSTART", "BOARD", "YXBOARD", "DONE"].iter().any(|w| w.eq_ignore_ascii_case(word))
}

/// Reads the list.
pub(super) fn read(text: &str, known: &Known) -> Result<Draft, InputError> {
    let mut size = None;
    let mut entries = Vec::new();
    for (number, line) in numbered_lines(text) {
        if begins_with_word(line) {
            size = word_line(line).map_err(|p| InputError::at(number, p))?.or(size);
        } else {
            entries.extend(line.split_whitespace().map(|entry| (number, entry)));
        }
    }
    let mut draft = known.draft(None, size);
    let mut moves = Vec::new();
    let (mut own, mut opponent) = (Vec::new(), Vec::new());
    for (number, text) in entries {
        let (point, field) = entry(text, draft.size).map_err(|p| InputError::at(number, p))?;
        match field {
            None => moves.push(Some(point)),
            Some(1) => own.push(point),
            Some(2) => opponent.push(point),
            Some(3) => return Err(InputError::at(number, Problem::ContinuousGame)),
            Some(_) => return Err(InputError::at(number, expected(text))),
        }
        if !moves.is_empty() && own.len() + opponent.len() > 0 {
            let got = excerpt(text);
            let expected = "a field in every entry or in none";
            return Err(InputError::at(number, Problem::Expected { expected, got }));
        }
    }
    if own.is_empty() && opponent.is_empty() {
        draft.moves = moves;
        draft.first = Some(Color::Black);
        return Ok(draft);
    }
    let to_move = known.to_move.unwrap_or_else(|| {
        draft.assumed.push(Assumed::ToMove);
        if opponent.len() > own.len() { Color::White } else { Color::Black }
    });
    draft.stones.extend(own.into_iter().map(|p| (p, to_move)));
    draft.stones.extend(opponent.into_iter().map(|p| (p, to_move.other())));
    draft.first = Some(to_move);
    Ok(draft)
}

fn expected(text: &str) -> Problem {
    Problem::Expected { expected: ENTRY, got: excerpt(text) }
}

/// `START n` and `RECTSTART w,h` tell the size; `BOARD` and `DONE` tell nothing.
fn word_line(line: &str) -> Result<Option<BoardSize>, Problem> {
    let mut words = line.split_whitespace();
    let word = words.next().unwrap_or_default().to_ascii_uppercase();
    let argument: String = words.collect();
    let number = |t: &str| t.trim().parse::<i64>().map_err(|_| Problem::NotASize(excerpt(line)));
    match (word.as_str(), argument.split_once(',')) {
        ("BOARD" | "YXBOARD" | "DONE", None) if argument.is_empty() => Ok(None),
        ("START", None) => Ok(Some(BoardSize::square(number(&argument)?)?)),
        ("RECTSTART", Some((width, height))) => {
            Ok(Some(BoardSize::new(number(width)?, number(height)?)?))
        }
        _ => Err(expected(line)),
    }
}

fn entry(text: &str, size: BoardSize) -> Result<(Point, Option<i64>), Problem> {
    let mut numbers = [None; 3];
    let mut parts = text.split(',');
    for (slot, part) in numbers.iter_mut().zip(parts.by_ref()) {
        *slot = Some(part.trim().parse::<i64>().map_err(|_| expected(text))?);
    }
    let [Some(x), Some(y), field] = numbers else { return Err(expected(text)) };
    if parts.next().is_some() {
        return Err(expected(text));
    }
    let point =
        size.point(x, y).ok_or_else(|| Problem::Outside { got: format!("{x},{y}"), size })?;
    Ok((point, field))
}
