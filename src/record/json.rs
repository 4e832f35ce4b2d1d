//! Positions as JSON objects, one alone or one a line.
//!
//! ```json
//! {"id": 1, "rule": "renju", "size": 15, "black": ["H8"], "white": ["H9"], "to_move": "black"}
//! {"id": 2, "size": "15x20", "moves": "h8h9i10"}
//! ```
//!
//! `point` is a point the asker wants to know about (`*` is the whole board). Keys that are not
//! known are skipped, since collections carry sources, notes and answers beside the position; but
//! one that looks like a known key misspelled is a mistake.

use serde_json::{Map, Value};

use crate::board::notation::{WrittenMove, parse_moves};
use crate::board::{BoardSize, ByColor, Color};
use crate::rules::RuleSpec;

use super::error::{InputError, Problem};
use super::input::{
    Draft, Known, PositionInput, Record, excerpt, numbered_lines, parse_color, parse_size,
};

/// The keys that mean something.
const KEYS: [&str; 8] = ["id", "rule", "size", "black", "white", "to_move", "moves", "point"];

/// Whether the text is two or more lines, the first of which is an object, whole or broken, that the
/// second does not go on with. The second may be anything: a bad line spoils no other.
pub(super) fn is_lines(text: &str) -> bool {
    let mut lines = numbered_lines(text).map(|(_, line)| line);
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let whole = || serde_json::from_str::<Map<String, Value>>(first).is_ok();
    first.starts_with('{') && first.len() > 1 && (second.starts_with('{') || whole())
}

/// Reads one object.
pub(super) fn read(text: &str, known: &Known) -> Result<Draft, InputError> {
    object(&parse(text)?, known)
}

/// Reads the object in one line of JSON lines; a blank line is none.
pub(super) fn read_line(
    text: &str,
    number: usize,
    finish: impl Fn(Draft) -> PositionInput,
    known: &Known,
) -> Record {
    let value = parse(text);
    let id = value.as_ref().ok().and_then(|v| v.get("id")).cloned();
    let input = value
        .and_then(|v| object(&v, known))
        .map(finish)
        .map_err(|e| InputError { line: Some(number), ..e });
    Record { line: number, id, input }
}

fn parse(text: &str) -> Result<Value, InputError> {
    serde_json::from_str(text).map_err(|e| {
        // The parser's own message ends in "at line … column …"; the line is told apart.
        let message = e.to_string();
        let what = message.split(" at line ").next().unwrap_or_default();
        InputError::at(e.line().max(1), Problem::Json(format!("{what} (column {})", e.column())))
    })
}

fn object(value: &Value, known: &Known) -> Result<Draft, InputError> {
    let object = value.as_object().ok_or(Problem::JsonType("an object"))?;
    check_keys(object)?;
    let rule = get(object, "rule", |v| Ok(RuleSpec::named(string(v)?)?))?;
    let size = get(object, "size", size)?;
    let mut draft = known.draft(rule, size);
    draft.id = object.get("id").cloned();
    let board = draft.size;
    let moves = get(object, "moves", |v| points(v, board))?;
    let black = get(object, "black", |v| points(v, board))?;
    let white = get(object, "white", |v| points(v, board))?;
    draft.to_move = get(object, "to_move", |v| parse_color(string(v)?))?;
    draft.point = get(object, "point", |v| match string(v)? {
        "*" => Ok(None),
        text => match points(&Value::from(text), board)?.as_slice() {
            [Some(p)] => Ok(Some(*p)),
            _ => Err(Problem::NotAPoint(text.to_owned())),
        },
    })?
    .flatten();
    match (moves, black, white) {
        (Some(moves), None, None) => {
            draft.moves = moves;
            draft.first = Some(Color::Black);
        }
        (None, None, None) => return Err(Problem::NoStones.into()),
        (None, black, white) => {
            let stones = [(black, Color::Black), (white, Color::White)];
            for (points, color) in stones.into_iter().filter_map(|(p, c)| Some((p?, c))) {
                for point in points {
                    draft.stones.push((point.ok_or(Problem::PassAmongStones)?, color));
                }
            }
        }
        // Collections may give both: then the moves must lead to the stones.
        (Some(moves), black, white) => {
            let mut played = ByColor([Vec::new(), Vec::new()]);
            for (mv, color) in moves.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
                played[color].extend(*mv);
            }
            for (color, stones) in [(Color::Black, black), (Color::White, white)] {
                let mut stones: Vec<_> = stones.into_iter().flatten().flatten().collect();
                stones.sort_unstable();
                played[color].sort_unstable();
                if stones != played[color] {
                    return Err(Problem::MovesAndStones.into());
                }
            }
            draft.moves = moves;
            draft.first = Some(Color::Black);
        }
    }
    Ok(draft)
}

