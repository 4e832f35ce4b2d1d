//! What a stone would make on every empty point, kept up to date move by move.
//!
//! A move changes the line tables' view of at most forty points (five on either side on four lines).
//! Each point keeps its four shapes for both colours in four bytes; the old value goes on a stack,
//! so that taking a move back only copies it.

use crate::board::point::CELLS;
use crate::board::{ByColor, Color, Dir, Point, PointSet};
use crate::line::class::CLASSES;
use crate::line::lines::{EMPTY, place_of_index};
use crate::line::table::{FOUR, THREAT, key};
use crate::line::{Class, LawTables, Shape};

use super::views::Views;

/// What a stone of each colour would make on an empty point: a byte for each direction, black's shape in
/// the low half, white's in the high half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen(u32);

impl Seen {
    /// Whether one of the shapes is a threat or an overline: those have the highest of their four bits.
    #[inline]
    fn threatens(self) -> bool {
        self.0 & 0x8888_8888 != 0
    }

    /// The four shapes of a colour, four bits each.
    #[inline]
    fn of(self, color: Color) -> usize {
        let halves = self.0 >> (4 * color as u32) & 0x0F0F_0F0F;
        let pairs = (halves | halves >> 4) & 0x00FF_00FF;
        ((pairs | pairs >> 8) & 0xFFFF) as usize
    }

    /// The same for both.
    #[inline]
    fn codes(self) -> ByColor<ShapeCode> {
        ByColor(Color::ALL.map(|c| self.of(c) as ShapeCode))
    }
}

/// The four shapes that a stone would make on a point, four bits each, in the order of [`Dir::ALL`]; 0 on
/// an occupied point, where there is nothing to make.
pub type ShapeCode = u16;

/// What the last move changed on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What a stone of each colour would have made there before the move.
    pub before: ByColor<ShapeCode>,
    /// What it would make now.
    pub after: ByColor<ShapeCode>,
}

/// A point as it was before it changed.
#[derive(Clone, Copy, Debug)]
struct Saved {
    index: u32,
    seen: Seen,
}

/// A point that went into a colour's set of fours, or out of it.
#[derive(Clone, Copy, Debug)]
struct Toggled {
    point: Point,
    color: Color,
}

/// How many empty points have each class from [`Class::Three`] up, for one colour; zero below.
pub type ClassCounts = [u16; CLASSES];

/// Room for the points that one stone touches: five on either side on four lines, and some to spare.
const TOUCHED: usize = 64;

/// A moment to which [`Sight::restore`] can go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    saved: usize,
    toggled: usize,
    counts: ByColor<ClassCounts>,
}

/// Shapes and classes of the empty points; an occupied point is seen as nothing.
#[derive(Clone)]
pub(super) struct Sight {
    tables: &'static LawTables,
    seen: Box<[Seen; CELLS]>,
    counts: ByColor<ClassCounts>,
    /// Points where a stone makes a four or a five.
    fours: ByColor<PointSet>,
    /// Changed points as they were, the last change on top.
    saved: Vec<Saved>,
    /// Changes of the sets of fours, the last one on top.
    toggled: Vec<Toggled>,
}

impl Sight {
    /// The view of a board without stones.
    pub(super) fn new(tables: &'static LawTables, views: &Views, empty: &PointSet) -> Sight {
        let mut sight = Sight {
            tables,
            seen: Box::new([Seen::default(); CELLS]),
            counts: ByColor::both([0; CLASSES]),
            fours: ByColor::both(PointSet::EMPTY),
            saved: Vec::with_capacity(40 * empty.len()),
            toggled: Vec::with_capacity(2 * empty.len()),
        };
        for p in empty.iter() {
            sight.open(p, views);
        }
        sight.forget();
        sight
    }

    /// Class and flags of a point for a colour.
    #[inline]
    pub(super) fn class_byte(&self, color: Color, p: Point) -> u8 {
        self.tables.classes()[color.index()][self.seen[p.index() % CELLS].of(color)]
    }

    /// The shape on one line.
    #[inline]
    pub(super) fn shape(&self, color: Color, p: Point, dir: Dir) -> Shape {
        let seen = self.seen[p.index() % CELLS];
        Shape::from_nibble((seen.0 >> (8 * dir as u32 + 4 * color as u32)) as u8)
    }

    #[inline]
    pub(super) fn counts(&self, color: Color) -> &ClassCounts {
        &self.counts[color]
    }

    #[inline]
    pub(super) fn fours(&self, color: Color) -> &PointSet {
        &self.fours[color]
    }

    /// The four shapes of a point for a colour.
    #[inline]
    pub(super) fn code(&self, color: Color, p: Point) -> ShapeCode {
        self.seen[p.index() % CELLS].of(color) as ShapeCode
    }

