//! Why a point is forbidden, or only looks so: the reasons of the reference, level by level.
//!
//! An [`Explanation`] is data, to be printed as text (`Display`, in `text`) or as JSON (`Serialize`, points as
//! `"H8"`). Wherever a straight-four point of a three is itself worth a word (it is a foul, or it
//! looks like one and is not) it carries its own explanation, with the stone in question on the
//! board. Nests branch, so their number is bounded; where one is left out it says `cut`.

mod text;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::{Cell, Color, Dir, Grid, Point};

use super::law::RuleSpec;
use super::reference::{self, Four, Row, Three};
use super::verdict::Foul;

/// Nested explanations that one explanation may hold, all levels together. The limit is shared out
/// evenly among the points of a level, so that a single chain is followed to its end.
const NESTED: usize = 96;

/// What a stone would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be played.
    Legal,
    /// It makes a five and wins.
    Five,
    /// It is forbidden.
    Foul(Foul),
    /// The point is not empty, or not on the board.
    NotEmpty,
}

impl Verdict {
    /// The word used in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Five => "five",
            Verdict::Foul(foul) => foul.name(),
            Verdict::NotEmpty => "not-empty",
        }
    }
}

/// What a point that only looks forbidden really is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Really {
    /// A five, which overrides the foul.
    Five,
    /// A four and a real three.
    FourThree,
    /// A four.
    Four,
    /// One real three.
    Three,
    /// Neither a four nor a real three.
    Nothing,
}

impl Really {
    /// The word used in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Really::Five => "five",
            Really::FourThree => "four-three",
            Really::Four => "four",
            Really::Three => "three",
            Really::Nothing => "nothing",
        }
    }
}

/// What a stone of one colour on one point makes, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explanation {
    /// The point.
    #[serde(serialize_with = "as_point")]
    pub point: Point,
    /// The colour of the stone.
    #[serde(serialize_with = "as_text")]
    pub color: Color,
    /// What it is.
    #[serde(serialize_with = "as_verdict")]
    pub verdict: Verdict,
    /// The foul of the law that it shows at first sight, before fives and unreal threes are told
    /// apart.
    #[serde(serialize_with = "as_foul")]
    pub looks_like: Option<Foul>,
    /// The lines on which it makes something.
    pub lines: Vec<Line>,
}

/// What a stone makes on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Line {
    /// `horizontal`, `vertical`, `diagonal` (`╱`) or `anti-diagonal` (`╲`).
    #[serde(rename = "line", serialize_with = "as_line")]
    pub dir: Dir,
    /// The row that wins.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_row")]
    pub five: Option<Vec<Point>>,
    /// Five in a row that do not win, because enemy stones block both ends.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_row")]
    pub blocked_five: Option<Vec<Point>>,
    /// Six or more in a row that do not win.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_row")]
    pub overline: Option<Vec<Point>>,
    /// The fours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fours: Vec<FourLine>,
    /// The three, real or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub three: Option<ThreeLine>,
}

/// A four; with two completions it is a straight four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FourLine {
    /// Its stones.
    #[serde(serialize_with = "as_points")]
    pub stones: Vec<Point>,
    /// The points that make it a five.
    #[serde(serialize_with = "as_points")]
    pub completions: Vec<Point>,
}

/// A three and the points on which its reality hangs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ThreeLine {
    /// Its stones.
    #[serde(serialize_with = "as_points")]
    pub stones: Vec<Point>,
    /// Whether it counts: one of its points does.
    pub real: bool,
    /// Every point at which it becomes a straight four.
    pub points: Vec<StraightFourPoint>,
}

