//! `kagetsu solve`: forced wins.
//!
//! Positions of a batch are solved next to one another and answered in order.

use std::io::Write;
use std::time::Duration;

use rayon::prelude::*;
use serde_json::{Map, Value};

use super::args::{Goal, SolveOptions};
use super::board_text::{Marks, Style, board, head, name};
use super::failure::{Exit, Failure};
use super::positions::{BadLine, Item, Loaded, load};
use super::show::wants_color;
use crate::base::clock::{Clock, SystemClock};
use crate::position::Position;
use crate::rules::RuleSpec;
use crate::threat::{Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin};

/// Entries of the table of one solver, 16 bytes each.
const TABLE: usize = 1 << 20;

/// What came out for one position.
struct Solved {
    answer: Answer,
    nodes: u64,
    time: Duration,
}

/// Whether there is a win of the kind asked for.
enum Answer {
    Win(VcfWin),
    NoWin,
    /// This limit came first.
    Unknown(&'static str),
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
                .map_init(
                    || Vcf::new(TABLE),
                    |vcf, item| {
                        let loaded = item.load_unfinished()?;
                        let solved = solve(vcf, &loaded.position, options);
                        Ok((loaded, solved))
                    },
                )
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
                        exit = solved.answer.exit();
                    }
                }
                Err(bad) => {
                    exit = Exit::Data;
                    bad.tell(objects, out)?;
                }
            }
            first = false;
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Looks for a win of the side to move.
fn solve(vcf: &mut Vcf, position: &Position, options: &SolveOptions) -> Solved {
    let Goal::Vcf = options.goal;
    let clock = SystemClock::new();
    let begin = clock.now();
    let until = options.time.map(|time| begin.saturating_add(time));
    // No line has more fours than the board has points.
    let fours = u16::try_from(position.size().area()).unwrap_or(u16::MAX);
    let limit = VcfLimit { fours, nodes: options.nodes.unwrap_or(u64::MAX) };
    let mut late = false;
    vcf.clear();
    let outcome = vcf.solve(&mut position.clone(), limit, &mut |_| {
        late = until.is_some_and(|until| clock.now() >= until);
        late
    });
    let answer = match outcome {
        VcfOutcome::Win(win) => Answer::Win(win),
        VcfOutcome::NoWin => Answer::NoWin,
        VcfOutcome::Unknown if late => Answer::Unknown("time"),
        VcfOutcome::Unknown => Answer::Unknown("nodes"),
    };
    Solved { answer, nodes: vcf.nodes(), time: clock.now().saturating_sub(begin) }
}

impl Answer {
    fn status(&self) -> &'static str {
        match self {
            Answer::Win(_) => "win",
            Answer::NoWin => "no-win",
            Answer::Unknown(_) => "unknown",
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Answer::Win(_) => Exit::Done,
            Answer::NoWin => Exit::NoWin,
            Answer::Unknown(_) => Exit::Unknown,
        }
    }
}

/// The attacker's moves in a line.
fn moves(win: &VcfWin) -> usize {
    win.line.len().div_ceil(2)
}

fn end(end: VcfEnd) -> &'static str {
    match end {
        VcfEnd::Five => "five",
        VcfEnd::TwoFives => "two-fives",
        VcfEnd::ForbiddenStop => "forbidden-stop",
        VcfEnd::Captures => "captures",
    }
}

fn object(loaded: &Loaded, solved: &Solved) -> Map<String, Value> {
    let mut map = loaded.echo();
    map.insert("status".into(), solved.answer.status().into());
    if let Answer::Win(win) = &solved.answer {
        let line: Vec<String> = win.line.iter().map(|&p| name(p)).collect();
        map.insert("kind".into(), if win.fours == 0 { "five" } else { "vcf" }.into());
        map.insert("line".into(), line.into());
        map.insert("moves".into(), moves(win).into());
        map.insert("plies".into(), win.plies().into());
        map.insert("fours".into(), win.fours.into());
        map.insert("end".into(), end(win.end).into());
    }
    map.insert("nodes".into(), solved.nodes.into());
    let micros = u64::try_from(solved.time.as_micros()).unwrap_or(u64::MAX);
    map.insert("time_us".into(), micros.into());
    let limit = match solved.answer {
        Answer::Unknown(limit) => limit.into(),
        Answer::Win(_) | Answer::NoWin => Value::Null,
    };
    map.insert("limit".into(), limit);
    map
}

fn text(loaded: &Loaded, solved: &Solved) -> String {
    let position = &loaded.position;
    let line = if let Answer::Win(win) = &solved.answer { win.line.as_slice() } else { &[] };
    let style = Style { color: wants_color(), ..Style::default() };
    let mut marks = Marks::new();
    for (number, &p) in (1..).zip(line) {
        // Where stones are captured, a point may be played twice: the first time is shown.
        if position.is_empty_at(p) && !marks.iter().any(|(q, _)| *q == p) {
            marks.push((p, format!("{number}")));
        }
    }
    let mut text = format!("{}\n{}\n", head(loaded), board(position, &marks, style));
    let side = position.to_move();
    text += &match &solved.answer {
        Answer::Win(win) if win.fours == 0 => format!("{side} wins at once with a five\n"),
        Answer::Win(win) => {
            let fours = if win.fours == 1 { "one four" } else { &format!("{} fours", win.fours) };
            let plies = win.plies();
            match win.end {
                VcfEnd::Five => {
                    format!("{side} wins with {fours}; the last move is at ply {plies}\n")
                }
                VcfEnd::TwoFives => {
                    format!("{side} wins with {fours}; nothing stops the five at ply {plies}\n")
                }
                VcfEnd::Captures => {
                    format!("{side} wins with {fours}; the last one takes the pair that wins\n")
                }
                VcfEnd::ForbiddenStop => format!(
                    "{side} wins with {fours}; the only stop of the last one is forbidden, \
                     the five is at ply {plies}\n"
                ),
            }
        }
        Answer::NoWin => format!("{side} has no win by fours alone\n"),
        Answer::Unknown(limit) => format!("unknown: the limit on {limit} came first\n"),
    };
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(|&p| name(p)).collect();
        text += &format!("line:    {}\n", line.join(" "));
    }
    let milliseconds = solved.time.as_secs_f64() * 1e3;
    text += &format!("work:    {} nodes, {milliseconds:.1} ms\n", solved.nodes);
    text
}
