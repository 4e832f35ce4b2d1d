//! Fours, threes and twos as sets of stones, each real: what is made of them may really be played.
//!
//! The line tables say what a line alone can become. Whether a completion is a foul depends on the
//! other lines; here every completion is tried out on the board.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;

use super::scratch::Scratch;
use crate::board::{Color, Dir, Point};
use crate::line::Shape;

/// Stones of one line that belong together, ascending.
pub(super) type Stones = ArrayVec<Point, 4>;

fn along(p: Point, dir: Dir, k: i32) -> Option<Point> {
    let (dx, dy) = dir.step();
    p.offset(k * dx, k * dy)
}

fn own(s: &Scratch, color: Color, p: Point) -> bool {
    let cell = s.position().cell(p);
    cell == color.into() || cell == crate::board::Cell::Wild
}

fn empty(s: &Scratch, p: Point) -> bool {
    s.position().is_empty_at(p)
}

/// Whether a stone of `color` on the empty `p` makes a five on this line.
fn five_on(s: &Scratch, color: Color, p: Point, dir: Dir) -> bool {
    empty(s, p) && s.position().shape(color, p, dir) == Shape::Five
}

/// The empty points of a line at most four steps from `p`.
pub(super) fn near(s: &Scratch, p: Point, dir: Dir) -> ArrayVec<Point, 8> {
    (-4..=4).filter_map(|k| along(p, dir, k)).filter(|&q| q != p && empty(s, q)).collect()
}

/// The stones of the row through the stone on `p`, ascending in the line's direction, and the cells at
/// both ends.
fn row(s: &Scratch, color: Color, p: Point, dir: Dir) -> (ArrayVec<Point, 24>, [Option<Point>; 2]) {
    let reach = |sign: i32| {
        (1..).take_while(|k| along(p, dir, sign * k).is_some_and(|q| own(s, color, q))).count()
            as i32
    };
    let (before, behind) = (reach(-1), reach(1));
    let stones = (-before..=behind).filter_map(|k| along(p, dir, k)).take(24).collect();
    (stones, [along(p, dir, -before - 1), along(p, dir, behind + 1)])
}

/// The fours of one line to which the stone of `color` that lies on `p` belongs, each with the points
/// that make it a five.
///
/// ```text
///   ● · ● ◇ ● · ●    two fours
///   · ● ● ◇ ● ·      one four, two points
/// ```
pub(super) fn fours(
    s: &Scratch,
    color: Color,
    p: Point,
    dir: Dir,
) -> Vec<(Stones, ArrayVec<Point, 2>)> {
    let mut found: Vec<(Stones, ArrayVec<Point, 2>)> = Vec::new();
    for start in -4..=0 {
        let mut stones = Stones::new();
        let mut holes: ArrayVec<Point, 5> = ArrayVec::new();
        for k in start..start + 5 {
            match along(p, dir, k) {
                Some(q) if own(s, color, q) => {
                    if stones.try_push(q).is_err() {
                        break;
                    }
                }
                Some(q) if empty(s, q) => holes.push(q),
                _ => break,
            }
        }
        let &[hole] = holes.as_slice() else { continue };
        if stones.len() != 4 || !five_on(s, color, hole, dir) {
            continue;
        }
        stones.sort_unstable();
        match found.iter_mut().find(|(known, _)| *known == stones) {
            Some((_, points)) => {
                let _ = points.try_push(hole);
            }
            None => found.push((stones, ArrayVec::from_iter([hole]))),
        }
    }
    found
}

/// The real threes of one line to which the stone of `color` that lies on `p` belongs: a stone that may
/// be played and makes no five turns it into a straight four.
///
/// ```text
///   · ● ● ◇ ·      a three
///   · ● · ● ◇ ·    a three
///   · ● ● ◇ · ○    a three only if the left end may be played
/// ```
pub(super) fn threes(s: &mut Scratch, color: Color, p: Point, dir: Dir) -> BTreeSet<Stones> {
    let mut found = BTreeSet::new();
    for q in near(s, p, dir) {
        if s.position().shape(color, q, dir) != Shape::StraightFour
            || s.position().class(color, q) == crate::line::Class::Five
            || !s.allows(color, q)
        {
            continue;
        }
        let stones = s.with(color, q, |s| row(s, color, q, dir).0);
        if stones.len() == 4 && stones.contains(&p) {
            found.insert(set(&stones, q));
        }
    }
    found
}

