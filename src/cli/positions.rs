//! From the command line's `POS…` to positions that can be played on.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value};

use super::args::InputOptions;
use super::failure::Failure;
use super::json_lines::{Begun, JsonLines, begin};
use super::show::result;
use crate::board::notation::parse_moves;
use crate::board::{BoardSize, Color};
use crate::position::{Position, Setup};
use crate::record::{Known, PositionInput, Record, Records, read};
use crate::rules::{Ending, RuleSpec, WinBy};

/// A position with what was typed for it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) input: PositionInput,
    pub(super) position: Position,
}

/// A line of a batch that is no position.
#[derive(Debug)]
pub(super) struct BadLine {
    pub(super) id: Option<Value>,
    pub(super) error: String,
}

/// One thing to answer for.
#[derive(Debug)]
pub(super) enum Item {
    /// A position that was read and built.
    Ready(Box<Loaded>),
    /// A line of a batch, which may be wrong. There may be very many: they are built when it is
    /// their turn.
    Line(Box<Record>),
}

impl Item {
    /// The name it came with.
    pub(super) fn id(&self) -> Option<&Value> {
        match self {
            Item::Ready(loaded) => loaded.input.id.as_ref(),
            Item::Line(record) => record.id.as_ref(),
        }
    }

    /// The position, built.
    ///
    /// # Errors
    /// When it is a line of a batch, and wrong.
    pub(super) fn load(self) -> Result<Loaded, BadLine> {
        let Record { line, id, input } = match self {
            Item::Ready(loaded) => return Ok(*loaded),
            Item::Line(record) => *record,
        };
        let loaded = input.map_err(|e| e.to_string()).and_then(|input| match build(&input) {
            Ok(position) => Ok(Loaded { input, position }),
            Err(error) => Err(format!("line {line}: {error}")),
        });
        loaded.map_err(|error| BadLine { id, error })
    }

    /// The position, built, of a game that still goes on.
    ///
    /// # Errors
    /// When it is a line of a batch, and wrong, or when the game is over.
    pub(super) fn load_unfinished(self) -> Result<Loaded, BadLine> {
        let place = match &self {
            Item::Ready(_) => String::new(),
            Item::Line(record) => format!("line {}: ", record.line),
        };
        let loaded = self.load()?;
        match loaded.position.ending() {
            None => Ok(loaded),
            Some(ending) => Err(BadLine {
                id: loaded.input.id,
                error: format!("{place}the game is over: {}", result(ending)),
            }),
        }
    }
}

/// Everything that the command line names, in order; JSON lines are read as they are asked for.
#[derive(Debug)]
pub(super) struct Inputs {
    sources: std::vec::IntoIter<Source>,
    /// The lines that are being read, and how messages begin that speak of them.
    lines: Option<(JsonLines, String)>,
    known: Known,
    /// Whether there is a text of JSON lines: then there is one result object a line.
    pub(super) batch: bool,
    /// Whether there may be more than one position.
    pub(super) several: bool,
}

impl Iterator for Inputs {
    /// An item, or why the rest cannot be read.
    type Item = Result<Item, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((lines, prefix)) = &mut self.lines {
                match lines.next(&self.known) {
                    Ok(Some(record)) => return Some(Ok(Item::Line(Box::new(record)))),
                    Ok(None) => {}
                    Err(e) => {
                        let failure = Failure::Data(format!("{prefix}{e}"));
                        (self.lines, self.sources) = (None, Vec::new().into_iter());
                        return Some(Err(failure));
                    }
                }
            }
            self.lines = None;
            match self.sources.next()? {
                Source::One(loaded) => return Some(Ok(Item::Ready(loaded))),
                Source::Lines(lines, prefix) => self.lines = Some((lines, prefix)),
            }
        }
    }
}

/// What an argument stands for.
#[derive(Debug)]
enum Source {
    One(Box<Loaded>),
    Lines(JsonLines, String),
}