/// A point at which a three becomes a straight four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct StraightFourPoint {
    /// The point.
    #[serde(serialize_with = "as_point")]
    pub point: Point,
    /// Whether it counts.
    pub counts: bool,
    /// Why it does or does not.
    #[serde(flatten)]
    pub reason: Reason,
    /// What a stone there would be once the stone in question lies on the board; given where it is
    /// a foul or looks like one, and only where the law has double threes: nothing hangs on it
    /// otherwise.
    #[serde(rename = "why", skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Box<Explanation>>,
    /// Whether that explanation was left out because there would be too many.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// Why a straight-four point counts or does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// It counts: it can be played.
    Playable,
    /// It does not: a stone there makes a five at the same time.
    MakesFive {
        /// That five.
        #[serde(serialize_with = "as_points")]
        five: Vec<Point>,
    },
    /// It does not: it is a foul itself.
    Forbidden {
        /// Which.
        #[serde(serialize_with = "as_name")]
        foul: Foul,
    },
}

/// Explains a stone of `color` on `p`.
#[must_use]
pub fn explain(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Explanation {
    explain_within(grid, law, color, p, NESTED)
}

/// What an allowed point that looks forbidden really is; the same as
/// [`Explanation::looks_forbidden`], but quick to say no.
#[must_use]
pub fn looks_forbidden(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Option<Really> {
    if law.fouls[color].is_none() {
        return None;
    }
    looks_like(grid, law, color, p)?;
    explain_within(grid, law, color, p, 0).looks_forbidden()
}

fn explain_within(
    grid: &Grid,
    law: &RuleSpec,
    color: Color,
    p: Point,
    nested: usize,
) -> Explanation {
    if grid.get(p) != Some(Cell::Empty) {
        let (verdict, lines) = (Verdict::NotEmpty, Vec::new());
        return Explanation { point: p, color, verdict, looks_like: None, lines };
    }
    let verdict = if reference::makes_five(grid, law, color, p).is_some() {
        Verdict::Five
    } else {
        reference::foul(grid, law, color, p).map_or(Verdict::Legal, Verdict::Foul)
    };
    let board = reference::with(grid, law, color, p);
    let mut lines = Dir::ALL.map(|dir| rows(grid, law, color, p, dir));
    for four in reference::fours(grid, law, color, p) {
        let Four { dir, stones, completions } = four;
        lines[dir.index()].fours.push(FourLine { stones, completions });
    }
    for three in reference::threes(grid, law, color, p) {
        let line = &mut lines[three.dir.index()];
        line.three = Some(three_line(&board, law, color, three));
    }
    let mut lines = Vec::from(lines);
    if law.fouls[color].double_three {
        explain_points(&board, law, color, &mut lines, nested);
    }
    lines.retain(|line| !line.is_empty());
    Explanation { point: p, color, verdict, looks_like: looks_like(grid, law, color, p), lines }
}

/// The foul of the law that a stone shows at first sight: a five does not excuse it, and every three
/// counts.
fn looks_like(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Option<Foul> {
    let board = reference::with(grid, law, color, p);
    let three_lines = || {
        let points = |dir| reference::straight_four_points(&board, law, color, p, dir);
        Dir::ALL.into_iter().filter(|&dir| !points(dir).is_empty()).count()
    };
    let fouls = law.fouls[color];
    Foul::ALL.into_iter().filter(|&foul| fouls.contains(foul)).find(|foul| match foul {
        Foul::Overline => !reference::overlines(grid, color, p).is_empty(),
        Foul::DoubleFour => reference::fours(grid, law, color, p).len() >= 2,
        Foul::DoubleThree => three_lines() >= 2,
        Foul::StraightFour => !reference::straight_fours(grid, law, color, p).is_empty(),
    })
}

/// The rows of five and more on one line.
fn rows(grid: &Grid, law: &RuleSpec, color: Color, p: Point, dir: Dir) -> Line {
    let row = Row::through(grid, color, p, dir);
    let wins = row.wins(grid, law.five[color], color);
    let shown = |condition: bool| condition.then(|| row.points().collect::<Vec<_>>());
    Line {
        dir,
        five: shown(wins),
        blocked_five: shown(!wins && row.length() == 5),
        overline: shown(!wins && row.length() >= 6),
        fours: Vec::new(),
        three: None,
    }
}

/// A three with its points, not yet explained.
fn three_line(board: &Grid, law: &RuleSpec, color: Color, three: Three) -> ThreeLine {
    let points = three.straight_four_points.iter();
    ThreeLine {
        real: three.is_real(),
        points: points.map(|&q| straight_four_point(board, law, color, q)).collect(),
        stones: three.stones,
    }
}

/// One straight-four point, judged with the stone in question on the board.
fn straight_four_point(board: &Grid, law: &RuleSpec, color: Color, q: Point) -> StraightFourPoint {
    let reason = if let Some(five) = reference::makes_five(board, law, color, q) {
        Reason::MakesFive { five }
    } else if let Some(foul) = reference::foul(board, law, color, q) {
        Reason::Forbidden { foul }
    } else {
        Reason::Playable
    };
    let counts = reason == Reason::Playable;
    StraightFourPoint { point: q, counts, reason, explanation: None, cut: false }
}

/// Gives the points that need one their own explanation, sharing `nested` among them.
fn explain_points(board: &Grid, law: &RuleSpec, color: Color, lines: &mut [Line], nested: usize) {
    let worth_a_word = |q: &&mut StraightFourPoint| {
        !matches!(q.reason, Reason::MakesFive { .. })
            && looks_like(board, law, color, q.point).is_some()
    };
    let mut points: Vec<&mut StraightFourPoint> = lines
        .iter_mut()
        .filter_map(|line| line.three.as_mut())
        .flat_map(|three| three.points.iter_mut())
        .filter(worth_a_word)
        .collect();
    let share = nested.saturating_sub(points.len()) / points.len().max(1);
    for (i, q) in points.iter_mut().enumerate() {
        if i < nested {
            q.explanation = Some(Box::new(explain_within(board, law, color, q.point, share)));
        } else {
            q.cut = true;
        }
    }
}

impl Line {
    /// Whether nothing is made on this line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.five.is_none()
            && self.blocked_five.is_none()
            && self.overline.is_none()
            && self.fours.is_empty()
            && self.three.is_none()
    }
}

impl Explanation {
    /// What the point really is, where it is allowed but looks forbidden: it shows two or more
    /// lines with a three and they are not all real, or a five overrides its foul.
    #[must_use]
    pub fn looks_forbidden(&self) -> Option<Really> {
        self.looks_like?;
        match self.verdict {
            Verdict::Five => Some(Really::Five),
            Verdict::Legal => Some(self.really()),
            Verdict::Foul(_) | Verdict::NotEmpty => None,
        }
    }

    fn really(&self) -> Really {
        let four = self.lines.iter().any(|line| !line.fours.is_empty());
        let three = self.lines.iter().any(|line| line.three.as_ref().is_some_and(|t| t.real));
        match (four, three) {
            (true, true) => Really::FourThree,
            (true, false) => Really::Four,
            (false, true) => Really::Three,
            (false, false) => Really::Nothing,
        }
    }
}

fn name(p: Point) -> String {
    p.to_string().to_uppercase()
}

fn as_point<S: Serializer>(p: &Point, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(&name(*p))
}

fn as_points<S: Serializer>(points: &[Point], s: S) -> Result<S::Ok, S::Error> {
    s.collect_seq(points.iter().map(|&p| name(p)))
}

fn as_row<S: Serializer>(row: &Option<Vec<Point>>, s: S) -> Result<S::Ok, S::Error> {
    match row {
        Some(points) => as_points(points, s),
        None => s.serialize_none(),
    }
}

fn as_text<T: fmt::Display, S: Serializer>(value: &T, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(value)
}

fn as_name<S: Serializer>(foul: &Foul, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(foul.name())
}

fn as_foul<S: Serializer>(foul: &Option<Foul>, s: S) -> Result<S::Ok, S::Error> {
    match foul {
        Some(foul) => as_name(foul, s),
        None => s.serialize_none(),
    }
}

fn as_verdict<S: Serializer>(verdict: &Verdict, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(verdict.name())
}

fn as_line<S: Serializer>(dir: &Dir, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(match dir {
        Dir::Horizontal => "horizontal",
        Dir::Vertical => "vertical",
        Dir::Diagonal => "diagonal",
        Dir::AntiDiagonal => "anti-diagonal",
    })
}
