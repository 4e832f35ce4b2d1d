//! What a stone would make on every empty point, kept up to date move by move.
//!
//! A move changes the line tables' view of at most forty points (five on either side on four lines).
//! Each point keeps its four shapes for both colours in one [`Seen`]; the old value goes on a stack,
//! so that taking a move back only copies it.

use crate::board::point::CELLS;
use crate::board::{ByColor, Color, Dir, Point, PointSet};
use crate::line::class::CLASSES;
use crate::line::lines::{EMPTY, place_of_index};
use crate::line::table::{FOUR, THREAT, key};
use crate::line::{Class, LawTables, Shape};

use super::views::Views;

/// What a stone of each colour would make on an empty point, packed into eight bytes.
///
/// ```text
/// byte   0 … 3   one for each direction: black's shape in the low half, white's in the high half
///        4, 5    class and foul flag for black, for white
///        6, 7    free: the stack of changed points keeps the point's index there
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen(u64);

impl Seen {
    /// The four direction bytes with the classes that follow from them.
    #[inline]
    fn new(classes: [&[u8; 1 << 16]; 2], shapes: u32) -> Seen {
        // Black's halves in the low word, white's in the high one, then squeezed to four bits each.
        let halves = u64::from(shapes & 0x0F0F_0F0F) | u64::from(shapes >> 4 & 0x0F0F_0F0F) << 32;
        let pairs = (halves | halves >> 4) & 0x00FF_00FF_00FF_00FF;
        let black = (pairs | pairs >> 8) as u16;
        let white = ((pairs | pairs >> 8) >> 32) as u16;
        let (black, white) = (classes[0][usize::from(black)], classes[1][usize::from(white)]);
        Seen(u64::from(shapes) | u64::from(black) << 32 | u64::from(white) << 40)
    }

    #[inline]
    fn shapes(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn class(self, color: usize) -> u8 {
        (self.0 >> (32 + 8 * (color & 1))) as u8
    }

    /// Whether one of the classes is a threat.
    #[inline]
    fn threatens(self) -> bool {
        const EITHER: u64 = (THREAT as u64) << 32 | (THREAT as u64) << 40;
        self.0 & EITHER != 0
    }

    #[inline]
    fn class_differs(self, other: Seen) -> bool {
        (self.0 ^ other.0) >> 32 != 0
    }

    /// Whether one of the colours makes a four here in one and not in the other.
    #[inline]
    fn four_differs(self, other: Seen) -> bool {
        const EITHER: u64 = (FOUR as u64) << 32 | (FOUR as u64) << 40;
        (self.0 ^ other.0) & EITHER != 0
    }

    #[inline]
    fn with_index(self, index: usize) -> u64 {
        self.0 | (index as u64) << 48
    }

    #[inline]
    fn split(saved: u64) -> (usize, Seen) {
        ((saved >> 48) as usize % CELLS, Seen(saved & 0x0000_FFFF_FFFF_FFFF))
    }
}

/// How many empty points have each class from [`Class::Three`] up, for one colour; zero below.
pub type ClassCounts = [u16; CLASSES];

/// Room for the points that one stone touches: five on either side on four lines, and some to spare.
const TOUCHED: usize = 64;

/// A moment to which [`Sight::restore`] can go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    saved: usize,
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
    /// Changed points as they were, each with its index.
    saved: Vec<u64>,
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
        };
        for p in empty.iter() {
            sight.open(p, views);
        }
        sight.saved.clear();
        sight
    }

    /// Class and flags of a point for a colour.
    #[inline]
    pub(super) fn class_byte(&self, color: Color, p: Point) -> u8 {
        self.seen[p.index() % CELLS].class(color.index())
    }

    /// The shape on one line.
    #[inline]
    pub(super) fn shape(&self, color: Color, p: Point, dir: Dir) -> Shape {
        let shapes = self.seen[p.index() % CELLS].shapes();
        Shape::from_nibble((shapes >> (8 * dir as u32 + 4 * color as u32)) as u8)
    }

    #[inline]
    pub(super) fn counts(&self, color: Color) -> &ClassCounts {
        &self.counts[color]
    }

    #[inline]
    pub(super) fn fours(&self, color: Color) -> &PointSet {
        &self.fours[color]
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { saved: self.saved.len(), counts: self.counts }
    }

    /// Goes back to a moment.
    #[inline]
    pub(super) fn restore(&mut self, mark: &Mark) {
        while self.saved.len() > mark.saved {
            let Some(saved) = self.saved.pop() else { break };
            let (index, seen) = Seen::split(saved);
            let now = std::mem::replace(&mut self.seen[index], seen);
            if now.four_differs(seen) {
                self.toggle_fours(index, now, seen);
            }
        }
        self.counts = mark.counts;
    }

    /// Forgets how to go back beyond now.
    pub(super) fn forget(&mut self) {
        self.saved.clear();
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
        let classes = self.tables.classes();
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
            let shapes = self.seen[index].shapes() ^ difference;
            self.change(index, Seen::new(classes, shapes));
        }
    }

    #[inline]
    fn change(&mut self, index: usize, new: Seen) {
        let old = std::mem::replace(&mut self.seen[index], new);
        self.saved.push(old.with_index(index));
        if new.class_differs(old) && old.threatens() | new.threatens() {
            self.count_change(index, old, new);
        }
    }

    #[inline(never)]
    fn toggle_fours(&mut self, index: usize, old: Seen, new: Seen) {
        for c in [0, 1] {
            if (old.class(c) ^ new.class(c)) & FOUR != 0 {
                self.fours.0[c].toggle(Point::from_raw(index as u16));
            }
        }
    }

    /// Keeps counts and fours when a point's classes change and one of them is a threat.
    #[inline(never)]
    fn count_change(&mut self, index: usize, old: Seen, new: Seen) {
        for c in [0, 1] {
            let (from, to) = (old.class(c), new.class(c));
            let counts = &mut self.counts.0[c];
            counts[usize::from(from & 15)] -= u16::from(from & THREAT != 0);
            counts[usize::from(to & 15)] += u16::from(to & THREAT != 0);
        }
        self.toggle_fours(index, old, new);
    }

    /// Shapes and classes of a point, read afresh from the lines.
    fn fresh(&self, p: Point, views: &Views) -> Seen {
        let shapes = Dir::ALL.into_iter().fold(0, |shapes, dir| {
            let shape = |c| self.tables.shape(c, views.of(c).window(p, dir)) as u32;
            let both = shape(Color::Black) | shape(Color::White) << 4;
            shapes | both << (8 * dir as u32)
        });
        Seen::new(self.tables.classes(), shapes)
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

const _: () = assert!(CELLS <= 1 << 16);
