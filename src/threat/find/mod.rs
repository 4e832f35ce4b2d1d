//! Points by kind: where a stone of a colour makes a four, a real three, a threat of a win by fours …
//!
//! [`Kind::ALL`] is a table: each kind has its name, its words and one function that says of one point
//! whether it is of that kind. Kinds are exact: a three is a three only if what it becomes may be
//! played, foul or not to any depth. A kind that needs the solver can meet a limit; then the point is
//! unknown, never "not a point".

mod defence;
mod fours;
mod kinds;
mod scratch;
mod shapes;

pub use kinds::{Cost, Kind};

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Color, Dir, Point, PointSet};
use crate::position::Position;
use defence::{Danger, Prover};
use scratch::Scratch;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Whose stones.
    pub color: Color,
    /// The kinds, in the order of the answer.
    pub kinds: Vec<Kind>,
    /// Only these points, where there are any.
    pub within: Option<PointSet>,
    /// Only lines through this stone, for kinds of shapes on one line.
    pub through: Option<Point>,
    /// The fewest fours that a threatened win by fours must have ([`Kind::VcfThreat`]).
    pub least_fours: u16,
    /// The most moves that the solver may try, for all kinds together.
    pub nodes: Option<u64>,
}

impl Question {
    /// All points of these kinds, without a limit.
    #[must_use]
    pub fn new(color: Color, kinds: &[Kind]) -> Question {
        Question {
            color,
            kinds: kinds.to_vec(),
            within: None,
            through: None,
            least_fours: 1,
            nodes: None,
        }
    }
}

/// The points of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The kind.
    pub kind: Kind,
    /// Its points, ascending.
    pub points: Vec<Point>,
    /// Points of which a limit left it open, ascending.
    pub unknown: Vec<Point>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// For each kind that was asked for.
    pub found: Vec<Found>,
    /// Moves that were tried by the solver.
    pub nodes: u64,
    /// What left points open: `nodes` (or the caller's stop), or `boards` where fours lead to more
    /// boards than are looked at.
    pub limit: Option<&'static str>,
}

impl Findings {
    /// Whether a limit left something open.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.found.iter().any(|found| !found.unknown.is_empty())
    }
}

/// Finds all points of some kinds. `stop` is asked now and then, with the moves tried so far, and ends
/// the search when it says true.
#[must_use]
pub fn find(
    position: &Position,
    question: &Question,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Findings {
    let mut finder = Finder {
        scratch: Scratch::new(position, question.color),
        color: question.color,
        through: question.through,
        least_fours: question.least_fours,
        prover: Prover::new(question.nodes, stop),
        threatened: BTreeMap::new(),
        links: None,
        later: None,
        stops: BTreeMap::new(),
    };
    let asked = |p: &Point| question.within.as_ref().is_none_or(|within| within.contains(*p));
    let points: Vec<Point> = position.empty().iter().filter(asked).collect();
    let mut found = Vec::new();
    for &kind in &question.kinds {
        let mut of_kind = Found { kind, points: Vec::new(), unknown: Vec::new() };
        for &p in &points {
            match finder.is(kind, p) {
                Some(true) => of_kind.points.push(p),
                Some(false) => {}
                None => of_kind.unknown.push(p),
            }
        }
        found.push(of_kind);
    }
    let open = found.iter().any(|found| !found.unknown.is_empty());
    let limit = open.then_some(if finder.prover.stopped { "nodes" } else { "boards" });
    Findings { found, nodes: finder.prover.nodes(), limit }
}

/// The shapes of `color` that lie on the board: real threes, sleeping threes or twos, each as its stones,
/// ascending. Empty for every other kind.
#[must_use]
pub fn standing(position: &Position, color: Color, kind: Kind) -> Vec<Vec<Point>> {
    let of = match kind {
        Kind::Three => shapes::threes,
        Kind::SleepingThree => shapes::sleeping_threes,
        Kind::Two => shapes::twos,
        _ => return Vec::new(),
    };
    let mut scratch = Scratch::new(position, color);
    let mut found = BTreeSet::new();
    for p in position.stones(color).iter() {
        for dir in Dir::ALL {
            found.extend(of(&mut scratch, color, p, dir).into_iter().map(|set| set.to_vec()));
        }
    }
    found.into_iter().collect()
}

/// Everything the kinds' functions need, with what is worked out once for all points.
struct Finder<'a> {
    scratch: Scratch,
    color: Color,
    through: Option<Point>,
    least_fours: u16,
    prover: Prover<'a>,
    /// For each danger, whether it is there.
    threatened: BTreeMap<Danger, Option<bool>>,
    /// Connections of each point, and whether all boards were looked at.
    links: Option<(BTreeMap<Point, usize>, bool)>,
    /// Points that are got by a later four, and whether all boards were looked at.
    later: Option<(BTreeSet<Point>, bool)>,
    /// For each danger the points that stop it, and those where a limit came first.
    stops: BTreeMap<Danger, (BTreeSet<Point>, BTreeSet<Point>)>,
}

impl Finder<'_> {
    /// Whether a stone on `p` is of a kind; `None` where a limit came first.
    fn is(&mut self, kind: Kind, p: Point) -> Option<bool> {
        if kind.is_played_now() && !self.scratch.allows(self.color, p) {
            return Some(false);
        }
        kind.test()(self, p)
    }

    /// The stops of a danger.
    fn stops_of(&mut self, danger: Danger) -> &(BTreeSet<Point>, BTreeSet<Point>) {
        let Finder { scratch, color, prover, stops, .. } = self;
        stops.entry(danger).or_insert_with(|| prover.all_stops(scratch, *color, danger))
    }
}
