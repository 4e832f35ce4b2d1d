//! Recognises the form of a text and reads the position in it.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::board::notation::{WrittenMove, parse_moves};
use crate::board::{BoardSize, Color, Point};
use crate::rules::RuleSpec;

use super::error::{InputError, Problem};
use super::{diagram, gomocup, json, psq, sgf};

/// The form a position was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `h8h9i10`
    Moves,
    /// Lines `x,y` or `x,y,field`, counted from zero.
    GomocupList,
    /// Rows of stones and empty points.
    Diagram,
    /// A JSON object.
    Json,
    /// A Piskvork record.
    Psq,
    /// A game tree; the first line of play is read.
    Sgf,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Moves => "move string",
            Form::GomocupList => "Gomocup list",
            Form::Diagram => "diagram",
            Form::Json => "JSON",
            Form::Psq => "psq",
            Form::Sgf => "SGF",
        })
    }
}

/// Which row the top line of a diagram without numbers is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOrder {
    /// The top line is the row with the highest number, as in books.
    #[default]
    Descending,
    /// The top line is row 1.
    Ascending,
}

impl fmt::Display for RowOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowOrder::Descending => "descending",
            RowOrder::Ascending => "ascending",
        })
    }
}

/// What the caller knows of a position, whatever the text says, and the rule to take when neither
/// says anything.
#[derive(Clone, Debug)]
pub struct Known {
    /// The rule, instead of the text's.
    pub rule: Option<RuleSpec>,
    /// The board, instead of the text's.
    pub size: Option<BoardSize>,
    /// The side to move, instead of the text's.
    pub to_move: Option<Color>,
    /// The order of a diagram's rows, when they have no numbers.
    pub row_order: Option<RowOrder>,
    /// The rule where nobody names one.
    pub default_rule: RuleSpec,
}

impl Known {
    /// Nothing is known; `default_rule` is taken where the text names no rule.
    #[must_use]
    pub fn nothing(default_rule: RuleSpec) -> Known {
        Known { rule: None, size: None, to_move: None, row_order: None, default_rule }
    }

    /// The rule and the board of a text that says `rule` and `size` of itself.
    pub(super) fn draft(&self, rule: Option<RuleSpec>, size: Option<BoardSize>) -> Draft {
        let mut assumed = Vec::new();
        let rule = self.rule.clone().or(rule).unwrap_or_else(|| {
            assumed.push(Assumed::Rule);
            self.default_rule.clone()
        });
        let size = self.size.or(size).unwrap_or_else(|| {
            assumed.push(Assumed::Size);
            rule.board
        });
        Draft { rule, size, assumed, ..Draft::default() }
    }
}

/// Something that the text does not say and the caller does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// The rule.
    Rule,
    /// The size of the board: the usual one of the rule.
    Size,
    /// The side to move: black when both have equally many stones.
    ToMove,
    /// The order of the diagram's rows.
    RowOrder,
}

impl Assumed {
    /// The key under which the assumed value stands in every output.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Assumed::Rule => "rule",
            Assumed::Size => "size",
            Assumed::ToMove => "to_move",
            Assumed::RowOrder => "row_order",
        }
    }
}

/// A position as written: stones set up, then moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionInput {
    /// The name it came with (JSON only).
    pub id: Option<Value>,
    /// The form it was written in.
    pub form: Form,
    /// The rule.
    pub rule: RuleSpec,
    /// The board.
    pub size: BoardSize,
    /// Stones that lie there before the first move, in the order in which they were written.
    pub stones: Vec<(Point, Color)>,
    /// Moves played after that, alternately, `first` beginning.
    pub moves: Vec<WrittenMove>,
    /// The side that plays the first of `moves`.
    pub first: Color,
    /// The side to move after all of it. It may differ from what the moves say when the caller
    /// or the text insists.
    pub to_move: Color,
    /// The point asked about (JSON only).
    pub point: Option<Point>,
    /// The order of the rows (diagrams only).
    pub row_order: Option<RowOrder>,
    /// What was assumed.
    pub assumed: Vec<Assumed>,
}

impl PositionInput {
    /// The side to move as the moves have it.
    #[must_use]
    pub fn to_move_by_turns(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.first } else { self.first.other() }
    }
}

/// What a reader of one form has found out. `finish` makes a position input of it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) id: Option<Value>,
    pub(super) rule: RuleSpec,
    pub(super) size: BoardSize,
    pub(super) stones: Vec<(Point, Color)>,
    pub(super) moves: Vec<WrittenMove>,
    /// The side that plays the first of `moves`, where the text says so.
    pub(super) first: Option<Color>,
    /// The side to move after all, where the text says so.
    pub(super) to_move: Option<Color>,
    pub(super) point: Option<Point>,
    pub(super) row_order: Option<RowOrder>,
    pub(super) assumed: Vec<Assumed>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            id: None,
            rule: RuleSpec::FREESTYLE,
            size: BoardSize::FIFTEEN,
            stones: Vec::new(),
            moves: Vec::new(),
            first: None,
            to_move: None,
            point: None,
            row_order: None,
            assumed: Vec::new(),
        }
    }
}