    /// The points that have changed since a moment, each once if only one stone was laid since.
    #[inline]
    pub(super) fn changes(&self, since: &Mark) -> impl Iterator<Item = Change> + '_ {
        let saved = self.saved.get(since.saved..).unwrap_or_default();
        saved.iter().map(|&Saved { index, seen }| Change {
            before: seen.codes(),
            after: self.seen[index as usize % CELLS].codes(),
        })
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { saved: self.saved.len(), toggled: self.toggled.len(), counts: self.counts }
    }

    /// Goes back to a moment.
    #[inline]
    pub(super) fn restore(&mut self, mark: &Mark) {
        for &Saved { index, seen } in self.saved.get(mark.saved..).unwrap_or_default().iter().rev()
        {
            self.seen[index as usize % CELLS] = seen;
        }
        self.saved.truncate(mark.saved);
        for &Toggled { point, color } in self.toggled.get(mark.toggled..).unwrap_or_default() {
            self.fours[color].toggle(point);
        }
        self.toggled.truncate(mark.toggled);
        self.counts = mark.counts;
    }

    /// Forgets how to go back beyond now.
    pub(super) fn forget(&mut self) {
        self.saved.clear();
        self.toggled.clear();
    }

    /// A stone now lies on the point.
    #[inline]
    pub(super) fn close(&mut self, p: Point) {
        self.change(p.index() % CELLS, Seen::default());
    }

    /// The point is empty now: reads it afresh.
    pub(super) fn open(&mut self, p: Point, views: &Views) {
        let seen = self.fresh(p, views);
        self.change(p.index() % CELLS, seen);
    }

    /// Brings the empty points around a changed point up to date.
    #[inline]
    pub(super) fn refresh(&mut self, p: Point, views: &Views) {
        match (views.differ(), self.tables.reach()) {
            (false, 4) => self.refresh_within::<4, { 1 << 16 }, false>(p, views),
            (false, _) => self.refresh_within::<5, { 1 << 20 }, false>(p, views),
            (true, 4) => self.refresh_within::<4, { 1 << 16 }, true>(p, views),
            (true, _) => self.refresh_within::<5, { 1 << 20 }, true>(p, views),
        }
    }

    #[inline]
    fn refresh_within<const REACH: usize, const KEYS: usize, const WILD: bool>(
        &mut self,
        p: Point,
        views: &Views,
    ) {
        let table = self.tables.by_key::<KEYS>();
        // First find what changes, without a branch that could be guessed wrong; then change it. What
        // changes is kept as index, difference of the shapes, and the place of the direction's byte.
        let mut changed = [0u32; TOUCHED];
        let mut count = 0;
        for dir in Dir::ALL {
            let place = place_of_index(p.index(), dir);
            // Turned so that the window around cell −REACH starts at bit 0.
            let turn = (2 * place.cell).wrapping_sub(2 * (REACH as u32 + 5)) & 63;
            let word = views.of(Color::Black).word(place.line).rotate_right(turn);
            let white = if WILD {
                views.of(Color::White).word(place.line).rotate_right(turn)
            } else {
                word
            };
            let lift = 8 * dir as u32;
            for i in (0..=2 * REACH).filter(|&i| i != REACH) {
                let window = word >> (2 * i);
                let mut shapes = table[key::<REACH>(window) % KEYS];
                if WILD {
                    shapes = shapes & 0x0F | table[key::<REACH>(white >> (2 * i)) % KEYS] & 0xF0;
                }
                let step = (i as i32 - REACH as i32) * dir.offset();
                let index = p.index().wrapping_add_signed(step as isize) % CELLS;
                let difference = shapes ^ (self.seen[index].0 >> lift) as u8;
                changed[count % TOUCHED] = index as u32 | u32::from(difference) << 16 | lift << 24;
                count += usize::from((window >> 10 & 3 == EMPTY) & (difference != 0));
            }
        }
        for &change in &changed[..count.min(TOUCHED)] {
            let index = change as usize % CELLS;
            let difference = (change >> 16 & 0xFF) << (change >> 24);
            self.change(index, Seen(self.seen[index].0 ^ difference));
        }
    }

    #[inline]
    fn change(&mut self, index: usize, new: Seen) {
        let old = std::mem::replace(&mut self.seen[index], new);
        self.saved.push(Saved { index: index as u32, seen: old });
        if Seen(old.0 | new.0).threatens() {
            self.count_change(index, old, new);
        }
    }

    /// Keeps counts and fours when a point with a threat changes.
    #[inline(never)]
    fn count_change(&mut self, index: usize, old: Seen, new: Seen) {
        let classes = self.tables.classes();
        for color in Color::ALL {
            let class = |seen: Seen| classes[color.index()][seen.of(color)];
            let (from, to) = (class(old), class(new));
            let counts = &mut self.counts[color];
            counts[usize::from(from & 15)] -= u16::from(from & THREAT != 0);
            counts[usize::from(to & 15)] += u16::from(to & THREAT != 0);
            if (from ^ to) & FOUR != 0 {
                let point = Point::from_raw(index as u16);
                self.fours[color].toggle(point);
                self.toggled.push(Toggled { point, color });
            }
        }
    }

    /// Shapes of a point, read afresh from the lines.
    fn fresh(&self, p: Point, views: &Views) -> Seen {
        let shapes = Dir::ALL.into_iter().fold(0, |shapes, dir| {
            let shape = |c| self.tables.shape(c, views.of(c).window(p, dir)) as u32;
            let both = shape(Color::Black) | shape(Color::White) << 4;
            shapes | both << (8 * dir as u32)
        });
        Seen(shapes)
    }

    /// Compares everything kept with a fresh reading of the lines.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub(super) fn validate(&self, views: &Views, empty: &PointSet) -> Result<(), String> {
        let mut counts = ByColor::both([0u16; CLASSES]);
        let mut fours = ByColor::both(PointSet::EMPTY);
        for p in empty.iter() {
            if self.fresh(p, views) != self.seen[p.index()] {
                return Err(format!("the shapes of {p} differ from its lines"));
            }
            for color in Color::ALL {
                let class = usize::from(self.class_byte(color, p) & 15);
                counts[color][class] += u16::from(class >= Class::Three as usize);
                if class >= Class::Four as usize {
                    fours[color].insert(p);
                }
            }
        }
        if counts != self.counts {
            return Err("the class counts differ".to_owned());
        }
        if fours != self.fours {
            return Err("the fours differ".to_owned());
        }
        Ok(())
    }
}

const _: () = assert!(size_of::<Saved>() == 8);
