//! Transcripts: what was written in a file, and whether an answer is what it asks for.
//!
//! `protocols/README.md` describes the format.

use kagetsu::board::notation::parse_point;
use kagetsu::board::{BoardSize, Point};

/// One line of a transcript that does something.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Line number in its file.
    pub(crate) line: usize,
    /// What to do.
    pub(crate) action: Action,
}

/// What a line does.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Send these bytes.
    Send(Vec<u8>),
    /// Close the engine's input.
    Close,
    /// An answer that fits one of these is due, at the latest after so many milliseconds.
    Expect(Vec<Vec<Part>>, Option<u64>),
    /// Lines that begin with one of these words may come before the next answer.
    Skip(Vec<String>),
    /// Nothing comes for so many milliseconds.
    Nothing(u64),
    /// The engine leaves with this code within so many milliseconds, and has said nothing more.
    Exit(i32, u64),
}

/// A piece of an expected line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// This text.
    Literal(String),
    /// A whole number.
    Int,
    /// Anything but nothing.
    Text,
    /// A legal point, of these if there are any, and none of those.
    Point { of: Vec<String>, not: Vec<String> },
}

/// A whole transcript.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// Where it is from.
    pub(crate) name: String,
    /// Arguments of the engine.
    pub(crate) engine: Vec<String>,
    /// Whether it makes sense only over real pipes.
    pub(crate) pipes_only: bool,
    /// What happens.
    pub(crate) steps: Vec<Step>,
}

/// Arguments of the engine where a transcript names none: quick and the same every time.
const USUAL_ENGINE: &str = "--nodes 2000 --threads 1 --hash 1";

/// A comment ends a line, if at least two blanks stand before it.
fn without_comment(text: &str) -> &str {
    match text.find("  #") {
        Some(at) => text[..at].trim_end(),
        None => text,
    }
}

/// `\r \n \t \s \\ \xHH`, and `{repeat N text}` for long lines.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    if let Some((before, rest)) = text.split_once("{repeat ") {
        let (inner, after) = rest.split_once('}').ok_or("unclosed {repeat")?;
        let (count, what) = inner.split_once(' ').ok_or("{repeat N text}")?;
        let count: usize = count.parse().map_err(|_| "{repeat N text}")?;
        let mut bytes = unescape(before)?;
        bytes.extend(what.as_bytes().repeat(count));
        bytes.extend(unescape(after)?);
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            bytes.extend(c.to_string().bytes());
            continue;
        }
        match chars.next() {
            Some('r') => bytes.push(b'\r'),
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('s') => bytes.push(b' '),
            Some('\\') => bytes.push(b'\\'),
            Some('x') => {
                let hex: String = chars.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&hex, 16).map_err(|_| format!("\\x{hex}"))?);
            }
            other => return Err(format!("unknown escape \\{other:?}")),
        }
    }
    Ok(bytes)
}

fn parts(text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        if open > 0 {
            parts.push(Part::Literal(rest[..open].to_owned()));
        }
        let close = rest[open..].find('}').ok_or("unclosed {")? + open;
        let inner = &rest[open + 1..close];
        let (name, list) = inner.split_once(':').unwrap_or((inner, ""));
        parts.push(match name {
            "int" => Part::Int,
            "text" => Part::Text,
            "point" => {
                let (mut of, mut not) = (Vec::new(), Vec::new());
                for item in list.split('|').map(str::trim).filter(|item| !item.is_empty()) {
                    match item.strip_prefix('!') {
                        Some(item) => not.push(item.to_owned()),
                        None => of.push(item.to_owned()),
                    }
                }
                Part::Point { of, not }
            }
            _ => return Err(format!("unknown {{{inner}}}")),
        });
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    Ok(parts)
}

fn millis(text: &str) -> Result<u64, String> {
    text.trim_end_matches("ms").parse().map_err(|_| format!("expected milliseconds, got {text}"))
}

