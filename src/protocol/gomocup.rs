//! The Gomocup dialect, also spoken by Piskvork and its relatives.
//!
//! `protocols/gomocup.md` describes it command by command. Here lines are only read and written;
//! what is possible is for the session to say.

use super::dialect::{Dialect, Parsed};
use super::lines::Line;
use crate::board::{BoardSize, Point};
use crate::engine::command::{BoardStone, Owner};
use crate::engine::{Command, CommandError, Coordinates, Evaluation, Event, Report, Setting};
use crate::rules::RuleSpec;

/// Every command word, in the order of `protocols/gomocup.md`.
pub const COMMANDS: [&str; 14] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "TAKEBACK",
    "PLAY",
    "INFO",
    "ABOUT",
    "STOP",
    "YXSTOP",
    "END",
];

/// Every key of `INFO` that means something to us, in the order of `protocols/gomocup.md`.
pub const INFO_KEYS: [&str; 15] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "time_increment",
    "max_memory",
    "game_type",
    "rule",
    "evaluate",
    "folder",
    "max_node",
    "max_depth",
    "thread_num",
    "hash_size",
    "suggest",
    "pondering",
];

/// Stones that a block may list: one more than any board holds, so that too many are noticed.
const MOST_STONES: usize = BoardSize::MAX as usize * BoardSize::MAX as usize + 1;

/// Characters of an unknown word that are repeated in the answer.
const WORD_SHOWN: usize = 24;

/// The law that `INFO rule` means by a number; a sum of 1 (exactly five), 2 (continuous game),
/// 4 (renju) and 8 (caro).
///
/// # Errors
/// With the reason, for a sum that means no law that can be played here.
pub fn rule_by_number(number: i64) -> Result<RuleSpec, String> {
    match number {
        0 => Ok(RuleSpec::FREESTYLE),
        1 => Ok(RuleSpec::STANDARD),
        4 | 5 => Ok(RuleSpec::RENJU),
        8 => Ok(RuleSpec::CARO),
        9 => Ok(RuleSpec::CARO_EXACT),
        0..=15 if number & 2 != 0 => {
            Err(format!("rule {number} is not supported: a continuous game is not played here"))
        }
        _ => Err(format!("rule {number} is not supported: expected 0, 1, 4, 5, 8, 9 or a name")),
    }
}

/// A block that has been opened and not closed.
#[derive(Debug, Default)]
struct Block {
    kind: BlockKind,
    lines: usize,
    stones: Vec<BoardStone>,
    error: Option<CommandError>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum BlockKind {
    #[default]
    Board,
    Swap2,
}

impl BlockKind {
    const fn command(self) -> &'static str {
        match self {
            BlockKind::Board => "BOARD",
            BlockKind::Swap2 => "SWAP2BOARD",
        }
    }

    const fn line_form(self) -> &'static str {
        match self {
            BlockKind::Board => "x,y,field",
            BlockKind::Swap2 => "x,y",
        }
    }

    /// Reads one line of such a block.
    fn stone(self, text: &str) -> Option<BoardStone> {
        let (x, y, owner) = match (self, numbers(text)?.as_slice()) {
            (BlockKind::Board, [x, y, 1]) => (*x, *y, Owner::Own),
            (BlockKind::Board, [x, y, 2]) => (*x, *y, Owner::Opponent),
            (BlockKind::Board, [x, y, 3]) => (*x, *y, Owner::Retired),
            (BlockKind::Swap2, [x, y] | [x, y, _]) => (*x, *y, Owner::Own),
            _ => return None,
        };
        Some(BoardStone { at: Coordinates { x, y }, owner })
    }
}

impl Block {
    fn add(&mut self, line: &Line) {
        self.lines += 1;
        let stone = if line.cut { None } else { self.kind.stone(&line.text) };
        match stone {
            Some(stone) if self.stones.len() < MOST_STONES => self.stones.push(stone),
            Some(_) => {}
            None => {
                let (command, expected) = (self.kind.command(), self.kind.line_form());
                let error = CommandError::BadBlockLine { command, line: self.lines, expected };
                self.error.get_or_insert(error);
            }
        }
    }

