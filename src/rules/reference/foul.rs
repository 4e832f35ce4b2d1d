//! Fours, threes and the fouls made of them.

use crate::board::{Color, Dir, Grid, Point};
use crate::rules::law::RuleSpec;
use crate::rules::verdict::Foul;

use super::row::{Row, Seen, look, rows_of_five, stands_in_five};
use super::{after, is_empty, with};

/// Four stones of one five-cell window whose fifth cell makes a five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Four {
    /// The line it lies on.
    pub dir: Dir,
    /// Its stones, in the direction of the line.
    pub stones: Vec<Point>,
    /// The one or two points that make it a five; two only when it is unbroken and open.
    pub completions: Vec<Point>,
}

/// A row that one more stone turns into a straight four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Three {
    /// The line it lies on.
    pub dir: Dir,
    /// Its stones, in the direction of the line.
    pub stones: Vec<Point>,
    /// All points at which a straight four arises on this line, before anything else is asked.
    pub straight_four_points: Vec<Point>,
    /// Those of them that count: no five is made there, and it is no foul to play there.
    pub real_points: Vec<Point>,
}

impl Three {
    /// Whether it counts for a double three.
    #[must_use]
    pub fn is_real(&self) -> bool {
        !self.real_points.is_empty()
    }
}

/// Every row of six or more of `color` through a stone put on `p`, whether it wins or not.
#[must_use]
pub fn overlines(grid: &Grid, color: Color, p: Point) -> Vec<Row> {
    Dir::ALL
        .into_iter()
        .map(|dir| Row::through(grid, color, p, dir))
        .filter(|row| row.length() >= 6)
        .collect()
}