/// Refuses what would be passed over although it was meant.
fn check_keys(object: &Map<String, Value>) -> Result<(), Problem> {
    if object.get("captured").is_some_and(|v| !v.is_null()) {
        return Err(Problem::CapturedPairs);
    }
    for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        if let Some(meant) = KEYS.into_iter().find(|known| is_misspelled(key, known)) {
            return Err(Problem::UnknownKey { got: excerpt(key), meant });
        }
    }
    Ok(())
}

/// Whether `key` is `known` with one sign wrong, missing, too many or exchanged with the next; in a
/// long word two of that. Numbered variants (`moves0`) are keys of their own, and `id` is too short
/// to tell.
fn is_misspelled(key: &str, known: &str) -> bool {
    let allowed = if known.len() > 5 { 2 } else { 1 };
    known.len() > 2
        && !key.ends_with(|c: char| c.is_ascii_digit())
        && edits(&key.to_lowercase(), known) <= allowed
}

/// How many signs must be changed, put in, left out or exchanged with the next to make `b` of `a`.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    let mut older: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut before = None;
    for (i, c) in (1..).zip(a.chars()) {
        let mut next = vec![i];
        for (j, &d) in b.iter().enumerate() {
            let changed = at(&row, j) + usize::from(c != d);
            let mut least = changed.min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let exchanged = j > 0 && before == Some(d) && b.get(j - 1) == Some(&c);
            if exchanged {
                least = least.min(at(&older, j - 1) + 1);
            }
            next.push(least);
        }
        older = std::mem::replace(&mut row, next);
        before = Some(c);
    }
    at(&row, b.len())
}

/// The value of a key, read by `read`; `null` is no value.
fn get<T>(
    object: &Map<String, Value>,
    key: &'static str,
    read: impl Fn(&Value) -> Result<T, Problem>,
) -> Result<Option<T>, Problem> {
    object
        .get(key)
        .filter(|v| !v.is_null())
        .map(read)
        .transpose()
        .map_err(|problem| Problem::Key { key, problem: Box::new(problem) })
}

fn string(value: &Value) -> Result<&str, Problem> {
    value.as_str().ok_or(Problem::JsonType("a string"))
}

fn size(value: &Value) -> Result<BoardSize, Problem> {
    match (value.as_i64(), value.as_str()) {
        (Some(side), _) => Ok(BoardSize::square(side)?),
        (_, Some(text)) => parse_size(text),
        _ => Err(Problem::JsonType("a size such as 15 or \"15x20\"")),
    }
}

/// A string of points or a list of such strings.
fn points(value: &Value, board: BoardSize) -> Result<Vec<WrittenMove>, Problem> {
    match (value.as_str(), value.as_array()) {
        (Some(text), _) => Ok(parse_moves(text, board)?),
        (_, Some(list)) => {
            let parts = list.iter().map(|v| Ok(parse_moves(string(v)?, board)?));
            Ok(parts.collect::<Result<Vec<_>, Problem>>()?.concat())
        }
        _ => Err(Problem::JsonType("a list of points")),
    }
}
