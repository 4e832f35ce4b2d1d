//! Which moves a node looks at, and in which order.

use super::params::candidate_radius;
use super::straight_four;
use crate::board::{Point, PointSet};
use crate::eval::fitted::Policy;
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies;

/// A move with its ordering value.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// Where.
    pub point: Point,
    /// Whether it makes or stops a three or more.
    pub sharp: bool,
    /// The higher, the sooner.
    pub value: i32,
}

impl Scored {
    /// Values in order; ties go to the lower point.
    #[inline]
    fn rank(&self) -> i64 {
        (i64::from(self.value) << 16) - self.point.index() as i64
    }
}

/// The moves of a node.
pub type Moves = Vec<Scored>;

/// What the position demands of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// A five can be played.
    OwnFive(Point),
    /// The opponent threatens a five.
    StopFive,
    /// Nothing stops the side to move from making a five with its next stone but one.
    OwnStraightFour(Point),
    /// The opponent threatens a straight four.
    StopStraightFour,
    /// Nothing in particular.
    Free,
}

/// What the position demands.
#[must_use]
pub fn demand(position: &Position) -> Demand {
    let us = position.to_move();
    if let Some(&p) = replies::five_points(position, us).first() {
        return Demand::OwnFive(p);
    }
    if position.count(!us, Class::Five) > 0 {
        return Demand::StopFive;
    }
    if let Some(p) = straight_four::unstoppable(position, us).next() {
        return Demand::OwnStraightFour(p);
    }
    if straight_four::unstoppable(position, !us).next().is_some() {
        Demand::StopStraightFour
    } else {
        Demand::Free
    }
}

/// The moves that must be looked at, in no order: every legal one that is near stones, and where the
/// opponent threatens a five or a straight four only those that can be an answer. With a `zone` only its
/// points are looked at where nothing is demanded, and own fours.
pub fn generate(
    position: &mut Position,
    policy: Policy,
    demand: Demand,
    zone: Option<&PointSet>,
    stops: &mut Vec<Point>,
    moves: &mut Moves,
) {
    moves.clear();
    let us = position.to_move();
    match demand {
        Demand::OwnFive(p) | Demand::OwnStraightFour(p) => {
            moves.push(valued(position, policy, p));
        }
        Demand::StopFive => {
            replies::stops(position, stops);
            for &p in stops.iter() {
                moves.push(valued(position, policy, p));
            }
        }
        Demand::StopStraightFour => {
            let answers = straight_four::answers(position);
            add_legal(position, policy, &answers, moves);
        }
        Demand::Free => {
            let answers = match zone {
                Some(zone) => *zone,
                None => position.near_stones(candidate_radius() as u32),
            };
            add_legal(position, policy, &answers.union(position.fours(us)), moves);
        }
    }
    if moves.is_empty() && demand != Demand::StopFive {
        let all = *position.empty();
        add_legal(position, policy, &all, moves);
    }
}

fn add_legal(position: &Position, policy: Policy, points: &PointSet, moves: &mut Moves) {
    let us = position.to_move();
    let placed_freely = position.rule().placements.is_empty();
    for p in points.iter() {
        let legal = if placed_freely {
            position.foul(us, p).is_none()
        } else {
            position.legality(p).is_ok()
        };
        if legal {
            moves.push(valued(position, policy, p));
        }
    }
}

/// Whether a move of the side to move makes or stops a three or more.
#[inline]
pub(crate) fn is_sharp(position: &Position, p: Point) -> bool {
    let us = position.to_move();
    position.class(us, p) >= Class::Three || position.class(!us, p) >= Class::FourThree
}

/// The move with its value by what it makes and takes.
#[inline]
fn valued(position: &Position, policy: Policy, p: Point) -> Scored {
    Scored { point: p, sharp: is_sharp(position, p), value: policy.score(position, p) }
}

/// The move with its ordering value, if it can be played and is not left out by the zone.
pub(crate) fn scored(
    position: &Position,
    policy: Policy,
    p: Point,
    zone: Option<&PointSet>,
) -> Option<Scored> {
    let us = position.to_move();
    let answers = zone.is_none_or(|zone| zone.contains(p) || position.fours(us).contains(p));
    if !answers || !position.is_empty_at(p) || position.legality(p).is_err() {
        return None;
    }
    Some(valued(position, policy, p))
}

/// Takes the best of the moves from `from` on to the place `from`. Ties go to the lower index.
#[inline]
pub fn pick(moves: &mut Moves, from: usize) -> Option<Scored> {
    let mut best = from;
    let mut rank = moves.get(from)?.rank();
    for (i, scored) in moves.iter().enumerate().skip(from + 1) {
        if scored.rank() > rank {
            (best, rank) = (i, scored.rank());
        }
    }
    moves.swap(from, best);
    moves.get(from).copied()
}

/// Moves with this value or less were put off.
const PUT_OFF: i32 = i32::MIN + 4096;

/// Puts the move at `at` off until all others were looked at.
pub(crate) fn put_off(moves: &mut Moves, at: usize) {
    moves[at].value = PUT_OFF - at as i32;
}

/// The number of a move before it was put off, if it was.
pub(crate) fn number_when_put_off(scored: &Scored) -> Option<usize> {
    usize::try_from(PUT_OFF - scored.value.min(PUT_OFF + 1)).ok()
}

/// Leaves the quiet moves from `from` on out, those that were put off excepted.
pub(crate) fn keep_sharp(moves: &mut Moves, from: usize) {
    keep(moves, from, |scored| scored.sharp || number_when_put_off(scored).is_some());
}

/// Leaves all moves from `from` on out, those that were put off excepted.
pub(crate) fn keep_put_off(moves: &mut Moves, from: usize) {
    keep(moves, from, |scored| number_when_put_off(scored).is_some());
}

fn keep(moves: &mut Moves, from: usize, is_kept: impl Fn(&Scored) -> bool) {
    let mut kept = from;
    for i in from..moves.len() {
        if is_kept(&moves[i]) {
            moves.swap(kept, i);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, Color};
    use crate::position::Setup;
    use crate::rules::{Fouls, RuleSpec};

    /// `○ · ● ● ● ◇ · ○`: where blocked fives do not win, a stone at either end stops both.
    #[test]
    fn a_straight_four_between_blocks_is_no_win_under_any_fouls() {
        for fouls in [Fouls::NONE, Fouls::DOUBLE_THREE, Fouls::RENJU] {
            let mut rule = RuleSpec::CARO;
            rule.fouls[Color::Black] = fouls;
            let at = |x: u8, color| (Point::new(x, 4).unwrap(), color);
            let black = [3, 4, 5].map(|x| at(x, Color::Black));
            let white = [1, 8].map(|x| at(x, Color::White));
            let stones = [&black[..], &white[..]].concat();
            for to_move in Color::ALL {
                let (rule, size) = (rule.clone(), BoardSize::FIFTEEN);
                let position =
                    Setup { rule, size, stones: stones.clone(), to_move }.build().unwrap();
                assert_eq!(demand(&position), Demand::Free, "{fouls:?} {to_move}");
            }
        }
    }
}
