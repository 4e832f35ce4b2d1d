//! What a match comes to, for people and for machines.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::elo::Estimate;
use super::pairs::Pairs;
use super::record::{Reason, size_json};
use super::runner::Match;
use super::sprt::{Sprt, Verdict};
use super::tally::{Fault, Results, Standing, Tally};
use crate::board::{BoardSize, Color};

/// Games won, drawn and lost, from one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Wdl {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of the points, 0…1; `null` before the first game.
    pub share: Option<f64>,
}

impl From<Results> for Wdl {
    fn from(results: Results) -> Wdl {
        let (won, drawn, lost) = (results.won(), results.drawn(), results.lost());
        Wdl { won, drawn, lost, share: results.share() }
    }
}

impl fmt::Display for Wdl {
    /// `12-3-5  67.5 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.share.map_or_else(|| "–".to_owned(), |s| format!("{:.1} %", 100.0 * s));
        write!(f, "{}-{}-{}  {share}", self.won, self.drawn, self.lost)
    }
}

/// A difference in strength; what is infinite is `null` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference.
    pub elo: Option<f64>,
    /// Ends of the interval that holds the true value in 95 % of all matches.
    pub low: Option<f64>,
    /// See `low`.
    pub high: Option<f64>,
    /// How likely it is that the first is the stronger one.
    pub superior: f64,
    #[serde(skip)]
    estimate: Estimate,
}

impl From<Estimate> for Elo {
    fn from(estimate: Estimate) -> Elo {
        let [elo, low, high] = [estimate.elo, estimate.low, estimate.high]
            .map(|value| Some((value * 10.0).round() / 10.0).filter(|v| v.is_finite()));
        Elo { elo, low, high, superior: estimate.superior, estimate }
    }
}

impl fmt::Display for Elo {
    /// `+12.3 (-4.0 … +28.7)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { elo, low, high, .. } = self.estimate;
        write!(f, "{elo:+.1} ({low:+.1} … {high:+.1})")
    }
}

/// An engine's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// What it may use, in words.
    pub limits: String,
    /// All its games.
    pub all: Wdl,
    /// Its games with black.
    pub black: Wdl,
    /// Its games with white.
    pub white: Wdl,
    /// Its strength against all the others together, by whole pairs.
    pub elo: Option<Elo>,
    /// Games it has lost by faults of its own.
    pub faults: BTreeMap<Reason, u64>,
    /// Its moves.
    pub moves: u64,
    /// Its mean time for a move, in milliseconds.
    pub mean_ms: Option<f64>,
    /// Its longest.
    pub longest_ms: u64,
    /// The longest it has been over its time for a move, in milliseconds.
    pub overrun_ms: u64,
    /// The mean depth that it told.
    pub mean_depth: Option<f64>,
}

/// What came of the games of two engines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeetingReport {
    /// The engine whose points are counted.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The results of the first.
    pub results: Wdl,
    /// Pairs of games that gave the first 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The strength of the first over the second; `null` before the first pair.
    pub elo: Option<Elo>,
}

/// The test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The first guess.
    pub elo0: f64,
    /// The second guess.
    pub elo1: f64,
    /// The logarithm of how much more likely the second is.
    pub ratio: f64,
    /// The first has won at or below this.
    pub low: f64,
    /// The second has won at or above this.
    pub high: f64,
    /// `elo0`, `elo1` or `open`.
    pub verdict: &'static str,
}

impl SprtReport {
    fn of(sprt: &Sprt, pairs: &Pairs) -> SprtReport {
        let (low, high) = sprt.bounds();
        let verdict = match sprt.verdict(pairs) {
            Verdict::First => "elo0",
            Verdict::Second => "elo1",
            Verdict::Open => "open",
        };
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        SprtReport { elo0, elo1, ratio: sprt.ratio(pairs), low, high, verdict }
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport { elo0, elo1, ratio, low, high, verdict } = self;
        write!(f, "[{elo0}, {elo1}]: {ratio:.2} ({low:.2} … {high:.2}), {verdict}")
    }
}

/// Faults that the text lists one by one.
const MOST_FAULTS: usize = 20;

/// What a match comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The law.
    pub rule: String,
    /// The board.
    #[serde(serialize_with = "size_json::serialize")]
    pub size: BoardSize,
    /// Games that have ended.
    pub games: u64,
    /// Games of the schedule.
    pub scheduled: u64,
    /// All games as black has played them.
    pub black: Wdl,
    /// Moves of a game in the mean, the opening's not counted.
    pub mean_plies: Option<f64>,
    /// The engines, in their order.
    pub engines: Vec<EngineReport>,
    /// Who met whom.
    pub meetings: Vec<MeetingReport>,
    /// Games that were lost by a fault.
    pub faults: Vec<Fault>,
    /// The test, if there was one.
    pub sprt: Option<SprtReport>,
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| (100.0 * sum as f64 / count as f64).round() / 100.0)
}