impl Transcript {
    /// Reads a transcript; `first` is the number of its first line in the file.
    pub(crate) fn parse(name: &str, text: &str, first: usize) -> Result<Transcript, String> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut transcript =
            Transcript { name: name.to_owned(), engine: words(USUAL_ENGINE), ..Self::default() };
        let mut within = None;
        for (line, content) in (first..).zip(text.lines()) {
            let fail = |why: String| format!("{name}:{line}: {why}");
            if content.trim().is_empty() || content.starts_with('#') {
                continue;
            }
            let content = without_comment(content);
            let (mark, rest) = content.split_once(' ').unwrap_or((content, ""));
            let action =
                match (mark, words(rest).iter().map(String::as_str).collect::<Vec<_>>().as_slice())
                {
                    ("%", ["dialect", "gomocup"]) => continue,
                    ("%", ["engine", flags @ ..]) => {
                        transcript.engine = flags.iter().map(ToString::to_string).collect();
                        continue;
                    }
                    ("%", ["only", "pipes"]) => {
                        transcript.pipes_only = true;
                        continue;
                    }
                    (">", _) => {
                        let mut bytes = unescape(rest).map_err(fail)?;
                        bytes.push(b'\n');
                        Action::Send(bytes)
                    }
                    (">>", _) => Action::Send(unescape(rest).map_err(fail)?),
                    ("<", _) => {
                        let alternatives = rest.split(" || ").map(|text| parts(text.trim()));
                        let alternatives = alternatives.collect::<Result<_, _>>().map_err(fail)?;
                        Action::Expect(alternatives, within.take())
                    }
                    ("~", [prefix, ".*"]) => {
                        let prefix = prefix.trim_matches(['(', ')']);
                        Action::Skip(prefix.split('|').map(str::to_owned).collect())
                    }
                    ("!", ["within", ms]) => {
                        within = Some(millis(ms).map_err(fail)?);
                        continue;
                    }
                    ("?", ["nothing", "for", ms]) => Action::Nothing(millis(ms).map_err(fail)?),
                    (".", ["close"]) => Action::Close,
                    (".", ["exit", code, "within", ms]) => Action::Exit(
                        code.parse().map_err(|_| fail("expected an exit code".to_owned()))?,
                        millis(ms).map_err(fail)?,
                    ),
                    _ => return Err(fail(format!("not understood: {content}"))),
                };
            transcript.steps.push(Step { line, action });
        }
        let leaves = matches!(transcript.steps.last(), Some(Step { action: Action::Exit(..), .. }));
        if !leaves {
            let line = first + text.lines().count();
            transcript.steps.push(Step { line, action: Action::Send(b"END\n".to_vec()) });
            transcript.steps.push(Step { line, action: Action::Exit(0, 1000) });
        }
        Ok(transcript)
    }

    /// The transcripts inside the fenced `transcript` blocks of a Markdown file.
    pub(crate) fn from_markdown(name: &str, text: &str) -> Result<Vec<Transcript>, String> {
        let mut transcripts = Vec::new();
        let mut open: Option<(usize, String)> = None;
        for (line, content) in (1..).zip(text.lines()) {
            match &mut open {
                None if content.trim() == "```transcript" => open = Some((line + 1, String::new())),
                None => {}
                Some((first, block)) if content.trim() == "```" => {
                    transcripts.push(Self::parse(&format!("{name}:{first}"), block, *first)?);
                    open = None;
                }
                Some((_, block)) => {
                    block.push_str(content);
                    block.push('\n');
                }
            }
        }
        Ok(transcripts)
    }
}

/// Reads `x,y` from the front of a text.
fn take_point(text: &str) -> Option<((i64, i64), &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let x = digits(text);
    let after = text.get(x..)?.strip_prefix(',')?;
    let y = digits(after);
    Some(((text[..x].parse().ok()?, after[..y].parse().ok()?), &after[y..]))
}

/// Whether a line fits a pattern; the points that it names are handed over.
pub(crate) fn matches(pattern: &[Part], line: &str, size: BoardSize) -> Option<Vec<Point>> {
    let mut rest = line;
    let mut points = Vec::new();
    for part in pattern {
        match part {
            Part::Literal(text) => rest = rest.strip_prefix(text.as_str())?,
            Part::Text if rest.is_empty() => return None,
            Part::Text => rest = "",
            Part::Int => {
                let sign = usize::from(rest.starts_with('-'));
                let digits = rest.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
                if digits == 0 {
                    return None;
                }
                rest = &rest[sign + digits..];
            }
            Part::Point { of, not } => {
                let ((x, y), after) = take_point(rest)?;
                let point = size.point(x, y)?;
                let named =
                    |list: &[String]| list.iter().any(|name| parse_point(name, size) == Ok(point));
                if named(not) || (!of.is_empty() && !named(of)) {
                    return None;
                }
                points.push(point);
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(points)
}