    fn close(self) -> Parsed {
        if let Some(error) = self.error {
            return Parsed::Error(error);
        }
        Parsed::Command(match self.kind {
            BlockKind::Board => Command::Board(self.stones),
            BlockKind::Swap2 => {
                Command::Swap2Board(self.stones.into_iter().map(|stone| stone.at).collect())
            }
        })
    }
}

/// Reads and writes the Gomocup dialect.
#[derive(Debug, Default)]
pub struct Gomocup {
    block: Option<Block>,
}

impl Gomocup {
    /// No block is open.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A line outside a block, already split into its first word and the rest.
    fn command(&mut self, word: &str, rest: &str, cut: bool) -> Parsed {
        let name = COMMANDS.iter().find(|name| name.eq_ignore_ascii_case(word)).copied();
        if cut {
            return match name {
                Some("INFO") => Parsed::Nothing,
                Some(command) => Parsed::Error(CommandError::TooLong { command }),
                None => unknown(word),
            };
        }
        let at = || match numbers(rest).as_deref() {
            Some([x, y]) => Some(Coordinates { x: *x, y: *y }),
            _ => None,
        };
        let command = match name {
            Some("START" | "RECTSTART") => match (name, numbers(rest).as_deref()) {
                (Some("START"), Some([n])) => Some(Command::Start { width: *n, height: *n }),
                (_, Some([w, h])) => Some(Command::Start { width: *w, height: *h }),
                _ => None,
            },
            Some("RESTART") => Some(Command::Restart),
            Some("BEGIN") => Some(Command::Begin),
            Some("TURN") => at().map(Command::Turn),
            Some("TAKEBACK") => at().map(Command::Takeback),
            Some("PLAY") => at().map(Command::Play),
            Some("BOARD") => return self.open(BlockKind::Board),
            Some("SWAP2BOARD") => return self.open(BlockKind::Swap2),
            Some("INFO") => return info(rest),
            Some("ABOUT") => Some(Command::About),
            Some("STOP" | "YXSTOP") => Some(Command::Stop),
            Some("END") => Some(Command::End),
            _ if word.eq_ignore_ascii_case("DONE") => {
                let (command, expected) = ("DONE", "a BOARD or SWAP2BOARD before it");
                return Parsed::Error(CommandError::Malformed { command, expected });
            }
            _ => return unknown(word),
        };
        match (command, name) {
            (Some(command), _) => Parsed::Command(command),
            (None, Some(name)) => {
                let expected = match name {
                    "START" => "one number",
                    "RECTSTART" => "width,height",
                    _ => "x,y",
                };
                Parsed::Error(CommandError::Malformed { command: name, expected })
            }
            (None, None) => unknown(word),
        }
    }

    fn open(&mut self, kind: BlockKind) -> Parsed {
        self.block = Some(Block { kind, ..Block::default() });
        Parsed::Nothing
    }
}

impl Dialect for Gomocup {
    fn parse(&mut self, line: &Line) -> Parsed {
        let blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
        let text = line.text.trim_matches(blank);
        let (word, rest) = match text.split_once(blank) {
            Some((word, rest)) => (word, rest.trim_matches(blank)),
            None => (text, ""),
        };
        if word.is_empty() {
            return if line.cut { unknown("") } else { Parsed::Nothing };
        }
        let known = COMMANDS.iter().any(|name| name.eq_ignore_ascii_case(word));
        match self.block.take() {
            None => self.command(word, rest, line.cut),
            Some(block) if word.eq_ignore_ascii_case("DONE") => block.close(),
            Some(mut block) if !known => {
                block.add(&Line { text: text.to_owned(), cut: line.cut });
                self.block = Some(block);
                Parsed::Nothing
            }
            // Settings and STOP may come at any time; any other command means that the rest of the
            // block will never come.
            Some(block) => {
                let parsed = self.command(word, rest, line.cut);
                if ["INFO", "STOP", "YXSTOP"].iter().any(|name| name.eq_ignore_ascii_case(word)) {
                    self.block = Some(block);
                }
                parsed
            }
        }
    }