impl Draft {
    fn finish(self, form: Form, known: &Known) -> PositionInput {
        let count = |color| self.stones.iter().filter(|(_, c)| *c == color).count();
        let by_count =
            if count(Color::Black) > count(Color::White) { Color::White } else { Color::Black };
        let first = self.first.unwrap_or(by_count);
        let mut input = PositionInput {
            id: self.id,
            form,
            rule: self.rule,
            size: self.size,
            stones: self.stones,
            moves: self.moves,
            first,
            to_move: first,
            point: self.point,
            row_order: self.row_order,
            assumed: self.assumed,
        };
        let by_turns = input.to_move_by_turns();
        input.to_move = known.to_move.or(self.to_move).unwrap_or_else(|| {
            if input.moves.is_empty() && self.first.is_none() && !input.stones.is_empty() {
                input.assumed.push(Assumed::ToMove);
            }
            by_turns
        });
        input
    }
}

/// One position of a text, or why it is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The line it stands in, from 1.
    pub line: usize,
    /// The name it came with, also where the rest of it is wrong.
    pub id: Option<Value>,
    /// What was read.
    pub input: Result<PositionInput, InputError>,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Records {
    /// One position.
    One(Box<PositionInput>),
    /// JSON lines: one record for each line that is not blank, in order.
    Lines(Vec<Record>),
}

/// Reads a text in any of the forms. `lines` says that JSON objects are one a line even when there
/// is only one (`.jsonl`).
///
/// # Errors
/// At the first mistake, with its place. Mistakes in JSON lines stay with their records.
pub fn read(bytes: &[u8], known: &Known, lines: bool) -> Result<Records, InputError> {
    if bytes.get(1..7) == Some(b"RenLib") {
        return Err(Problem::UnreadForm("RenLib").into());
    }
    // Names and comments in SGF and psq come in any encoding; the moves do not suffer from it.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if matches!(bytes.first(), Some(b'(' | b'P')) => String::from_utf8_lossy(bytes),
        Err(_) => return Err(Problem::NotText.into()),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let form = recognise(text);
    if form == Form::Json && (lines || json::is_lines(text)) {
        let lines = numbered_lines(text);
        let read = |(number, line): (usize, &str)| read_line(line.as_bytes(), number, known);
        return Ok(Records::Lines(lines.filter_map(read).collect()));
    }
    let draft = match form {
        Form::Moves => moves(text, known),
        Form::GomocupList => gomocup::read(text, known),
        Form::Diagram => diagram::read(text, known),
        Form::Json => json::read(text, known),
        Form::Psq => psq::read(text, known),
        Form::Sgf => sgf::read(text, known),
    }?;
    Ok(Records::One(Box::new(draft.finish(form, known))))
}

/// Reads one line of JSON lines, with its number from 1; `None` for a blank one.
#[must_use]
pub fn read_line(line: &[u8], number: usize, known: &Known) -> Option<Record> {
    let Ok(text) = std::str::from_utf8(line) else {
        let input = Err(InputError::at(number, Problem::NotText));
        return Some(Record { line: number, id: None, input });
    };
    let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
    let finish = |draft: Draft| draft.finish(Form::Json, known);
    let text = text.trim();
    (!text.is_empty()).then(|| json::read_line(text, number, finish, known))
}

/// Whether a text that begins like this is JSON lines: two lines that are not blank are enough to tell.
#[must_use]
pub fn begins_json_lines(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    recognise(text) == Form::Json && json::is_lines(text)
}

fn recognise(text: &str) -> Form {
    let start = text.trim_start();
    if start.starts_with('{') {
        Form::Json
    } else if start.starts_with('(')
        && start.trim_start_matches(['(', ' ', '\n', '\r', '\t']).starts_with(';')
    {
        Form::Sgf
    } else if start.get(..8).is_some_and(|s| s.eq_ignore_ascii_case("piskvork")) {
        Form::Psq
    } else if diagram::looks_like_one(text) {
        Form::Diagram
    } else if gomocup::looks_like_one(text) {
        Form::GomocupList
    } else {
        Form::Moves
    }
}

fn moves(text: &str, known: &Known) -> Result<Draft, InputError> {
    let mut draft = known.draft(None, None);
    for (number, line) in numbered_lines(text) {
        let played = parse_moves(line, draft.size).map_err(|e| InputError::at(number, e))?;
        draft.moves.extend(played);
    }
    draft.first = Some(Color::Black);
    Ok(draft)
}

/// The lines that are not blank, trimmed, with their numbers from 1.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty())
}

/// The beginning of a text, for a message.
pub(super) fn excerpt(text: &str) -> String {
    text.trim().chars().take(16).collect()
}

/// Reads `15` or `15x20`.
///
/// # Errors
/// When the text is neither, or a side is not supported.
pub fn parse_size(text: &str) -> Result<BoardSize, Problem> {
    let wrong = || Problem::NotASize(excerpt(text));
    let side = |t: &str| t.trim().parse::<i64>().map_err(|_| wrong());
    let size = match text.split_once(['x', 'X', '×', '*']) {
        Some((width, height)) => BoardSize::new(side(width)?, side(height)?),
        None => BoardSize::square(side(text)?),
    };
    size.map_err(Problem::from)
}

/// Reads `black`, `white`, `b`, `w`, in any case.
///
/// # Errors
/// When the text is something else.
pub fn parse_color(text: &str) -> Result<Color, Problem> {
    match text.trim().to_lowercase().as_str() {
        "black" | "b" => Ok(Color::Black),
        "white" | "w" => Ok(Color::White),
        _ => Err(Problem::NotAColor(excerpt(text))),
    }
}
