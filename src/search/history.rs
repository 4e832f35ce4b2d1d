//! What earlier cut-offs say about a move.
//!
//! ```text
//! main       side, point                                       a good point anywhere in this search
//! following  side, what the last stone made, offset from it    a good answer to that kind of stone
//! own        side, what our last stone made, offset from it    a good continuation of our own
//! counter    side, the opponent's last point                   the move that refuted it last time
//! ```

use super::params::history_kept;
use crate::board::point::CELLS;
use crate::board::{ByColor, Color, Point};
use crate::line::class::CLASSES;

/// The largest value of one table.
pub(crate) const MOST: i32 = 8_192;
/// Offsets of up to seven cells either way.
const SPAN: i32 = 7;
const OFFSETS: usize = ((2 * SPAN + 1) * (2 * SPAN + 1)) as usize;

/// A stone that lies on the board, as the ones after it remember it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stone {
    /// Where; `None` for a pass and before the root.
    pub(crate) point: Option<Point>,
    /// What it made: a [`crate::line::Class`].
    pub(crate) class: u8,
}

impl Stone {
    /// The place of a later stone as this one sees it.
    #[inline]
    fn offset_to(self, p: Point) -> Option<usize> {
        let from = self.point?;
        let dx = i32::from(p.x()) - i32::from(from.x());
        let dy = i32::from(p.y()) - i32::from(from.y());
        (dx.abs() <= SPAN && dy.abs() <= SPAN)
            .then(|| ((dy + SPAN) * (2 * SPAN + 1) + dx + SPAN) as usize)
    }
}

/// Values for what a stone made and where the next one lies from there.
type Following = Box<[[i16; OFFSETS]; CLASSES]>;

/// The tables of a worker.
pub(crate) struct History {
    main: ByColor<Box<[i16; CELLS]>>,
    following: ByColor<Following>,
    own: ByColor<Following>,
    counter: ByColor<Box<[Option<Point>; CELLS]>>,
}

/// Where a move is seen from: the opponent's last stone and our last one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    pub(crate) theirs: Stone,
    pub(crate) ours: Stone,
}

impl History {
    pub(crate) fn new() -> History {
        let following = || ByColor([(); 2].map(|()| Box::new([[0; OFFSETS]; CLASSES])));
        History {
            main: ByColor([(); 2].map(|()| Box::new([0; CELLS]))),
            following: following(),
            own: following(),
            counter: ByColor([(); 2].map(|()| Box::new([None; CELLS]))),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = History::new();
    }

    /// Keeps a part of what earlier searches have taught.
    pub(crate) fn fade(&mut self) {
        let keep = history_kept();
        let fade = |value: &mut i16| *value = (i32::from(*value) * keep / 16) as i16;
        for color in Color::ALL {
            self.main[color].iter_mut().for_each(fade);
            self.following[color].as_flattened_mut().iter_mut().for_each(fade);
            self.own[color].as_flattened_mut().iter_mut().for_each(fade);
            self.counter[color].fill(None);
        }
    }

    /// The sum for a move, within three times ±[`MOST`].
    #[inline]
    pub(crate) fn value(&self, color: Color, before: &Before, p: Point) -> i32 {
        let mut value = i32::from(self.main[color][p.index() % CELLS]);
        for (table, stone) in [(&self.following, before.theirs), (&self.own, before.ours)] {
            if let Some(offset) = stone.offset_to(p) {
                value += i32::from(table[color][usize::from(stone.class & 15)][offset % OFFSETS]);
            }
        }
        value
    }

    /// Moves the values of a move towards ±[`MOST`]; the nearer they are, the slower.
    pub(crate) fn add(&mut self, color: Color, before: &Before, p: Point, bonus: i32) {
        move_towards(&mut self.main[color][p.index() % CELLS], bonus);
        for (table, stone) in [(&mut self.following, before.theirs), (&mut self.own, before.ours)] {
            if let Some(offset) = stone.offset_to(p) {
                let row = &mut table[color][usize::from(stone.class & 15)];
                move_towards(&mut row[offset % OFFSETS], bonus);
            }
        }
    }

    /// The move that last refuted the opponent's stone.
    #[inline]
    pub(crate) fn counter(&self, color: Color, before: &Before) -> Option<Point> {
        self.counter[color][before.theirs.point?.index() % CELLS]
    }

    /// This move has refuted the opponent's stone.
    pub(crate) fn set_counter(&mut self, color: Color, before: &Before, p: Point) {
        if let Some(theirs) = before.theirs.point {
            self.counter[color][theirs.index() % CELLS] = Some(p);
        }
    }
}

#[inline]
fn move_towards(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    let bonus = bonus.clamp(-MOST, MOST);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bounds_and_tell_moves_apart() {
        let mut history = History::new();
        let at = |x, y| Point::new(x, y).unwrap();
        let before = Before {
            theirs: Stone { point: Some(at(7, 7)), class: 6 },
            ours: Stone { point: Some(at(0, 21)), class: 2 },
        };
        for _ in 0..1_000 {
            history.add(Color::Black, &before, at(8, 8), 1_500);
            history.add(Color::Black, &before, at(9, 8), -1_500);
        }
        let good = history.value(Color::Black, &before, at(8, 8));
        let bad = history.value(Color::Black, &before, at(9, 8));
        assert!(good > 3 * MOST / 2 && good <= 3 * MOST, "{good}");
        assert!((-3 * MOST..-3 * MOST / 2).contains(&bad), "{bad}");
        assert_eq!(history.value(Color::White, &before, at(8, 8)), 0);
        // Seen from elsewhere only the point itself is remembered.
        let alone = history.value(Color::Black, &Before::default(), at(8, 8));
        assert!(alone > 0 && alone < good);
        history.set_counter(Color::White, &before, at(3, 3));
        assert_eq!(history.counter(Color::White, &before), Some(at(3, 3)));
        assert_eq!(history.counter(Color::White, &Before::default()), None);
        history.clear();
        assert_eq!(history.value(Color::Black, &before, at(8, 8)), 0);
    }
}