    fn render(&self, event: &Event) -> Vec<String> {
        vec![match event {
            Event::Ready => "OK".to_owned(),
            Event::Move(p) => point(*p),
            Event::Suggestion(p) => format!("SUGGEST {}", point(*p)),
            Event::Stones(stones) => {
                stones.iter().copied().map(point).collect::<Vec<_>>().join(" ")
            }
            Event::Swap => "SWAP".to_owned(),
            Event::About => about(),
            Event::Note(text) => format!("MESSAGE {}", clean(text)),
            Event::Thought(report) => format!("MESSAGE {}", thought(report)),
            Event::Refused(text) => format!("ERROR {}", clean(text)),
            Event::Unknown(text) => format!("UNKNOWN {}", clean(text)),
        }]
    }
}

fn point(p: Point) -> String {
    format!("{},{}", p.x(), p.y())
}

fn about() -> String {
    format!(
        "name=\"Kagetsu\", version=\"{}\", author=\"The Kagetsu authors\", country=\"International\"",
        env!("CARGO_PKG_VERSION")
    )
}

/// `Depth 12-27 | Eval 143 | Time 812ms | Node 51020 | h8 i9`.
fn thought(report: &Report) -> String {
    let eval = match report.evaluation {
        Evaluation::Centi(score) => score.to_string(),
        Evaluation::WinIn(plies) => format!("+M{plies}"),
        Evaluation::LossIn(plies) => format!("-M{plies}"),
    };
    let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    format!(
        "Depth {}-{} | Eval {eval} | Time {}ms | Node {} | {}",
        report.depth,
        report.selective_depth,
        report.elapsed.as_millis(),
        report.nodes,
        line.join(" ")
    )
}

/// One line, whatever the text contains.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The beginning of what was typed, fit for printing.
fn shown(text: &str) -> String {
    let fit = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    text.chars().map(fit).take(WORD_SHOWN).collect()
}

fn unknown(word: &str) -> Parsed {
    Parsed::Error(CommandError::Unknown { word: shown(word) })
}

/// A whole number, clamped to 64 bits.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// Numbers divided by commas or blanks.
fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split(',')
        .flat_map(|field| {
            let mut words = field.split_whitespace().peekable();
            // Nothing between two commas is no number, and neither is an empty text.
            let missing = words.peek().is_none().then_some("");
            words.chain(missing)
        })
        .map(number)
        .collect()
}

/// The settings of `INFO key value`.
fn info(rest: &str) -> Parsed {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = value.trim();
    let Some(key) = INFO_KEYS.iter().find(|known| known.eq_ignore_ascii_case(key)).copied() else {
        return Parsed::Nothing;
    };
    let numeric: fn(i64) -> Setting = match key {
        "timeout_turn" => Setting::TurnTime,
        "timeout_match" => Setting::MatchTime,
        "time_left" => Setting::TimeLeft,
        "time_increment" => Setting::Increment,
        "max_memory" => Setting::MaxMemory,
        "max_node" => Setting::MaxNodes,
        "max_depth" => Setting::MaxDepth,
        "thread_num" => Setting::Threads,
        "hash_size" => Setting::HashKib,
        "suggest" => |n| Setting::Suggest(n != 0),
        "rule" => {
            let rule = match number(value) {
                Some(number) => rule_by_number(number),
                None => RuleSpec::named(value)
                    .map_err(|error| format!("rule \"{}\" is not known", shown(&error.got))),
            };
            return Parsed::Command(Command::Info(Setting::Rule(rule)));
        }
        _ => return Parsed::Command(Command::Info(Setting::Nothing)),
    };
    match number(value) {
        Some(number) => Parsed::Command(Command::Info(numeric(number))),
        None => Parsed::Error(CommandError::BadSetting { key }),
    }
}
