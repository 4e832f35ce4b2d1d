//! The answer of `kagetsu solve` for one position, for people and for machines.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};

use super::args::{Goal, SolveOptions};
use super::board_text::{Marks, Style, board, head, name};
use super::files::Target;
use super::forbidden::forbidden_points;
use super::png::png;
use super::positions::Loaded;
use super::proof_sgf::sgf;
use super::show::wants_color;
use super::solver::{Answer, Solved, Win, kind_name};
use super::tree::tree;
use crate::board::Color;
use crate::record::Picture;
use crate::threat::VcfEnd;
use crate::threat::solver::WinKind;

use super::failure::Failure;

/// Where the files of a win go, and which of them are wanted.
pub(super) struct Files {
    proof: Option<Target>,
    sgf: Option<Target>,
    svg: Option<Target>,
    png: Option<Target>,
}

/// The files that were written, each with the option that asked for it.
pub(super) type Written = Vec<(&'static str, PathBuf)>;

impl Files {
    /// Makes the folders.
    ///
    /// # Errors
    /// When one cannot be made, or a file was named for several positions.
    pub(super) fn new(options: &SolveOptions, several: bool) -> Result<Files, Failure> {
        let SolveOptions { proof, sgf, svg, png, .. } = options;
        for (option, path) in [("proof", proof), ("sgf", sgf), ("svg", svg), ("png", png)] {
            if path.as_deref() == Some(Path::new("-")) {
                let why =
                    "standard output is for the answer; name a file, or ./- for one of this name";
                return Err(Failure::Usage(format!("--{option} -: {why}")));
            }
        }
        let target = |path: &Option<PathBuf>, ending| {
            path.as_deref().map(|path| Target::new(path, ending, several)).transpose()
        };
        let proof =
            options.proof.as_deref().map(|path| Target::folder(path, "json")).transpose()?;
        let sgf = target(&options.sgf, "sgf")?;
        let svg = target(&options.svg, "svg")?;
        Ok(Files { proof, sgf, svg, png: target(&options.png, "png")? })
    }

    /// Whether there will be any.
    pub(super) fn any(&self) -> bool {
        [&self.proof, &self.sgf, &self.svg, &self.png].iter().any(|target| target.is_some())
    }

    /// Writes all that are wanted for a win.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(super) fn write(&self, loaded: &Loaded, win: &Win, stem: &str) -> Result<Written, Failure> {
        let mut written = Written::new();
        if let Some(target) = &self.proof {
            let text = format!("{}\n", win.proof.to_json());
            written.push(("proof", target.write(stem, text.as_bytes())?));
        }
        if let Some(target) = &self.sgf {
            let title = loaded.input.id.as_ref().map(plain);
            let text = sgf(&loaded.position, &win.proof, &win.line, title.as_deref());
            written.push(("sgf", target.write(stem, text.as_bytes())?));
        }
        if self.svg.is_none() && self.png.is_none() {
            return Ok(written);
        }
        let picture = picture(loaded, win);
        if let Some(target) = &self.svg {
            written.push(("svg", target.write(stem, picture.svg().as_bytes())?));
        }
        if let Some(target) = &self.png {
            let bytes = png(&picture).map_err(Failure::File)?;
            written.push(("png", target.write(stem, &bytes)?));
        }
        Ok(written)
    }
}

/// An id as text.
fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The position and the main line as numbers. Where the last stop is forbidden, so are shown all points
/// that are.
fn picture(loaded: &Loaded, win: &Win) -> Picture {
    let position = &loaded.position;
    let mut picture = Picture::new(position.size());
    picture.stones = position.size().points().map(|p| (p, position.cell(p))).collect();
    let mut after = position.clone();
    for (number, &p) in (1..).zip(&win.line) {
        // Where stones are captured, a point may be played twice: the first time is shown.
        if position.is_empty_at(p) && !picture.numbers.iter().any(|(q, _)| *q == p) {
            picture.numbers.push((p, number));
            let color: Color = after.to_move();
            if let Some((_, cell)) = picture.stones.iter_mut().find(|(q, _)| *q == p) {
                *cell = color.into();
            }
        }
        after.play(p);
    }
    picture.last = win.line.last().copied();
    if win.end == VcfEnd::ForbiddenStop {
        let points = forbidden_points(&after, after.to_move());
        picture.crosses = points.into_iter().map(|(p, _)| p).collect();
    }
    picture
}