/// The fours that a stone of `color` on the empty `p` makes or belongs to. Two sets of stones are
/// two fours, also on one line:
///
/// ```text
///   ● · ● ◇ ● · ●    two fours, one for each empty cell
///   · ● ● ◇ ● ·      one four, two completions
/// ```
#[must_use]
pub fn fours(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Vec<Four> {
    let board = with(grid, law, color, p);
    let mut fours: Vec<Four> = Vec::new();
    for dir in Dir::ALL {
        for start in -4..=0 {
            let window = [0, 1, 2, 3, 4].map(|i| start + i);
            let cells = window.map(|k| look(&board, color, p, dir, k));
            let own = cells.iter().filter(|&&cell| cell == Seen::Own).count();
            if own != 4 || !cells.contains(&Seen::Empty) {
                continue;
            }
            let points = |wanted: Seen| -> Vec<Point> {
                let (dx, dy) = dir.step();
                let wanted = window.iter().zip(cells).filter(|&(_, cell)| cell == wanted);
                wanted.filter_map(|(&k, _)| p.offset(k * dx, k * dy)).collect()
            };
            let (stones, holes) = (points(Seen::Own), points(Seen::Empty));
            let [hole] = holes[..] else { continue };
            if !Row::through(&board, color, hole, dir).wins(&board, law.five[color], color) {
                continue;
            }
            match fours.iter_mut().find(|four| four.dir == dir && four.stones == stones) {
                Some(four) => four.completions.push(hole),
                None => fours.push(Four { dir, stones, completions: vec![hole] }),
            }
        }
    }
    fours
}

/// Whether the row through the stone on `p` is a straight four: exactly four stones, an empty cell
/// at both ends, and a five at either.
///
/// ```text
///   · ● ● ● ● ·      yes
///   ● · ● ● ● ● ·    no where six do not win: the left end makes six
/// ```
fn is_straight_four(board: &Grid, law: &RuleSpec, color: Color, p: Point, dir: Dir) -> bool {
    let row = Row::through(board, color, p, dir);
    let ends = row.open_ends(board, color);
    row.length() == 4
        && ends.len() == 2
        && ends
            .iter()
            .all(|&e| Row::through(board, color, e, dir).wins(board, law.five[color], color))
}

/// The straight fours that a stone of `color` on the empty `p` makes, as rows.
#[must_use]
pub fn straight_fours(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Vec<Row> {
    let board = with(grid, law, color, p);
    Dir::ALL
        .into_iter()
        .filter(|&dir| is_straight_four(&board, law, color, p, dir))
        .map(|dir| Row::through(&board, color, p, dir))
        .collect()
}

/// The points of one line at which one more stone makes a straight four together with the stone
/// that lies on `p`.
pub(in crate::rules) fn straight_four_points(
    board: &Grid,
    law: &RuleSpec,
    color: Color,
    p: Point,
    dir: Dir,
) -> Vec<Point> {
    let (dx, dy) = dir.step();
    (-3..=3)
        .filter_map(|k| p.offset(k * dx, k * dy))
        .filter(|&q| is_empty(board, q))
        .filter(|&q| {
            let row = Row::through(board, color, q, dir);
            row.length() == 4
                && row.contains(p)
                && is_straight_four(&with(board, law, color, q), law, color, q, dir)
        })
        .collect()
}

/// Whether a straight-four point of a three counts, with the stone in question on the board: it
/// must not make a five at the same time, in any direction, and must not be a foul itself.
fn counts(board: &Grid, law: &RuleSpec, color: Color, q: Point) -> bool {
    !stands_in_five(board, law, color, q) && foul(board, law, color, q).is_none()
}

/// The threes, real or not, that a stone of `color` on the empty `p` makes or belongs to: at most
/// one a line, and the only place where the rule asks itself again, with one stone more each time.
///
/// ```text
///   · ● ● ◇ ·      a three, straight four at either end
///   · ● · ● ◇ ·    a three, straight four in the hole
///   ○ ● ● ◇ · ·    no three: only a simple four can come of it
/// ```
#[must_use]
pub fn threes(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Vec<Three> {
    let board = with(grid, law, color, p);
    let mut threes = Vec::new();
    for dir in Dir::ALL {
        let points = straight_four_points(&board, law, color, p, dir);
        if points.is_empty() {
            continue;
        }
        let mut stones: Vec<Point> = points
            .iter()
            .flat_map(|&q| Row::through(&board, color, q, dir).points())
            .filter(|stone| !points.contains(stone))
            .collect();
        stones.sort_unstable();
        stones.dedup();
        let real = points.iter().copied().filter(|&q| counts(&board, law, color, q)).collect();
        threes.push(Three { dir, stones, straight_four_points: points, real_points: real });
    }
    threes
}

/// Whether at least two lines through the stone that lies on `p` hold a real three.
fn is_double_three(board: &Grid, law: &RuleSpec, color: Color, p: Point) -> bool {
    let lines: Vec<Vec<Point>> = Dir::ALL
        .into_iter()
        .map(|dir| straight_four_points(board, law, color, p, dir))
        .filter(|points| !points.is_empty())
        .collect();
    lines.len() >= 2
        && lines
            .iter()
            .filter(|points| points.iter().any(|&q| counts(board, law, color, q)))
            .count()
            >= 2
}

/// The foul that a stone of `color` on the empty `p` commits, by the first name that applies in the
/// order of [`Foul::ALL`]. A five overrides everything; only the fouls of the law exist, at every
/// depth. Captures play no part: the board is judged as it is before anything is taken off.
#[must_use]
pub fn foul(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Option<Foul> {
    let fouls = law.fouls[color];
    if fouls.is_none() || !is_empty(grid, p) || stands_in_five(grid, law, color, p) {
        return None;
    }
    Foul::ALL.into_iter().filter(|&foul| fouls.contains(foul)).find(|foul| match foul {
        Foul::Overline => !overlines(grid, color, p).is_empty(),
        Foul::DoubleFour => fours(grid, law, color, p).len() >= 2,
        Foul::DoubleThree => is_double_three(&with(grid, law, color, p), law, color, p),
        Foul::StraightFour => !straight_fours(grid, law, color, p).is_empty(),
    })
}

/// Every forbidden point of `color`, ascending, with its foul.
#[must_use]
pub fn forbidden_points(grid: &Grid, law: &RuleSpec, color: Color) -> Vec<(Point, Foul)> {
    grid.empty_points().filter_map(|p| Some((p, foul(grid, law, color, p)?))).collect()
}

/// The side that has won right after a stone of `color` on the empty `p`, as far as the board alone
/// tells: the other side by a foul, `color` by a five on what captures leave. Captured pairs and
/// stone limits are counted by [`super::Game`].
#[must_use]
pub fn winner_at(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Option<Color> {
    if !is_empty(grid, p) {
        return None;
    }
    if foul(grid, law, color, p).is_some() {
        return Some(color.other());
    }
    let board = after(grid, law, color, p);
    (!rows_of_five(&board, law, color, p).is_empty()).then_some(color)
}
