//! What can be done about fives that the opponent threatens to make.

use arrayvec::ArrayVec;

use crate::board::{Cell, Color, Dir, Point, PointSet};
use crate::line::{Class, Shape, lines};
use crate::position::Position;
use crate::rules::Ending;

/// The most different points of five that matter; a side with more has won all the same.
const MOST_FIVES: usize = 8;

/// Points where `color` makes a five, at most eight of them, ascending.
#[must_use]
pub fn five_points(position: &Position, color: Color) -> ArrayVec<Point, MOST_FIVES> {
    let mut points = ArrayVec::new();
    if position.count(color, Class::Five) == 0 {
        return points;
    }
    for p in position.fours(color).iter() {
        if position.class(color, p) == Class::Five && points.try_push(p).is_err() {
            break;
        }
    }
    points
}

/// The lowest point where `color` makes a five.
#[inline]
#[must_use]
pub fn first_five(position: &Position, color: Color) -> Option<Point> {
    if position.count(color, Class::Five) == 0 {
        return None;
    }
    position.fours(color).iter().find(|&p| position.class(color, p) == Class::Five)
}

/// Whether a threatened five can only be stopped by playing on its very point. Not so where a five can
/// be blocked at its ends, nor where its stones can be captured.
#[inline]
#[must_use]
pub fn only_on_the_point(position: &Position) -> bool {
    position.rule().captures.is_none() && !position.tables().laws().0.iter().any(|l| l.blockable)
}

/// All moves of the side to move after which the opponent, who threatens at least one five, threatens
/// none any more; legal ones only. Ascending.
///
/// With [`only_on_the_point`] that is the one point of five, if there is just one and it is allowed.
/// Otherwise every point that could matter is tried out: the points of five, the ends of the rows that
/// would arise (a stone there can block a five), and every capture.
pub fn stops(position: &mut Position, into: &mut Vec<Point>) {
    into.clear();
    let us = position.to_move();
    let fives = five_points(position, !us);
    if only_on_the_point(position) {
        if let [p] = fives.as_slice()
            && position.foul(us, *p).is_none()
        {
            into.push(*p);
        }
        return;
    }
    let mut tries: PointSet = fives.iter().copied().collect();
    for &five in &fives {
        tries = row_ends(position, !us, five).union(&tries);
    }
    tries = tries.intersection(position.empty());
    if position.rule().captures.is_some() {
        for p in position.near_stones(1).iter().filter(|&p| !position.captures(us, p).is_empty()) {
            tries.insert(p);
        }
    }
    // A stone that takes nothing off changes only the lines through it.
    let on_its_lines = !fives.is_full()
        && position.count(us, Class::Five) == 0
        && position.rule().captures.is_none()
        && position.rule().stone_limit.is_none()
        && !position.rule().wild_centre
        && position.empty_count() > usize::from(position.rule().draw_at_empty) + 1;
    for p in tries.iter() {
        if position.legality(p).is_err() {
            continue;
        }
        let stopped = if on_its_lines {
            fives.iter().all(|&five| blocks(position, us, p, five))
        } else {
            position.with(p, |after| {
                let lost = matches!(
                    after.ending(),
                    Some(Ending::Win { winner, .. }) if winner != us
                );
                !lost && (after.ending().is_some() || after.count(!us, Class::Five) == 0)
            })
        };
        if stopped {
            into.push(p);
        }
    }
}

/// Whether a stone of `us` on `p` takes away every five that the opponent could make on `five`.
fn blocks(position: &Position, us: Color, p: Point, five: Point) -> bool {
    p == five
        || Dir::ALL.into_iter().all(|dir| {
            position.shape(!us, five, dir) != Shape::Five
                || shape_beside(position, us, p, five, dir).is_some_and(|s| s != Shape::Five)
        })
}

/// The shape that the opponent's stone on `at` would make in a direction, once there is a stone of `us` on `p`;
/// `None` where `p` is not on that line.
pub(crate) fn shape_beside(
    position: &Position,
    us: Color,
    p: Point,
    at: Point,
    dir: Dir,
) -> Option<Shape> {
    let (here, there) = (lines::place(at, dir), lines::place(p, dir));
    let word = position.lines(!us).word(here.line) | lines::code(us) << (2 * there.cell);
    (here.line == there.line)
        .then(|| position.tables().shape(!us, lines::window_of(word, here.cell)))
}

/// The cells at both ends of the rows of five that a stone of `color` on `five` would make.
fn row_ends(position: &Position, color: Color, five: Point) -> PointSet {
    let mut ends = PointSet::EMPTY;
    let own = |p: Point| {
        let cell = position.cell(p);
        cell == color.into() || cell == Cell::Wild
    };
    for dir in Dir::ALL.into_iter().filter(|&d| position.shape(color, five, d) == Shape::Five) {
        let (dx, dy) = dir.step();
        for sign in [-1, 1] {
            let end =
                (1..).map_while(|k| five.offset(sign * k * dx, sign * k * dy)).find(|&p| !own(p));
            ends.extend(end);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::rules::{RuleSpec, reference};

    /// The stops found are all there are: every other legal stone leaves the opponent a five, by the
    /// reference rules.
    #[test]
    fn no_stop_is_missed() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut asked = 0;
        for rule in RuleSpec::all() {
            for _ in 0..120 {
                let mut position = Position::new(rule, BoardSize::new(9, 11).unwrap());
                for _ in 0..60 {
                    let near: Vec<Point> = position.near_stones(1).iter().collect();
                    let Some(&p) = near.get(rng.usize(..near.len().max(1))) else { break };
                    if position.legality(p).is_err() {
                        continue;
                    }
                    position.play(p);
                    if position.ending().is_some() {
                        position.undo();
                    }
                    let us = position.to_move();
                    if position.count(!us, Class::Five) == 0 || position.count(us, Class::Five) > 0
                    {
                        continue;
                    }
                    asked += 1;
                    let mut found = Vec::new();
                    stops(&mut position, &mut found);
                    let expected: Vec<Point> = position
                        .empty()
                        .iter()
                        .filter(|&p| position.legality(p).is_ok())
                        .filter(|&p| {
                            let after = reference::after(&position.grid(), rule, us, p);
                            let mut points = after.empty_points();
                            position.clone().with(p, |a| {
                                a.ending().is_some_and(|e| {
                                    matches!(e, Ending::Win { winner, .. } if winner == us)
                                        || matches!(e, Ending::Draw(_))
                                })
                            }) || !points
                                .any(|q| reference::makes_five(&after, rule, !us, q).is_some())
                        })
                        .collect();
                    assert_eq!(found, expected, "{position:?}");
                }
            }
        }
        assert!(asked > 500, "only {asked} positions had a five to stop");
    }
}
