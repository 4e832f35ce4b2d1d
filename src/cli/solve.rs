//! `kagetsu solve`: forced wins.
//!
//! Positions of a batch are solved next to one another and answered in order. A win is told only when
//! its certificate has passed the checker, which knows the rules alone.

use std::io::Write;
use std::path::{Path, PathBuf};
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
use crate::threat::certify::nodes_of;
use crate::threat::proof::Start;
use crate::threat::{Proof, Vcf, VcfEnd, VcfLimit, VcfOutcome, VcfWin, verify};

/// The most entries of the table of one solver, 16 bytes each.
const TABLE: usize = 1 << 20;

/// What came out for one position.
struct Solved {
    answer: Answer,
    /// Whether a win is proved to be the shortest.
    shortest: bool,
    nodes: u64,
    time: Duration,
}

/// Whether there is a win of the kind asked for.
enum Answer {
    /// With its certificate, which has been checked.
    Win(VcfWin, Box<Proof>),
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
    let mut number = 0;
    if let Some(folder) = &options.proof {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::Data(format!("{}: {e}", folder.display())))?;
    }
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
                        let solved = solve(vcf, &loaded.position, options)
                            .map_err(|error| BadLine { id: loaded.input.id.clone(), error })?;
                        Ok((loaded, solved))
                    },
                )
                .collect()
        });
        for item in solved {
            number += 1;
            match item {
                Ok((loaded, solved)) => {
                    let file = write_proof(&solved, options.proof.as_deref(), number)?;
                    if objects {
                        writeln!(out, "{}", Value::Object(object(&loaded, &solved, file)))?;
                    } else {
                        if number > 1 {
                            writeln!(out)?;
                        }
                        write!(out, "{}", text(&loaded, &solved, file))?;
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
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Looks for a win of the side to move, and checks it.
///
/// # Errors
/// When a win was found whose certificate does not pass: a defect of the program.
fn solve(vcf: &mut Vcf, position: &Position, options: &SolveOptions) -> Result<Solved, String> {
    let Goal::Vcf = options.goal;
    let mut board = position.clone();
    let clock = SystemClock::new();
    let begin = clock.now();
    let until = options.time.map(|time| begin.saturating_add(time));
    // No line has more fours than the board has points.
    let fours = u16::try_from(position.size().area()).unwrap_or(u16::MAX);
    let limit = VcfLimit { fours, nodes: options.nodes.unwrap_or(u64::MAX) };
    let mut late = false;
    vcf.clear();
    let search = if options.shortest { Vcf::solve_shortest } else { Vcf::solve };
    let outcome = search(vcf, &mut board, limit, &mut |_| {
        late = until.is_some_and(|until| clock.now() >= until);
        late
    });
    let (nodes, time) = (vcf.nodes(), clock.now().saturating_sub(begin));
    let answer = match outcome {
        VcfOutcome::Win(win) => {
            let nodes = nodes_of(vcf, position, &win, limit, &mut |_| false)
                .ok_or("internal error: a win was found that cannot be found again")?;
            let rule = position.rule().clone();
            let proof = Proof { rule, size: position.size(), start: start_of(position), nodes };
            verify(&proof).map_err(|flaw| format!("internal error: a false win: {flaw}"))?;
            Answer::Win(win, Box::new(proof))
        }
        VcfOutcome::NoWin => Answer::NoWin,
        VcfOutcome::Unknown if late => Answer::Unknown("time"),
        VcfOutcome::Unknown => Answer::Unknown("nodes"),
    };
    Ok(Solved { answer, shortest: options.shortest, nodes, time })
}

/// How the position came about: by its moves, where they are all there and the law has such moves, else
/// by its stones.
fn start_of(position: &Position) -> Start {
    let moves = position.moves();
    let passes_are_moves = position.rule().passes.is_some() || !moves.contains(&None);
    if moves.len() == position.ply() && passes_are_moves {
        return Start::Moves(moves);
    }
    Start::Stones { stones: position.colored_stones(), to_move: position.to_move() }
}

/// Writes the certificate of a win where one is asked for; tells the file.
fn write_proof(
    solved: &Solved,
    folder: Option<&Path>,
    number: usize,
) -> Result<Option<PathBuf>, Failure> {
    let (Answer::Win(_, proof), Some(folder)) = (&solved.answer, folder) else { return Ok(None) };
    let file = folder.join(format!("{number}.json"));
    std::fs::write(&file, format!("{}\n", proof.to_json()))
        .map_err(|e| Failure::Data(format!("{}: {e}", file.display())))?;
    Ok(Some(file))
}

impl Answer {
    fn status(&self) -> &'static str {
        match self {
            Answer::Win(..) => "win",
            Answer::NoWin => "no-win",
            Answer::Unknown(_) => "unknown",
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Answer::Win(..) => Exit::Done,
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

fn object(loaded: &Loaded, solved: &Solved, file: Option<PathBuf>) -> Map<String, Value> {
    let mut map = loaded.echo();
    map.insert("status".into(), solved.answer.status().into());
    if let Answer::Win(win, _) = &solved.answer {
        let line: Vec<String> = win.line.iter().map(|&p| name(p)).collect();
        map.insert("kind".into(), if win.fours == 0 { "five" } else { "vcf" }.into());
        map.insert("line".into(), line.into());
        map.insert("moves".into(), moves(win).into());
        map.insert("plies".into(), win.plies().into());
        map.insert("fours".into(), win.fours.into());
        map.insert("end".into(), end(win.end).into());
        map.insert("shortest".into(), (solved.shortest || win.fours <= 1).into());
    }
    map.insert("nodes".into(), solved.nodes.into());
    let micros = u64::try_from(solved.time.as_micros()).unwrap_or(u64::MAX);
    map.insert("time_us".into(), micros.into());
    let limit = match solved.answer {
        Answer::Unknown(limit) => limit.into(),
        Answer::Win(..) | Answer::NoWin => Value::Null,
    };
    map.insert("limit".into(), limit);
    if let Some(file) = file {
        map.insert("proof".into(), file.display().to_string().into());
    }
    map
}

fn text(loaded: &Loaded, solved: &Solved, file: Option<PathBuf>) -> String {
    let position = &loaded.position;
    let line = if let Answer::Win(win, _) = &solved.answer { win.line.as_slice() } else { &[] };
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
        Answer::Win(win, _) if win.fours == 0 => format!("{side} wins at once with a five\n"),
        Answer::Win(win, _) => {
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
    if let Some(file) = file {
        text += &format!("proof:   {}\n", file.display());
    }
    text
}
