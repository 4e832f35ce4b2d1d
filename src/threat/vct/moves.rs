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

/// How much less is expected of a move that makes nothing of the four before it.
const APART: u32 = 8;

/// What the attacker can play, in ascending order of the points: fours, and the stones that could help him to
/// a win by fours. Where he has just made a four, `four` is its point.
pub(super) fn attacks(
    position: &mut Position,
    help: &PointSet,
    four: Option<Point>,
    into: &mut Vec<Attack>,
) {
    into.clear();
    let us = position.to_move();
    if has_four(position, !us) {
        let mut stops = Vec::new();
        replies::stops(position, &mut stops);
        into.extend(stops.into_iter().map(|point| Attack { point, guess: 1, quiet: false }));
        return;
    }
    let stops_four = *position.fours(!us);
    let attack = |point| {
        let class = position.class(us, point);
        let guess = match class {
            Class::Nothing | Class::Weak if stops_four.contains(point) => 12,
            Class::Nothing | Class::Weak | Class::Two => 20,
            Class::DoubleTwo | Class::SleepingThree => 12,
            Class::SleepingThreePlus => 10,
            Class::Three => 4,
            Class::ThreePlus => 3,
            Class::DoubleThree => 2,
            // The win by fours was looked for already; as a preparation a four is seldom good.
            Class::Four | Class::FourPlus | Class::FourThree => 8,
            Class::DoubleFour | Class::StraightFour | Class::Five => 1,
        };
        let apart = four.is_some_and(|four| !goes_on(position, four, point));
        let guess = if apart { guess * APART } else { guess };
        let quiet = class < Class::Three;
        position.legality(point).is_ok().then_some(Attack { point, guess, quiet })
    };
    into.extend(help.union(position.fours(us)).iter().filter_map(attack));
}

/// Whether a stone can make something of a four of the attacker's, to move, that has been stopped.
///
/// ```text
/// f · p · ·      on one line, not more than four cells apart, no stone of the defender's between
/// ```
///
/// A four that is played before something else only, and not for its sake, can be played later as well: what the
/// two together prove is seldom more than what the second proves alone.
fn goes_on(position: &Position, four: Point, point: Point) -> bool {
    let them = !position.to_move();
    let (dx, dy) =
        (i32::from(point.x()) - i32::from(four.x()), i32::from(point.y()) - i32::from(four.y()));
    let distance = dx.abs().max(dy.abs());
    let on_a_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    on_a_line
        && distance <= 4
        && (1..distance).all(|k| {
            let between = four.offset(k * dx.signum(), k * dy.signum());
            !between.is_some_and(|p| position.stones(them).contains(p))
        })
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