/// Opens all of them, and reads all but JSON lines, before anything is answered.
///
/// # Errors
/// At the first mistake outside a batch, with its file and line.
pub(super) fn load(options: &InputOptions, default_rule: RuleSpec) -> Result<Inputs, Failure> {
    let known = Known {
        rule: options.rule.clone(),
        size: options.size,
        to_move: options.to_move,
        row_order: options.row_order.map(Into::into),
        default_rule,
    };
    let mut sources = Vec::new();
    let mut batch = false;
    for text in texts(&options.positions) {
        let Text { begun, prefix, typed } = Text::of(&text, options.batch)?;
        let bytes = match begun {
            Begun::Whole(bytes) => bytes,
            Begun::Lines(lines) => {
                batch = true;
                sources.push(Source::Lines(lines, prefix));
                continue;
            }
        };
        let data = |error: String| Failure::Data(format!("{prefix}{error}"));
        if !typed && bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(data("nothing to read".to_owned()));
        }
        let Records::One(input) = read(&bytes, &known, false).map_err(|e| data(e.to_string()))?
        else {
            return Err(data("a second line of JSON".to_owned()));
        };
        let position = build(&input).map_err(data)?;
        sources.push(Source::One(Box::new(Loaded { input: *input, position })));
    }
    let several = batch || sources.len() > 1;
    Ok(Inputs { sources: sources.into_iter(), lines: None, known, batch, several })
}

/// Single points that stand as arguments of their own are one move string or list: `h8 h9 i10`.
fn texts(arguments: &[String]) -> Vec<String> {
    let is_point = |text: &str| {
        let text = text.trim_end_matches([',', ';']);
        let mut letters = text.chars();
        let player = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.clone().next().is_some()
            && letters.all(|c| c.is_ascii_digit());
        let counted = text.contains(',') && text.chars().all(|c| c.is_ascii_digit() || c == ',');
        player || counted
    };
    if arguments.len() > 1 && arguments.iter().all(|a| is_point(a) && !names_a_file(a)) {
        vec![arguments.join(" ")]
    } else {
        arguments.to_vec()
    }
}

/// The text an argument stands for, and how messages begin that speak of it.
struct Text {
    begun: Begun,
    prefix: String,
    /// Whether it is the argument itself; then an empty one is the empty board.
    typed: bool,
}

impl Text {
    fn of(argument: &str, batch: bool) -> Result<Text, Failure> {
        let path = Path::new(argument);
        let prefix = format!("{argument}: ");
        let lines = batch || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jsonl"));
        let fail = |e: io::Error| Failure::Data(format!("{argument}: {e}"));
        if argument == "-" {
            let begun = begin(io::stdin(), batch)
                .map_err(|e| Failure::Data(format!("standard input: {e}")))?;
            return Ok(Text { begun, prefix: String::new(), typed: false });
        }
        if names_a_file(argument) {
            let begun = File::open(path).and_then(|file| begin(file, lines)).map_err(fail)?;
            return Ok(Text { begun, prefix, typed: false });
        }
        if path.is_dir() && !is_moves(argument) {
            return Err(Failure::Data(format!("{argument}: a folder, not a file")));
        }
        if looks_like_a_path(path) {
            return Err(Failure::Data(format!("{argument}: no such file")));
        }
        let begun = begin(io::Cursor::new(argument.as_bytes().to_vec()), batch).map_err(fail)?;
        Ok(Text { begun, prefix: String::new(), typed: true })
    }
}

/// Whether an argument is a file, a pipe included.
fn names_a_file(argument: &str) -> bool {
    let path = Path::new(argument);
    path.exists() && !path.is_dir()
}

/// Whether an argument is a move string on some board.
fn is_moves(argument: &str) -> bool {
    let largest = i64::from(BoardSize::MAX);
    BoardSize::square(largest).is_ok_and(|size| parse_moves(argument, size).is_ok())
}

