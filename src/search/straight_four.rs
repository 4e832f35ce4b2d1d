//! The threat of a straight four, and what answers it.

use crate::board::{Color, Dir, Point, PointSet};
use crate::line::table::FOUL_CANDIDATE;
use crate::line::{Class, Shape};
use crate::position::Position;
use crate::threat::replies;

/// Cells of a line that a shape can depend on, to each side.
const REACH: i32 = 5;

/// Points where `color`, if it were to move, would make a straight four (or two fours, where a five can
/// be stopped only on its point) that nothing answers but a five. Points that may be fouls are left out.
pub(super) fn unstoppable(position: &Position, color: Color) -> impl Iterator<Item = Point> {
    let straight = position.count(color, Class::StraightFour) > 0;
    let double = position.count(color, Class::DoubleFour) > 0;
    let points = ((straight || double) && is_fatal(position, color))
        .then(|| position.fours(color).iter())
        .into_iter()
        .flatten();
    points.filter(move |&p| is_unstoppable(position, position.class_byte(color, p)))
}

/// Whether a straight four of `color` wins at all: nothing but a five answers it, and the stones and the board
/// last until its own five.
fn is_fatal(position: &Position, color: Color) -> bool {
    let rule = position.rule();
    // With fouls the shape is the literal one, which blocks at both ends can still stop.
    let law = position.tables().laws()[color];
    let literal = law.blockable && law.has_fouls();
    let stones_last =
        rule.stone_limit.is_none_or(|limit| position.placed(color) + 2 < limit.stones);
    let board_lasts = position.empty_count() > usize::from(rule.draw_at_empty) + 4;
    !literal && rule.captures.is_none() && stones_last && board_lasts
}

/// Whether a stone of this class is a straight four, or as good as one, and surely no foul.
#[inline]
fn is_unstoppable(position: &Position, class_byte: u8) -> bool {
    let class = class_byte & 15;
    let least =
        if replies::only_on_the_point(position) { Class::DoubleFour } else { Class::StraightFour };
    class_byte & FOUL_CANDIDATE == 0 && (least as u8..=Class::StraightFour as u8).contains(&class)
}

/// Everything that can answer the opponent's threat of a straight four: own fours, and what takes every point
/// of such a four away.
///
/// ```text
/// · ◇ ● ● ● ◇ ·      both ways to the straight four go with a stone on ◇
/// | ◇ ● ● ● ◇ ◇ |    beside a wall there is one way, and a stone on its far five is an answer too
/// ```
///
/// Any other stone leaves a straight four, which is answered by nothing but a five, and that there is not.
pub(super) fn answers(position: &Position) -> PointSet {
    let us = position.to_move();
    let mut threats = unstoppable(position, !us);
    let mut answers = match threats.next() {
        Some(four) => points_that_break(position, us, four),
        None => PointSet::EMPTY,
    };
    for four in threats {
        if answers.is_empty() {
            break;
        }
        answers = answers.iter().filter(|&p| breaks(position, us, p, four)).collect();
    }
    answers.union(position.fours(us))
}

/// The empty points where a stone of `us` takes the straight four on `four` away.
fn points_that_break(position: &Position, us: Color, four: Point) -> PointSet {
    let mut points: PointSet = [four].into_iter().collect();
    for dir in Dir::ALL {
        if position.shape(!us, four, dir) < Shape::Four {
            continue;
        }
        let (dx, dy) = dir.step();
        for k in (-REACH..=REACH).filter(|&k| k != 0) {
            if let Some(p) = four.offset(k * dx, k * dy)
                && position.is_empty_at(p)
                && breaks_on(position, us, p, four, dir)
            {
                points.insert(p);
            }
        }
    }
    points
}

/// Whether a stone of `us` on `p` takes the straight four on `four` away.
fn breaks(position: &Position, us: Color, p: Point, four: Point) -> bool {
    p == four || Dir::ALL.into_iter().any(|dir| breaks_on(position, us, p, four, dir))
}

/// The same by the line in one direction; no other line has both points on it.
fn breaks_on(position: &Position, us: Color, p: Point, four: Point, dir: Dir) -> bool {
    replies::shape_beside(position, us, p, four, dir).is_some_and(|shape| {
        let at = 4 * dir as u32;
        let code = position.shape_code(!us, four) & !(15 << at) | (shape as u16) << at;
        let classes = position.tables().classes()[!us as usize];
        !is_unstoppable(position, classes[usize::from(code)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::sharp::sharp_position;
    use crate::rules::RuleSpec;
    use crate::search::moves::{Demand, demand};

    /// Every legal stone is tried: those that are no fours are answers exactly where the opponent is left
    /// without a straight four on the points it had; only where a foul ends can it have a new one.
    #[test]
    fn no_answer_is_missed_and_none_too_many() {
        let mut rng = fastrand::Rng::with_seed(17);
        let mut asked = 0;
        for rule in RuleSpec::all() {
            for _ in 0..1_500 {
                let mut position = sharp_position(&mut rng, rule, 7..=12, 6..40);
                if !matches!(demand(&position), Demand::StopStraightFour) {
                    continue;
                }
                asked += 1;
                let found = answers(&position);
                let us = position.to_move();
                let had: PointSet = unstoppable(&position, !us).collect();
                for p in position.empty().iter().collect::<Vec<_>>() {
                    if position.legality(p).is_err() || position.fours(us).contains(p) {
                        continue;
                    }
                    let left: PointSet =
                        position.with(p, |after| unstoppable(after, !us).collect());
                    let answered = left.intersection(&had).is_empty();
                    assert_eq!(found.contains(p), answered, "{p} in {position:?}");
                    assert!(
                        left.minus(&had)
                            .iter()
                            .all(|q| { position.class_byte(!us, q) & FOUL_CANDIDATE != 0 })
                    );
                }
            }
        }
        assert!(asked > 500, "only {asked} positions had a straight four to answer");
    }
}