impl Report {
    /// What it comes to so far.
    #[must_use]
    pub fn new(of: &Match, tally: &Tally) -> Report {
        let name = |engine: usize| of.engines[engine].name.clone();
        let engine = |(index, standing): (usize, &Standing)| EngineReport {
            name: name(index),
            limits: of.engines[index].limits.or(of.limits).words(),
            all: standing.all().into(),
            black: standing.results[Color::Black].into(),
            white: standing.results[Color::White].into(),
            elo: Estimate::of(&pairs_of(tally, index)).map(Elo::from),
            faults: standing.faults.clone(),
            moves: standing.moves,
            mean_ms: mean(standing.ms, standing.moves),
            longest_ms: standing.longest_ms,
            overrun_ms: standing.overrun_ms,
            mean_depth: mean(standing.depth.0, standing.depth.1),
        };
        let meetings = tally.scores.iter().map(|(meeting, score)| MeetingReport {
            first: name(meeting.first),
            second: name(meeting.second),
            results: score.results.into(),
            pairs: score.pairs.0,
            elo: Estimate::of(&score.pairs).map(Elo::from),
        });
        let sprt = of.sprt.as_ref().zip(tally.scores.first());
        Report {
            rule: of.rule.name.to_string(),
            size: of.table.size,
            games: tally.games(),
            scheduled: of.schedule.games(),
            black: tally.black.into(),
            mean_plies: mean(tally.plies, tally.games()),
            engines: tally.standings.iter().enumerate().map(engine).collect(),
            meetings: meetings.collect(),
            faults: tally.faults.clone(),
            sprt: sprt.map(|(sprt, (_, score))| SprtReport::of(sprt, &score.pairs)),
        }
    }

    /// The score in one line, while it goes on: of two engines the first's, of more everybody's.
    #[must_use]
    pub fn running(&self) -> String {
        let mut line = match self.meetings.as_slice() {
            [only] => {
                let elo = only.elo.map(|elo| format!("  Elo {elo}")).unwrap_or_default();
                format!("{} {}{elo}", only.first, only.results)
            }
            _ => {
                let engine = |e: &EngineReport| format!("{} {}", e.name, e.all);
                self.engines.iter().map(engine).collect::<Vec<_>>().join(" | ")
            }
        };
        if let Some(sprt) = &self.sprt {
            line += &format!("  LLR {:.2}", sprt.ratio);
        }
        line
    }
}

/// The pairs of one engine against all others, its own points counted.
fn pairs_of(tally: &Tally, engine: usize) -> Pairs {
    let mut all = Pairs::default();
    for (meeting, score) in &tally.scores {
        let mut pairs = score.pairs.0;
        match engine {
            e if e == meeting.first => {}
            e if e == meeting.second => pairs.reverse(),
            _ => continue,
        }
        for (sum, pairs) in all.0.iter_mut().zip(pairs) {
            *sum += pairs;
        }
    }
    all
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rule:    {}", self.rule)?;
        writeln!(f, "board:   {}", self.size)?;
        writeln!(f, "games:   {} of {}", self.games, self.scheduled)?;
        writeln!(f, "black:   {}", self.black)?;
        writeln!(f)?;
        let width = self.engines.iter().map(|e| e.name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "{:width$}  {:>6} {:>5} {:>5} {:>5}  {:>7}  {:>7}  {:>7}  {:>8}  {:>7}  {:>6}  {:>6}",
            "engine",
            "games",
            "won",
            "drawn",
            "lost",
            "points",
            "black",
            "white",
            "ms/move",
            "longest",
            "over",
            "depth"
        )?;
        for e in &self.engines {
            let percent = |share: Option<f64>| number(share.map(|s| 100.0 * s), " %");
            let games = e.all.won + e.all.drawn + e.all.lost;
            writeln!(
                f,
                "{:width$}  {games:>6} {:>5} {:>5} {:>5}  {:>7}  {:>7}  {:>7}  {:>8}  {:>7}  {:>6}  {:>6}",
                e.name,
                e.all.won,
                e.all.drawn,
                e.all.lost,
                percent(e.all.share),
                percent(e.black.share),
                percent(e.white.share),
                number(e.mean_ms, ""),
                e.longest_ms,
                e.overrun_ms,
                number(e.mean_depth, ""),
            )?;
        }
        writeln!(f)?;
        for m in &self.meetings {
            writeln!(f, "{} – {}: {}", m.first, m.second, m.results)?;
            let pairs = m.pairs.map(|n| n.to_string()).join(" ");
            writeln!(f, "  pairs  {pairs}  (0 ½ 1 1½ 2 points)")?;
            if let Some(elo) = &m.elo {
                writeln!(f, "  Elo    {elo}, stronger with {:.1} %", 100.0 * elo.superior)?;
            }
        }
        if self.engines.len() > 2 {
            writeln!(f)?;
            for e in &self.engines {
                let elo = e.elo.map_or_else(|| "–".to_owned(), |elo| elo.to_string());
                writeln!(f, "{:width$}  Elo over the others {elo}", e.name)?;
            }
        }
        if let Some(sprt) = &self.sprt {
            writeln!(f, "SPRT     {sprt}")?;
        }
        writeln!(f)?;
        if self.faults.is_empty() {
            return writeln!(f, "lost by faults: none");
        }
        writeln!(f, "lost by faults:")?;
        for e in self.engines.iter().filter(|e| !e.faults.is_empty()) {
            let faults = e.faults.iter().map(|(reason, n)| format!("{} {n}", reason.name()));
            writeln!(f, "  {:width$}  {}", e.name, faults.collect::<Vec<_>>().join(", "))?;
        }
        for Fault { game, engine, reason, detail } in self.faults.iter().take(MOST_FAULTS) {
            writeln!(f, "  game {game}: {engine}, {}: {detail}", reason.name())?;
        }
        match self.faults.len().saturating_sub(MOST_FAULTS) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more"),
        }
    }
}

fn number(value: Option<f64>, unit: &str) -> String {
    value.map_or_else(|| "–".to_owned(), |v| format!("{v:.1}{unit}"))
}
