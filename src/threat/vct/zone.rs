//! The zone of a win by fours: where the defender must play if anything is to change.
//!
//! The attacker has a win that follows if the defender passes. A reply that lies outside the win's zone
//! and makes no four loses to the very same moves. Move by move, the board with the reply is the board
//! without it and one more stone of the defender's; that stone can matter only
//!
//! 1. on a cell that the win needs: the attacker's moves, and every point of five on the way;
//! 2. where it gives the defender a four that a stop of the line completes: those cells are, after each
//!    stop, the points where the defender could make a four ([`Position::fours`]);
//! 3. where it turns a verdict on a foul on which the line rests: the attacker's four that only looks
//!    forbidden, the defender's only stop that is forbidden. Each of these is tried out cell by cell.
//!
//! A stone of the defender's never adds to the attacker's fives, fours or threes, so nothing else can
//! go wrong for the attacker. Laws in which a stone works from afar (captures, fives that are blocked at
//! their ends, a stone for both sides, a limit of stones) have no zone here.

use crate::board::{Color, Point, PointSet};
use crate::line::Class;
use crate::position::Position;
use crate::threat::replies::{self, five_points};
use crate::threat::turns::Verdict;

/// Whether the argument above holds under the law.
pub(crate) fn applies(position: &Position) -> bool {
    let rule = position.rule();
    replies::only_on_the_point(position) && rule.stone_limit.is_none() && !rule.wild_centre
}

/// The zone of a line of fours of the side to move that wins, as [`crate::threat::VcfWin::line`] tells it:
/// all empty points where a stone of the other side could change something.
pub(crate) fn of_line(position: &mut Position, line: &[Point]) -> PointSet {
    let us = position.to_move();
    let mut zone = *position.fours(!us);
    let mut played = 0;
    for (i, &p) in line.iter().enumerate() {
        zone.insert(p);
        let attacks = i % 2 == 0;
        if attacks && position.is_foul_candidate(us, p) {
            zone = zone.union(&turns_verdict(position, us, p, !us));
        }
        position.play(p);
        played += 1;
        if attacks {
            zone.extend(five_points(position, us));
        } else {
            zone = zone.union(position.fours(!us));
        }
    }
    if let [stop] = five_points(position, us).as_slice()
        && position.to_move() != us
        && position.is_foul_candidate(!us, *stop)
    {
        zone = zone.union(&turns_verdict(position, !us, *stop, !us));
    }
    for _ in 0..played {
        position.undo();
    }
    zone.intersection(position.empty())
}

/// The zone of a straight four on `p`, which the side to move threatens to play.
pub(super) fn of_straight_four(position: &mut Position, p: Point) -> PointSet {
    let us = position.to_move();
    let mut zone = *position.fours(!us);
    zone.insert(p);
    if position.is_foul_candidate(us, p) {
        zone = zone.union(&turns_verdict(position, us, p, !us));
    }
    position.play(p);
    zone.extend(position.fours(us).iter().filter(|&q| position.class(us, q) == Class::Five));
    position.undo();
    zone
}

/// The empty points where a stone of `by` changes whether a stone of `color` on `p` is a foul.
fn turns_verdict(position: &Position, color: Color, p: Point, by: Color) -> PointSet {
    let (lines, tables) = (position.lines(color), position.tables());
    Verdict { lines, tables, color, point: p }.turned_on(position.empty(), by)
}
