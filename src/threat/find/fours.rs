//! What fours, with their forced stops, lead to.

use std::collections::{BTreeMap, BTreeSet};

use super::scratch::Scratch;
use super::shapes;
use crate::board::{Color, Dir, Point};
use crate::line::Class;

/// How a four wins, if nothing but its stop is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WinningFour {
    /// `· ● ● ◇ ● ·` a straight four.
    Straight,
    /// Two fours, two points of five.
    TwoFives,
    /// The only stop is forbidden.
    ForbiddenStop,
    /// However it is stopped, the next stone makes a straight four.
    FourThree,
}

/// How a stone of `color` on the empty `p` wins as a four, if it does.
pub(super) fn winning_four(s: &mut Scratch, color: Color, p: Point) -> Option<WinningFour> {
    if !is_four(s, color, p) {
        return None;
    }
    let straight = s.makes_straight_four(color, p);
    s.with(color, p, |s| {
        if s.threatens_five(!color) {
            return None;
        }
        let stops = s.stops();
        if stops.is_empty() {
            let single = s.fives(color).len() == 1;
            return Some(match (straight, single) {
                (true, _) => WinningFour::Straight,
                (false, true) => WinningFour::ForbiddenStop,
                (false, false) => WinningFour::TwoFives,
            });
        }
        let goes_on = |s: &mut Scratch, stop| s.with(!color, stop, |s| makes_it_straight(s, color));
        stops.into_iter().all(|stop| goes_on(s, stop)).then_some(WinningFour::FourThree)
    })
}

/// Whether a stone of `color` on `p` makes a four, and no five, and may be played.
pub(super) fn is_four(s: &Scratch, color: Color, p: Point) -> bool {
    s.position().fours(color).contains(p)
        && s.position().class(color, p) != Class::Five
        && s.allows(color, p)
}

/// Whether `color`, to move, can make a straight four (or a five), and stops a five of the opponent
/// with it where there is one.
fn makes_it_straight(s: &mut Scratch, color: Color) -> bool {
    if s.threatens_five(color) {
        return true;
    }
    let tries = fours_that_stop(s, color);
    tries.into_iter().any(|p| s.makes_straight_four(color, p))
}

/// The four-moves of `color`, to move, that may be played; where the opponent threatens a five, only
/// those that stop it.
pub(super) fn fours_that_stop(s: &mut Scratch, color: Color) -> Vec<Point> {
    let mut tries: Vec<Point> = s.position().fours(color).iter().collect();
    if s.threatens_five(!color) {
        let stops = s.stops();
        tries.retain(|p| stops.contains(p));
    }
    tries.retain(|&p| is_four(s, color, p));
    tries
}

/// The points where a quiet stone of `color` prepares a winning four that was none before: after it, if
/// the opponent passes, one of the `wanted` fours wins. A stone is quiet where it makes neither a four
/// nor a three.
pub(super) fn prepares(s: &mut Scratch, color: Color, p: Point, wanted: &[WinningFour]) -> bool {
    if !is_quiet(s, color, p) {
        return false;
    }
    let before = *s.position().fours(color);
    let won: BTreeSet<Point> = before
        .iter()
        .filter(|&q| winning_four(s, color, q).is_some_and(|how| how != WinningFour::Straight))
        .collect();
    s.with(color, p, |s| {
        let tries: Vec<Point> = s.position().fours(color).iter().collect();
        s.with_turn(color, |s| {
            !s.threatens_five(!color)
                && tries
                    .into_iter()
                    .filter(|q| !won.contains(q))
                    .any(|q| winning_four(s, color, q).is_some_and(|how| wanted.contains(&how)))
        })
    })
}

/// Whether a stone makes neither a five nor a four nor a real three, and may be played.
pub(super) fn is_quiet(s: &mut Scratch, color: Color, p: Point) -> bool {
    s.allows(color, p)
        && s.position().class(color, p) < Class::Four
        && !s.with(color, p, |s| {
            Dir::ALL.into_iter().any(|dir| !shapes::threes(s, color, p, dir).is_empty())
        })
}

/// The most fours that are laid one after another where all boards that they lead to are looked at.
pub(super) const MOST_FOURS: usize = 3;
/// Says whether to give up.
type Halt<'a> = &'a mut dyn FnMut() -> bool;

/// The most boards that are looked at.
const MOST_BOARDS: usize = 4_000;

/// Calls `look` for the board as it is and for every board to which up to [`MOST_FOURS`] fours of
/// `color`, each answered by its stop, lead; `look` is told the fours. `false` when there were too many, or
/// when `halt`, which is asked at every board, said true.
pub(super) fn each_board(
    s: &mut Scratch,
    color: Color,
    halt: Halt<'_>,
    look: &mut dyn FnMut(&mut Scratch, &[Point]),
) -> bool {
    let mut seen = BTreeSet::new();
    walk(s, color, &mut Vec::new(), &mut seen, halt, look)
}

fn walk(
    s: &mut Scratch,
    color: Color,
    played: &mut Vec<Point>,
    seen: &mut BTreeSet<u64>,
    halt: Halt<'_>,
    look: &mut dyn FnMut(&mut Scratch, &[Point]),
) -> bool {
    s.with_turn(color, |s| {
        if !seen.insert(s.position().key()) {
            return true;
        }
        if seen.len() > MOST_BOARDS || halt() {
            return false;
        }
        look(s, played);
        if played.len() == MOST_FOURS {
            return true;
        }
        let mut complete = true;
        for p in fours_that_stop(s, color) {
            complete &= s.with(color, p, |s| {
                played.push(p);
                let mut complete = true;
                if !s.threatens_five(!color) {
                    for stop in s.stops() {
                        complete &=
                            s.with(!color, stop, |s| walk(s, color, played, seen, halt, look));
                    }
                }
                played.pop();
                complete
            });
        }
        complete
    })
}

/// For every point, the most connections that a stone of `color` there makes, on any board to which
/// fours lead: a line with a two counts one, a line with sleeping threes one for each.
pub(super) fn links(
    s: &mut Scratch,
    color: Color,
    halt: Halt<'_>,
) -> (BTreeMap<Point, usize>, bool) {
    let mut most = BTreeMap::new();
    let complete = each_board(s, color, halt, &mut |s, _| {
        let near = s.position().near_stones(4);
        for p in near.iter() {
            if s.position().class(color, p) == Class::Five || !s.allows(color, p) {
                continue;
            }
            let links = s.with(color, p, |s| {
                Dir::ALL.into_iter().map(|dir| links_on(s, color, p, dir)).sum::<usize>()
            });
            let known = most.entry(p).or_insert(0);
            *known = links.max(*known);
        }
    });
    (most, complete)
}

fn links_on(s: &mut Scratch, color: Color, p: Point, dir: Dir) -> usize {
    if !shapes::fours(s, color, p, dir).is_empty() || !shapes::threes(s, color, p, dir).is_empty() {
        return 0;
    }
    let sleeping = shapes::sleeping_threes(s, color, p, dir).len();
    sleeping.max(usize::from(!shapes::twos(s, color, p, dir).is_empty()))
}

/// The points that `color` gets only by a second four or a later one: fours that are not possible at
/// once.
pub(super) fn later_fours(
    s: &mut Scratch,
    color: Color,
    halt: Halt<'_>,
) -> (BTreeSet<Point>, bool) {
    let mut later = BTreeSet::new();
    let at_once = fours_that_stop(s, color);
    let complete = each_board(s, color, halt, &mut |_, fours| {
        if fours.len() >= 2 {
            later.extend(fours.last().copied().filter(|p| !at_once.contains(p)));
        }
    });
    (later, complete)
}
