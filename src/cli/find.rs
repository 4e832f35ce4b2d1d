//! `kagetsu find`: points by kind.
//!
//! Positions of a batch are worked on next to one another and answered in order. A point that a limit
//! left open is told as unknown.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};

use super::args::FindOptions;
use super::batch::in_order;
use super::board_text::{Marks, Style, board, head, name};
use super::failure::{Exit, Failure};
use super::positions::{BadLine, Item, Loaded, load};
use super::show::wants_color;
use crate::base::clock::{Clock, SystemClock};
use crate::board::notation::{parse_moves, parse_point};
use crate::board::{Color, Point, PointSet};
use crate::record::Problem;
use crate::rules::RuleSpec;
use crate::threat::find::{Cost, Findings, Found, Kind, Question, find};

/// Signs of the kinds on the board: no letter that stands for a stone.
const SIGNS: &str = "acdefghijklmnpqrstuvyzACDEFGHIJKLM";

/// What came out for one position.
struct Answer {
    color: Color,
    findings: Findings,
    /// Which limit came first, if one did.
    limit: Option<&'static str>,
    time: Duration,
}

/// Answers for every position.
pub(super) fn run(options: &FindOptions, out: &mut (dyn Write + Send)) -> Result<Exit, Failure> {
    let inputs = load(&options.input, RuleSpec::FREESTYLE)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.map_or(0, usize::from))
        .build()
        .map_err(std::io::Error::other)?;
    let (objects, several) = (options.json || inputs.batch, inputs.several);
    let (mut exit, mut first) = (Exit::Done, true);
    let work = |item: Item, cancelled: &AtomicBool| {
        let loaded = item.load_unfinished()?;
        let question = question(&loaded, options)?;
        let answer = ask(&loaded, &question, options.time, cancelled);
        Ok((loaded, answer))
    };
    let tell = |told: Result<(Loaded, Answer), BadLine>| {
        match told {
            Ok((loaded, answer)) => {
                if objects {
                    writeln!(out, "{}", Value::Object(object(&loaded, &answer)))?;
                } else {
                    if !first {
                        writeln!(out)?;
                    }
                    write!(out, "{}", text(&loaded, &answer, !options.kinds.is_empty()))?;
                }
                if !several && answer.limit.is_some() {
                    exit = Exit::Unknown;
                }
            }
            Err(bad) => {
                exit = Exit::Data;
                bad.tell(objects, out)?;
            }
        }
        first = false;
        out.flush()?;
        Ok(())
    };
    in_order(&pool, inputs, work, tell)?;
    Ok(exit)
}

/// What is asked about a position; where nobody names a kind, everything that needs no solver.
fn question(loaded: &Loaded, options: &FindOptions) -> Result<Question, BadLine> {
    let size = loaded.input.size;
    let bad = |option: &str, problem: String| BadLine {
        id: loaded.input.id.clone(),
        error: format!("{option}: {problem}"),
    };
    let mut within: Option<PointSet> = None;
    for text in &options.points {
        let points = parse_moves(text, size).map_err(|e| bad("--points", e.to_string()))?;
        for p in points {
            let p = p.ok_or_else(|| bad("--points", Problem::PassAmongStones.to_string()))?;
            within.get_or_insert(PointSet::EMPTY).insert(p);
        }
    }
    let through = options.through.as_deref().map(|text| parse_point(text, size)).transpose();
    let cheap = Kind::ALL.iter().copied().filter(|kind| kind.cost() == Cost::Shapes);
    Ok(Question {
        color: options.color.unwrap_or(loaded.position.to_move()),
        kinds: if options.kinds.is_empty() { cheap.collect() } else { options.kinds.clone() },
        within,
        through: through.map_err(|e| bad("--through", e.to_string()))?,
        least_fours: options.min_fours,
        nodes: options.nodes,
    })
}

fn ask(
    loaded: &Loaded,
    question: &Question,
    time: Option<Duration>,
    cancelled: &AtomicBool,
) -> Answer {
    let clock = SystemClock::new();
    let begin = clock.now();
    let until = time.map(|time| begin.saturating_add(time));
    let mut late = false;
    let findings = find(&loaded.position, question, &mut |_| {
        late = late || until.is_some_and(|until| clock.now() >= until);
        late || cancelled.load(Ordering::Relaxed)
    });
    let limit = match findings.limit {
        None => None,
        Some(_) if late => Some("time"),
        Some(limit) => Some(limit),
    };
    Answer { color: question.color, findings, limit, time: clock.now().saturating_sub(begin) }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(|&p| name(p)).collect()
}

/// Object, kind → points.
fn by_kind<'a>(lists: impl Iterator<Item = (&'a Found, &'a Vec<Point>)>) -> Map<String, Value> {
    lists.map(|(found, points)| (found.kind.name().to_owned(), names(points).into())).collect()
}

fn object(loaded: &Loaded, answer: &Answer) -> Map<String, Value> {
    let mut map = loaded.echo();
    let found = &answer.findings.found;
    map.insert("color".into(), answer.color.to_string().into());
    map.insert("points".into(), by_kind(found.iter().map(|f| (f, &f.points))).into());
    if answer.findings.has_unknown() {
        let open = found.iter().filter(|f| !f.unknown.is_empty());
        map.insert("unknown".into(), by_kind(open.map(|f| (f, &f.unknown))).into());
    }
    map.insert("nodes".into(), answer.findings.nodes.into());
    let micros = u64::try_from(answer.time.as_micros()).unwrap_or(u64::MAX);
    map.insert("time_us".into(), micros.into());
    map.insert("limit".into(), answer.limit.into());
    map
}

/// The board with a sign for the first kind of each point, and a line for each kind. Kinds without
/// points are told only where they were asked for.
fn text(loaded: &Loaded, answer: &Answer, asked: bool) -> String {
    let found: Vec<&Found> = answer
        .findings
        .found
        .iter()
        .filter(|f| asked || !f.points.is_empty() || !f.unknown.is_empty())
        .collect();
    let mut marks = Marks::new();
    for (found, sign) in found.iter().zip(SIGNS.chars()) {
        for &p in &found.points {
            if !marks.iter().any(|(q, _)| *q == p) {
                marks.push((p, sign.to_string()));
            }
        }
    }
    let style = Style { color: wants_color(), ..Style::default() };
    let mut text = format!("{}\n{}\n", head(loaded), board(&loaded.position, &marks, style));
    let color = answer.color;
    if found.is_empty() {
        text += &format!("{color} has no such point\n");
    }
    for (found, sign) in found.iter().zip(SIGNS.chars()) {
        let points = match found.points.as_slice() {
            [] if found.unknown.is_empty() => "nowhere".to_owned(),
            [] => "none known".to_owned(),
            points => names(points).join(" "),
        };
        text += &format!("{sign}  {}: {points}\n", found.kind.name());
        if !found.unknown.is_empty() {
            text += &format!("   unknown: {}\n", names(&found.unknown).join(" "));
        }
    }
    if let Some(limit) = answer.limit {
        text += &format!("the limit on {limit} came first\n");
    }
    text
}