/// Whether an argument that is no file was meant to be one.
fn looks_like_a_path(path: &Path) -> bool {
    const ENDINGS: [&str; 8] = ["psq", "sgf", "json", "jsonl", "txt", "lib", "pos", "rif"];
    let text = path.to_str().unwrap_or_default();
    if text.contains('\n') || text.trim_start().starts_with(['{', '(']) {
        return false;
    }
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    path.components().count() > 1 || ENDINGS.iter().any(|e| e.eq_ignore_ascii_case(ending))
}

/// Builds the position; the side to move is the one that the input insists on.
fn build(input: &PositionInput) -> Result<Position, String> {
    let mut position = if input.stones.is_empty() && input.first == Color::Black {
        Position::new(&input.rule, input.size)
    } else {
        let (rule, size, stones) = (input.rule.clone(), input.size, input.stones.clone());
        let setup = Setup { rule, size, stones, to_move: input.first };
        setup.build().map_err(|e| e.to_string())?
    };
    for (played, &written) in (1..).zip(&input.moves) {
        position.play_written(written).map_err(|illegal| match position.ending() {
            Some(ending) => after_the_end(&position, ending, played),
            None => format!("move {played}: {illegal}"),
        })?;
    }
    if position.to_move() != input.to_move
        && input.rule.captures.is_some()
        && position.ending().is_none()
    {
        // The stones alone would not tell what has been captured.
        position.pass();
    } else if position.to_move() != input.to_move {
        let stones = position.colored_stones();
        let (rule, size, to_move) = (input.rule.clone(), input.size, input.to_move);
        position = Setup { rule, size, stones, to_move }.build().map_err(|e| e.to_string())?;
    }
    Ok(position)
}

/// Why a record cannot go on with its move `played`.
fn after_the_end(position: &Position, ending: Ending, played: usize) -> String {
    let end = match (position.last_move(), ending) {
        (Some(Some(p)), Ending::Win { winner, by: WinBy::Foul(foul) }) => {
            format!("move {} {p} was a {foul} of {}", played - 1, winner.other())
        }
        (Some(last), _) => {
            let last = last.map_or_else(|| "--".to_owned(), |p| p.to_string());
            format!("move {} {last} ended the game: {}", played - 1, result(ending))
        }
        (None, _) => format!("the game is over before the first move: {}", result(ending)),
    };
    format!("{end}; move {played} comes after the end")
}

impl Loaded {
    /// The keys with which every result object begins.
    pub(super) fn echo(&self) -> Map<String, Value> {
        let input = &self.input;
        let mut map = Map::new();
        if let Some(id) = &input.id {
            map.insert("id".into(), id.clone());
        }
        map.insert("rule".into(), input.rule.name.as_ref().into());
        let size = if input.size.is_square() {
            input.size.width().into()
        } else {
            input.size.to_string().into()
        };
        map.insert("size".into(), size);
        map.insert("to_move".into(), input.to_move.to_string().into());
        if let Some(order) = input.row_order {
            map.insert("row_order".into(), order.to_string().into());
        }
        if !input.assumed.is_empty() {
            let keys: Vec<_> = input.assumed.iter().map(|a| a.key()).collect();
            map.insert("assumed".into(), keys.into());
        }
        map
    }
}

impl BadLine {
    /// Its result object, or, where texts are answered, one line on standard error.
    pub(super) fn tell(&self, object: bool, out: &mut dyn Write) -> io::Result<()> {
        if object {
            return writeln!(out, "{}", Value::Object(self.object()));
        }
        out.flush()?;
        writeln!(io::stderr(), "kagetsu: {}", self.error)
    }

    /// Its result object.
    fn object(&self) -> Map<String, Value> {
        let mut map = Map::new();
        if let Some(id) = &self.id {
            map.insert("id".into(), id.clone());
        }
        map.insert("error".into(), self.error.as_str().into());
        map
    }
}
