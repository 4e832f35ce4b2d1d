//! The attacker's moves and what they ask of the defender.

use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies;

/// A move of the attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) point: Point,
    /// A first guess of its proof number: the replies that such a threat leaves, and more where it may
    /// be no threat at all.
    pub(super) guess: u32,
    /// Whether it is neither a four nor a three.
    pub(super) quiet: bool,
}

/// What the attacker can play, in ascending order of the points. A stone that has not even a two on one
/// line is no part of a threat; it can still take a four away with which the defender would answer one.
pub(super) fn attacks(position: &mut Position) -> Vec<Attack> {
    let us = position.to_move();
    if has_four(position, !us) {
        let mut stops = Vec::new();
        replies::stops(position, &mut stops);
        return stops.into_iter().map(|point| Attack { point, guess: 1, quiet: false }).collect();
    }
    let stops_four = *position.fours(!us);
    let attack = |point| {
        if !position.makes_two(us, point) && !stops_four.contains(point) {
            return None;
        }
        let class = position.class(us, point);
        let guess = match class {
            Class::Nothing | Class::Weak if stops_four.contains(point) => 12,
            Class::Nothing | Class::Weak => return None,
            Class::Two => 20,
            Class::DoubleTwo | Class::SleepingThree => 12,
            Class::SleepingThreePlus => 10,
            Class::Three | Class::ThreePlus => 3,
            Class::DoubleThree => 2,
            // The win by fours was looked for already; as a preparation a four is seldom good.
            Class::Four | Class::FourPlus | Class::FourThree => 5,
            Class::DoubleFour | Class::StraightFour | Class::Five => 1,
        };
        let quiet = class < Class::Three;
        position.legality(point).is_ok().then_some(Attack { point, guess, quiet })
    };
    position.empty().iter().filter_map(attack).collect()
}

/// Those of the points where the side to move may play.
pub(super) fn legal(position: &Position, points: &PointSet) -> impl Iterator<Item = Point> {
    points.iter().filter(|&p| position.legality(p).is_ok())
}

/// Whether `color` has made a four: the next stone of its may be a five.
pub(super) fn has_four(position: &Position, color: Color) -> bool {
    position.count(color, Class::Five) > 0
}

/// The one reply to a four, where there is just one and every other loses to the five; the defender is to
/// move and has no five himself.
pub(super) fn only_stop(position: &Position) -> Option<Point> {
    let them = position.to_move();
    if !has_four(position, !them)
        || has_four(position, them)
        || !replies::only_on_the_point(position)
    {
        return None;
    }
    match replies::five_points(position, !them).as_slice() {
        [stop] if position.legality(*stop).is_ok() => Some(*stop),
        _ => None,
    }
}