/// The keys of the answer.
pub(super) fn object(
    loaded: &Loaded,
    solved: &Solved,
    written: Written,
    options: &SolveOptions,
) -> Map<String, Value> {
    let mut map = loaded.echo();
    map.insert("status".into(), solved.answer.status().into());
    if let Answer::Win(win) = &solved.answer {
        let line: Vec<String> = win.line.iter().map(|&p| name(p)).collect();
        map.insert("kind".into(), kind_name(win.kind).into());
        map.insert("line".into(), line.into());
        map.insert("moves".into(), win.moves().into());
        map.insert("plies".into(), win.plies.into());
        if let Some(fours) = win.fours {
            map.insert("fours".into(), fours.into());
        }
        map.insert("end".into(), end(win.end).into());
        map.insert("shortest".into(), win.shortest.into());
        if let Some(firsts) = &win.firsts {
            let points: Vec<String> = firsts.points.iter().map(|&p| name(p)).collect();
            map.insert("firsts".into(), points.into());
            map.insert("firsts_complete".into(), firsts.complete.into());
        }
    }
    map.insert("nodes".into(), solved.nodes.into());
    if !options.no_times {
        map.insert("time_us".into(), micros(solved.time).into());
        if let Answer::Win(win) = &solved.answer {
            map.insert("check_us".into(), micros(win.check_time).into());
        }
    }
    let limit = match &solved.answer {
        Answer::Unknown(limit) => *limit,
        Answer::Win(win) => win.limit,
        Answer::NoWin => None,
    };
    map.insert("limit".into(), limit.into());
    for (key, file) in written {
        map.insert(key.into(), file.display().to_string().into());
    }
    if let (Some(most), Answer::Win(win)) = (options.tree, &solved.answer) {
        let text = tree(&loaded.position, &win.proof, &win.line, most.get());
        map.insert("tree".into(), text.into());
    }
    map
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

const fn end(end: VcfEnd) -> &'static str {
    match end {
        VcfEnd::Five => "five",
        VcfEnd::TwoFives => "two-fives",
        VcfEnd::ForbiddenStop => "forbidden-stop",
        VcfEnd::Captures => "captures",
    }
}

impl Win {
    /// The attacker's moves in the line.
    fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }
}

impl Answer {
    fn status(&self) -> &'static str {
        match self {
            Answer::Win(_) => "win",
            Answer::NoWin => "no-win",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// The board with the numbers of the main line, and the answer in words.
pub(super) fn text(
    loaded: &Loaded,
    solved: &Solved,
    written: Written,
    options: &SolveOptions,
) -> String {
    let position = &loaded.position;
    let win = if let Answer::Win(win) = &solved.answer { Some(win) } else { None };
    let line = win.map(|win| win.line.as_slice()).unwrap_or_default();
    let style = Style { color: wants_color(), ..Style::default() };
    let mut marks = Marks::new();
    for (number, &p) in (1..).zip(line) {
        if position.is_empty_at(p) && !marks.iter().any(|(q, _)| *q == p) {
            marks.push((p, format!("{number}")));
        }
    }
    let mut text = format!("{}\n{}\n", head(loaded), board(position, &marks, style));
    text += &verdict(position.to_move(), solved, options);
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(|&p| name(p)).collect();
        text += &format!("line:    {}\n", line.join(" "));
    }
    if let Some(firsts) = win.and_then(|win| win.firsts.as_ref()) {
        let points: Vec<String> = firsts.points.iter().map(|&p| name(p)).collect();
        let more = if firsts.complete { "" } else { " (a limit came before all were tried)" };
        text += &format!("firsts:  {}{more}\n", points.join(" "));
    }
    if options.shortest && win.is_some_and(|win| !win.shortest) {
        text += "length:  not known to be the shortest\n";
    }
    text += &format!("work:    {} nodes", solved.nodes);
    if !options.no_times {
        text += &format!(", {:.1} ms", solved.time.as_secs_f64() * 1e3);
    }
    text += "\n";
    for (what, file) in written {
        text += &format!("{:<9}{}\n", format!("{what}:"), file.display());
    }
    if let (Some(most), Some(win)) = (options.tree, win) {
        text += &format!("\n{}", tree(position, &win.proof, &win.line, most.get()));
    }
    text
}

/// What the win was allowed to cost, in words.
fn within(options: &SolveOptions) -> String {
    // A win by fours alone has no other threats.
    let threats = options.max_threats.filter(|_| options.goal != Goal::Vcf);
    let limits: Vec<String> = [("threat", threats), ("stone", options.max_stones)]
        .into_iter()
        .filter_map(|(what, most)| match most? {
            1 => Some(format!("one {what}")),
            most => Some(format!("{most} {what}s")),
        })
        .collect();
    if limits.is_empty() { String::new() } else { format!(" within {}", limits.join(" and ")) }
}

/// The answer in one sentence.
fn verdict(side: Color, solved: &Solved, options: &SolveOptions) -> String {
    let win = match &solved.answer {
        Answer::Win(win) if win.kind == WinKind::Five => {
            return format!("{side} wins at once with a five\n");
        }
        Answer::Win(win) => win,
        Answer::NoWin => {
            let words = solved.goal.words();
            let hint = solved.goal.hint();
            let within = within(options);
            return format!("{side} has no win {words}{within}{hint}\n");
        }
        Answer::Unknown(Some(limit)) => {
            return format!("unknown: the limit on {limit} came first\n");
        }
        Answer::Unknown(None) => {
            let within = within(options);
            return format!("unknown: no win was found{within}, and none is ruled out\n");
        }
    };
    let by = match win.fours {
        Some(1) => "one four".to_owned(),
        Some(fours) => format!("{fours} fours"),
        None => format!("{} moves", win.moves()),
    };
    let plies = win.plies;
    match win.end {
        VcfEnd::Five => format!("{side} wins with {by}; the last move is at ply {plies}\n"),
        VcfEnd::TwoFives => {
            format!("{side} wins with {by}; nothing stops the five at ply {plies}\n")
        }
        VcfEnd::Captures => {
            format!("{side} wins with {by}; the last one takes the pair that wins\n")
        }
        VcfEnd::ForbiddenStop => format!(
            "{side} wins with {by}; the only stop of the last one is forbidden, \
             the five is at ply {plies}\n"
        ),
    }
}
