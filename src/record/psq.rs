//! Piskvork's record of a game.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0                      column, row (both from 1), milliseconds
//! 9,9,1520
//! -1                         end of the moves, then the players' names
//! ```

use crate::board::{BoardSize, Color};

use super::error::{InputError, Problem};
use super::input::{Draft, Known, excerpt, numbered_lines, parse_size};

/// Reads the moves of the record.
pub(super) fn read(text: &str, known: &Known) -> Result<Draft, InputError> {
    let mut lines = numbered_lines(text);
    let size = lines.next().map(|(number, head)| {
        let size = head.split([' ', ',', '\t']).filter(|word| !word.is_empty()).nth(1);
        parse_size(size.unwrap_or_default()).map_err(|p| InputError::at(number, p))
    });
    let mut draft = known.draft(None, size.transpose()?);
    for (number, line) in lines {
        // The moves end with -1 or, in older records, with the first line that has no comma.
        if !line.starts_with(|c: char| c.is_ascii_digit()) || !line.contains(',') {
            break;
        }
        let point = point(line, draft.size).map_err(|p| InputError::at(number, p))?;
        draft.moves.push(Some(point));
    }
    draft.first = Some(Color::Black);
    Ok(draft)
}

fn point(line: &str, size: BoardSize) -> Result<crate::board::Point, Problem> {
    let wrong = || Problem::Expected { expected: "x,y,milliseconds", got: excerpt(line) };
    let mut numbers = line.split(',').map(|part| part.trim().parse::<i64>());
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None | Some(Ok(_))) => size
            .point(x.saturating_sub(1), y.saturating_sub(1))
            .ok_or_else(|| Problem::Outside { got: format!("{x},{y}"), size }),
        _ => Err(wrong()),
    }
}
