//! `kagetsu solve`: forced wins.
//!
//! The solver finds a line; what is said of it (how long it is, how it ends) is worked out here by
//! playing it.

use std::io::Write;
use std::time::Duration;

use rayon::prelude::*;
use serde_json::{Map, Value};

use super::args::SolveOptions;
use super::board_text::{Marks, Style, board, head, name};
use super::failure::{Exit, Failure};
use super::positions::{BadLine, Item, Loaded, load};
use super::show::wants_color;
use crate::base::clock::{Clock, SystemClock};
use crate::board::Point;
use crate::line::Class;
use crate::position::Position;
use crate::rules::RuleSpec;

/// What came out for one position.
struct Solved {
    status: Status,
    line: Vec<Point>,
    end: Option<End>,
    nodes: u64,
    time: Duration,
}

/// Whether there is a win of the kind asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Win,
    NoWin,
    /// This limit came first.
    Unknown(&'static str),
}

/// Why nothing stops the five after the last move of the line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It is the five.
    Five,
    /// It leaves two points for a five.
    TwoFives,
    /// The only stop is forbidden.
    ForbiddenStop,
}

/// Solves every position.
pub(super) fn run(options: &SolveOptions, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::FREESTYLE)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.map_or(0, usize::from))
        .build()
        .map_err(std::io::Error::other)?;
    let objects = options.json || inputs.batch;
    let several = inputs.items.len() > 1 || inputs.batch;
    let mut exit = Exit::Done;
    let mut items = inputs.items.into_iter();
    let mut first = true;
    // A few at a time, so that answers come out while others are still being worked on.
    loop {
        let some: Vec<Item> = items.by_ref().take(4 * pool.current_num_threads()).collect();
        if some.is_empty() {
            break;
        }
        let solved: Vec<Result<(Loaded, Solved), BadLine>> = pool.install(|| {
            some.into_par_iter()
                .map(|item| {
                    let loaded = item.load()?;
                    let solved = solve(&loaded.position, options);
                    Ok((loaded, solved))
                })
                .collect()
        });
        for item in solved {
            match item {
                Ok((loaded, solved)) => {
                    if objects {
                        writeln!(out, "{}", Value::Object(object(&loaded, &solved)))?;
                    } else {
                        if !first {
                            writeln!(out)?;
                        }
                        write!(out, "{}", text(&loaded, &solved))?;
                    }
                    if !several {
                        exit = solved.status.exit();
                    }
                }
                Err(bad) => {
                    exit = Exit::Data;
                    writeln!(out, "{}", Value::Object(bad.object()))?;
                }
            }
            first = false;
        }
        out.flush()?;
    }
    Ok(exit)
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Win => "win",
            Status::NoWin => "no-win",
            Status::Unknown(_) => "unknown",
        }
    }

    fn exit(self) -> Exit {
        match self {
            Status::Win => Exit::Done,
            Status::NoWin => Exit::NoWin,
            Status::Unknown(_) => Exit::Unknown,
        }
    }
}

impl End {
    fn name(self) -> &'static str {
        match self {
            End::Five => "five",
            End::TwoFives => "two-fives",
            End::ForbiddenStop => "forbidden-stop",
        }
    }

    /// Plays the line and looks at what its last move leaves.
    fn of(position: &Position, line: &[Point]) -> Option<End> {
        let mut position = position.clone();
        let attacker = position.to_move();
        for &p in line {
            if !position.is_empty_at(p) {
                return None;
            }
            position.play(p);
        }
        if position.ending().is_some() {
            return Some(End::Five);
        }
        let makes_five = |p: &Point| position.class(attacker, *p) == Class::Five;
        match position.empty().iter().filter(makes_five).count() {
            0 => None,
            1 => Some(End::ForbiddenStop),
            _ => Some(End::TwoFives),
        }
    }
}

impl Solved {
    /// The attacker's moves in the line.
    fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Plies to the five itself: after the last move of the line comes any stop, then the five.
    fn plies(&self) -> usize {
        self.line.len() + if self.end == Some(End::Five) { 0 } else { 2 }
    }

    /// The attacker's four-moves up to and with the one that cannot be stopped.
    fn fours(&self) -> usize {
        self.moves() - usize::from(self.end == Some(End::Five))
    }

    fn kind(&self) -> &'static str {
        if self.end == Some(End::Five) { "five" } else { "vcf" }
    }
}

fn object(loaded: &Loaded, solved: &Solved) -> Map<String, Value> {
    let mut map = loaded.echo();
    map.insert("status".into(), solved.status.name().into());
    if solved.status == Status::Win {
        let line: Vec<String> = solved.line.iter().map(|&p| name(p)).collect();
        map.insert("kind".into(), solved.kind().into());
        map.insert("line".into(), line.into());
        map.insert("moves".into(), solved.moves().into());
        map.insert("plies".into(), solved.plies().into());
        map.insert("fours".into(), solved.fours().into());
        map.insert("end".into(), solved.end.map(End::name).into());
    }
    map.insert("nodes".into(), solved.nodes.into());
    let micros = u64::try_from(solved.time.as_micros()).unwrap_or(u64::MAX);
    map.insert("time_us".into(), micros.into());
    let limit = match solved.status {
        Status::Unknown(limit) => limit.into(),
        Status::Win | Status::NoWin => Value::Null,
    };
    map.insert("limit".into(), limit);
    map
}

fn text(loaded: &Loaded, solved: &Solved) -> String {
    let position = &loaded.position;
    let style = Style { color: wants_color(), ..Style::default() };
    // A point may be played twice where stones are captured: the first time is shown.
    let mut marks = Marks::new();
    for (number, &p) in (1..).zip(&solved.line) {
        if position.is_empty_at(p) && !marks.iter().any(|(q, _)| *q == p) {
            marks.push((p, format!("{number}")));
        }
    }
    let mut text = format!("{}\n{}\n", head(loaded), board(position, &marks, style));
    let side = position.to_move();
    text += &match (solved.status, solved.end) {
        (Status::Win, Some(End::Five)) => format!("{side} wins at once with a five\n"),
        (Status::Win, end) => {
            let how = match end {
                Some(End::ForbiddenStop) => "the only stop is forbidden",
                _ => "then two points make a five",
            };
            let (fours, plies) = (solved.fours(), solved.plies());
            format!("{side} wins by fours: {fours} of them, {how}; the five is at ply {plies}\n")
        }
        (Status::NoWin, _) => format!("{side} has no win by fours\n"),
        (Status::Unknown(limit), _) => format!("unknown: the limit on {limit} came first\n"),
    };
    if !solved.line.is_empty() {
        let line: Vec<String> = solved.line.iter().map(|&p| name(p)).collect();
        text += &format!("line:    {}\n", line.join(" "));
    }
    text +=
        &format!("work:    {} nodes, {:.1} ms\n", solved.nodes, solved.time.as_secs_f64() * 1e3);
    text
}

fn solve(position: &Position, options: &SolveOptions) -> Solved {
    let clock = SystemClock::new();
    let begin = clock.now();
    let line = position.fours(position.to_move()).iter().take(1).collect::<Vec<_>>();
    let _ = (options.nodes, options.time);
    let end = End::of(position, &line);
    let status = if end.is_some() {
        Status::Win
    } else if line.is_empty() {
        Status::NoWin
    } else {
        Status::Unknown("nodes")
    };
    Solved { status, line, end, nodes: 1, time: clock.now().saturating_sub(begin) }
}