/// The sleeping threes of one line to which the stone of `color` that lies on `p` belongs: a stone that
/// may be played and makes no five turns it into a simple four, and none into a straight one.
///
/// ```text
///   ○ ● ● ◇ · ·    one sleeping three
///   ● · ◇ · ● · ●  two of them
/// ```
pub(super) fn sleeping_threes(
    s: &mut Scratch,
    color: Color,
    p: Point,
    dir: Dir,
) -> BTreeSet<Stones> {
    let mut found = BTreeSet::new();
    for q in near(s, p, dir) {
        if !s.position().shape(color, q, dir).is_four()
            || s.position().class(color, q) == crate::line::Class::Five
            || !s.allows(color, q)
        {
            continue;
        }
        for (stones, _) in s.with(color, q, |s| fours(s, color, q, dir)) {
            if stones.contains(&p) {
                found.insert(set(&stones, q));
            }
        }
    }
    if !found.is_empty() {
        for three in threes(s, color, p, dir) {
            found.remove(&three);
        }
    }
    found
}

/// The twos of one line to which the stone of `color` that lies on `p` belongs: a stone that may be
/// played turns them into a real three.
pub(super) fn twos(s: &mut Scratch, color: Color, p: Point, dir: Dir) -> BTreeSet<Stones> {
    let mut found = BTreeSet::new();
    for q in near(s, p, dir) {
        if s.position().class(color, q) == crate::line::Class::Five
            || !s.position().shape(color, q, dir).is_three()
            || !s.allows(color, q)
        {
            continue;
        }
        for three in s.with(color, q, |s| threes(s, color, q, dir)) {
            if three.contains(&p) {
                found.insert(set(&three, q));
            }
        }
    }
    found
}

/// Whether the stone of `color` on `p` makes a special three: a sleeping three that gives two fours one
/// after the other, because the stop of the first leaves three of its stones alive.
///
/// ```text
///   · · ● ● · · ◇    the next four is ● ● · ● ◇ or ● ● ● · ◇; the stop of the latter leaves · · ● ● ●
///   ○ ● ● ◇ · ·      no: whatever is stopped, nothing is left
/// ```
pub(super) fn is_special_three(s: &mut Scratch, color: Color, p: Point, dir: Dir) -> bool {
    if !fours(s, color, p, dir).is_empty() || !threes(s, color, p, dir).is_empty() {
        return false;
    }
    for q in near(s, p, dir) {
        if !s.position().shape(color, q, dir).is_four()
            || s.position().class(color, q) == crate::line::Class::Five
            || !s.allows(color, q)
        {
            continue;
        }
        let special = s.with(color, q, |s| {
            fours(s, color, q, dir).into_iter().any(|(stones, points)| {
                let [stop] = points[..] else { return false };
                stones.contains(&p) && s.with(!color, stop, |s| goes_on(s, color, &stones, dir))
            })
        });
        if special {
            return true;
        }
    }
    false
}

/// Whether three of four stones make a four again with one more stone on their line.
fn goes_on(s: &mut Scratch, color: Color, stones: &Stones, dir: Dir) -> bool {
    let tries: BTreeSet<Point> = stones.iter().flat_map(|&p| near(s, p, dir)).collect();
    tries.into_iter().any(|r| {
        s.position().shape(color, r, dir).is_four()
            && s.allows(color, r)
            && s.with(color, r, |s| {
                fours(s, color, r, dir)
                    .iter()
                    .any(|(next, _)| next.iter().all(|p| *p == r || stones.contains(p)))
            })
    })
}

fn set(stones: &[Point], without: Point) -> Stones {
    let mut set: Stones = stones.iter().copied().filter(|&p| p != without).take(4).collect();
    set.sort_unstable();
    set
}
