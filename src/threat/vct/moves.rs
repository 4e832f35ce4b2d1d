//! The attacker's moves and what they ask of the defender.

use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies::{self, five_points};

/// What the attacker can play, with a first guess of how hard it will be to prove: the number of answers
/// that each kind of threat leaves.
pub(super) fn attacks(position: &mut Position, into: &mut Vec<(Point, u32)>) {
    into.clear();
    let us = position.to_move();
    let fives = five_points(position, !us);
    if !fives.is_empty() {
        let mut stops = Vec::new();
        replies::stops(position, &mut stops);
        into.extend(stops.into_iter().map(|p| (p, 1)));
        return;
    }
    for p in position.empty().iter() {
        let guess = match position.class(us, p) {
            Class::Nothing | Class::Weak => continue,
            Class::Two => super::search::K[2],
            Class::DoubleTwo => super::search::K[3],
            Class::SleepingThree => super::search::K[4],
            Class::SleepingThreePlus => super::search::K[5],
            Class::Three => super::search::K[6],
            Class::ThreePlus => super::search::K[7],
            Class::DoubleThree => super::search::K[8],
            Class::Four | Class::FourPlus | Class::FourThree => super::search::K[9],
            Class::DoubleFour | Class::StraightFour | Class::Five => 1,
        };
        if position.legality(p).is_ok() {
            into.push((p, guess));
        }
    }
}

/// Points where the side to move, whose opponent threatens to win, makes a four, and legal ones only.
pub(super) fn legal(position: &Position, points: &PointSet) -> impl Iterator<Item = Point> {
    points.iter().filter(|&p| position.legality(p).is_ok())
}

/// Whether `color` has made a four: the next stone of its may be a five.
pub(super) fn has_four(position: &Position, color: Color) -> bool {
    position.count(color, Class::Five) > 0
}
