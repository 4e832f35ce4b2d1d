//! What can be done about fives that the opponent threatens to make.

use arrayvec::ArrayVec;

use crate::board::{Color, Dir, Point, PointSet};
use crate::line::Class;
use crate::position::Position;

/// The most different points of five that matter; a side with more has won all the same.
const MOST_FIVES: usize = 8;

/// Points where `color` makes a five, at most [`MOST_FIVES`] of them, ascending.
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
/// Otherwise every point that could matter is tried out: the points of five, the cells around them on
/// their lines (ends that block), and every capture.
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
        for dir in Dir::ALL {
            let (dx, dy) = dir.step();
            tries = (-5..=5)
                .filter_map(|k| five.offset(k * dx, k * dy))
                .collect::<PointSet>()
                .union(&tries);
        }
    }
    if position.rule().captures.is_some() {
        tries = tries.union(&position.near_stones(1));
    }
    for p in tries.intersection(position.empty()).iter() {
        if position.legality(p).is_err() {
            continue;
        }
        let stopped = position.with(p, |after| {
            let lost = matches!(
                after.ending(),
                Some(crate::rules::Ending::Win { winner, .. }) if winner != us
            );
            !lost && (after.ending().is_some() || after.count(!us, Class::Five) == 0)
        });
        if stopped {
            into.push(p);
        }
    }
}
