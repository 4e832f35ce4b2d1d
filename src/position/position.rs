//! The incremental position: play, undo, hash, and for every empty point what a stone would make.
//!
//! A move changes the line tables' view of at most forty points (five on either side on four
//! lines). Each such point keeps its four shapes for both colours in one eight bytes; the old
//! value goes on a stack, so that undoing a move only copies it back.

use arrayvec::ArrayVec;

use crate::board::point::CELLS;
use crate::board::zobrist::{self, Key};
use crate::board::{BoardSize, ByColor, Cell, Color, Dir, Grid, Point, PointSet, notation};
use crate::line::class::CLASSES;
use crate::line::lines::{EMPTY, code, place_of_index};
use crate::line::table::{FOUL_CANDIDATE, FOUR, THREAT};
use crate::line::{Class, LawTables, Lines, Shape};
use crate::rules::{DrawBy, Ending, FoulClaim, RuleSpec, WinBy, dead_board};

/// What a stone of each colour would make on an empty point, packed into eight bytes.
///
/// ```text
/// byte   0 … 3   one for each direction: black's shape in the low half, white's in the high half
///        4, 5    class and foul flag for black, for white
///        6, 7    free: the stack of changed points keeps the point's index there
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen(u64);

impl Seen {
    /// The four direction bytes with the classes that follow from them.
    #[inline]
    fn new(tables: &LawTables, shapes: u32) -> Seen {
        // Black's halves in the low word, white's in the high one, then squeezed to four bits each.
        let halves = u64::from(shapes & 0x0F0F_0F0F) | u64::from(shapes >> 4 & 0x0F0F_0F0F) << 32;
        let pairs = (halves | halves >> 4) & 0x00FF_00FF_00FF_00FF;
        let black = (pairs | pairs >> 8) as u16;
        let white = ((pairs | pairs >> 8) >> 32) as u16;
        let black = tables.class_byte(Color::Black, black);
        let white = tables.class_byte(Color::White, white);
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

/// Room for the points that one stone touches: five on either side on four lines, and one to spare.
const TOUCHED: usize = 64;

/// The most stones that one move can capture: a pair in each of eight directions.
pub const MOST_CAPTURED: usize = 16;

/// Everything that is needed to take a move back.
#[derive(Clone, Debug)]
struct Undo {
    played: Option<Point>,
    key: Key,
    counts: ByColor<ClassCounts>,
    ending: Option<Ending>,
    saved_from: usize,
    captured: ArrayVec<Point, MOST_CAPTURED>,
}

/// A game in progress under one law.
#[derive(Clone)]
pub struct Position {
    rule: std::sync::Arc<RuleSpec>,
    tables: &'static LawTables,
    size: BoardSize,
    to_move: Color,
    /// The lines as both colours see them; with a wild stone on the board, as black sees them.
    lines: Lines,
    /// The lines as white sees them, kept only under a law with a wild centre.
    wild: Option<Box<Wild>>,
    seen: Box<[Seen; CELLS]>,
    counts: ByColor<ClassCounts>,
    /// Empty points where a stone makes a four or a five.
    fours: ByColor<PointSet>,
    stones: ByColor<PointSet>,
    empty: PointSet,
    empty_left: u16,
    placed: ByColor<u16>,
    captured_pairs: ByColor<u16>,
    key: Key,
    ply: usize,
    ending: Option<Ending>,
    history: Vec<Undo>,
    /// Changed points as they were, each with its index.
    saved: Vec<u64>,
}

/// The stone that counts for both sides, and the lines as white sees them.
#[derive(Clone, Debug)]
struct Wild {
    lines: Lines,
    stone: Option<Point>,
}

impl Position {
    /// The empty board, black to move.
    #[must_use]
    pub fn new(rule: &RuleSpec, size: BoardSize) -> Position {
        let lines = Lines::new(size);
        let mut position = Position {
            rule: std::sync::Arc::new(rule.clone()),
            tables: LawTables::get(rule.line_laws()),
            size,
            to_move: Color::Black,
            wild: rule.wild_centre.then(|| Box::new(Wild { lines: lines.clone(), stone: None })),
            lines,
            seen: Box::new([Seen::default(); CELLS]),
            counts: ByColor::both([0; CLASSES]),
            fours: ByColor::both(PointSet::EMPTY),
            stones: ByColor::both(PointSet::EMPTY),
            empty: size.points().collect(),
            empty_left: size.area() as u16,
            placed: ByColor::both(0),
            captured_pairs: ByColor::both(0),
            key: 0,
            ply: 0,
            ending: None,
            history: Vec::with_capacity(size.area() + 8),
            saved: Vec::with_capacity(40 * size.area()),
        };
        for p in size.points() {
            let seen = position.fresh(p);
            position.seen[p.index()] = seen;
            for color in Color::ALL {
                let class = seen.class(color.index());
                position.counts[color][usize::from(class & 15)] += u16::from(class & THREAT != 0);
            }
        }
        position
    }

    /// The law.
    #[must_use]
    pub fn rule(&self) -> &RuleSpec {
        &self.rule
    }

    /// The line tables of the law.
    #[inline]
    #[must_use]
    pub fn tables(&self) -> &'static LawTables {
        self.tables
    }

    /// The board's size.
    #[inline]
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// What lies on a point; [`Cell::Empty`] off the board.
    #[must_use]
    pub fn cell(&self, p: Point) -> Cell {
        if self.stones[Color::Black].contains(p) {
            if self.wild_stone() == Some(p) { Cell::Wild } else { Cell::Black }
        } else if self.stones[Color::White].contains(p) {
            if self.wild_stone() == Some(p) { Cell::Wild } else { Cell::White }
        } else {
            Cell::Empty
        }
    }

    /// Whether a point of the board has no stone.
    #[inline]
    #[must_use]
    pub fn is_empty_at(&self, p: Point) -> bool {
        self.empty.contains(p)
    }

    /// The empty points.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// Number of empty points.
    #[inline]
    #[must_use]
    pub fn empty_count(&self) -> usize {
        usize::from(self.empty_left)
    }

    /// The stones of a colour; a wild stone belongs to the side that placed it.
    #[inline]
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// Moves, passes and set-up stones so far.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The moves and passes that [`Self::undo`] can take back, set-up stones included.
    #[must_use]
    pub fn moves(&self) -> Vec<notation::WrittenMove> {
        self.history.iter().map(|undo| undo.played).collect()
    }

    /// The last stone or pass; the outer `None` when nothing was played.
    #[must_use]
    pub fn last_move(&self) -> Option<notation::WrittenMove> {
        self.history.last().map(|undo| undo.played)
    }

    /// Pairs that a side has captured.
    #[must_use]
    pub fn captured_pairs(&self, by: Color) -> u16 {
        self.captured_pairs[by]
    }

    /// Stones that a side has placed, captured ones included.
    #[must_use]
    pub fn placed(&self, by: Color) -> u16 {
        self.placed[by]
    }

    /// How the game ended, if it has.
    #[inline]
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Hash key: stones, side to move, captured pairs, and whether the last move was a pass.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The smallest key among the symmetric images: equal for positions that are the same up to
    /// turning and mirroring.
    #[must_use]
    pub fn canonical_key(&self) -> Key {
        let stones = Color::ALL.map(|c| zobrist_stones(self.size, c, &self.stones[c]));
        let here = stones[0][0] ^ stones[1][0];
        (0..stones[0].len())
            .map(|i| self.key ^ here ^ stones[0][i] ^ stones[1][i])
            .min()
            .unwrap_or(self.key)
    }

    /// The stones as a plain grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.size);
        for p in self.size.points() {
            grid.set(p, self.cell(p));
        }
        grid
    }

    /// The lines as a colour sees them.
    #[inline]
    #[must_use]
    pub fn lines(&self, color: Color) -> &Lines {
        match &self.wild {
            Some(wild) if color == Color::White => &wild.lines,
            _ => &self.lines,
        }
    }

    /// What a stone of `color` on the empty point `p` would make altogether.
    #[inline]
    #[must_use]
    pub fn class(&self, color: Color, p: Point) -> Class {
        Class::ALL[usize::from(self.class_byte(color, p) & 15) % Class::ALL.len()]
    }

    /// Class in the low four bits and the foul flag above it.
    #[inline]
    pub(crate) fn class_byte(&self, color: Color, p: Point) -> u8 {
        self.seen[p.index() % CELLS].class(color.index())
    }

    /// Shapes and classes as kept for a raw point index.
    pub(crate) fn seen_at(&self, index: usize) -> Seen {
        self.seen[index]
    }

    /// Whether a stone of `color` on `p` may be a foul; only then is [`Self::foul`] worth asking.
    #[inline]
    #[must_use]
    pub fn is_foul_candidate(&self, color: Color, p: Point) -> bool {
        self.class_byte(color, p) & FOUL_CANDIDATE != 0
    }

    /// What a stone of `color` on the empty point `p` would make on one line.
    #[inline]
    #[must_use]
    pub fn shape(&self, color: Color, p: Point, dir: Dir) -> Shape {
        let shapes = self.seen[p.index() % CELLS].shapes();
        Shape::from_nibble((shapes >> (8 * dir as u32 + 4 * color as u32)) as u8)
    }

    /// How many empty points have each class from [`Class::Three`] up; lower classes are not counted.
    #[inline]
    #[must_use]
    pub fn counts(&self, color: Color) -> &ClassCounts {
        &self.counts[color]
    }

    /// How many empty points have a class, which must be [`Class::Three`] or higher.
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, class: Class) -> u16 {
        self.counts[color][class as usize]
    }

    /// Empty points where a stone of `color` makes a four or a five.
    #[inline]
    #[must_use]
    pub fn fours(&self, color: Color) -> &PointSet {
        &self.fours[color]
    }

    /// Plays a stone of the side to move on an empty point. A forbidden stone is played too and
    /// loses at once, unless the law has fouls claimed.
    ///
    /// # Panics
    /// If the point is not an empty point of the board.
    #[inline]
    pub fn play(&mut self, p: Point) {
        let color = self.to_move;
        assert!(self.empty.contains(p), "{p} is not empty");
        self.remember(Some(p));
        let class = self.class_byte(color, p);
        let foul = if class & FOUL_CANDIDATE != 0 && self.rule.foul_claim == FoulClaim::Immediate {
            self.foul(color, p)
        } else {
            None
        };
        self.put(p, color);
        if self.rule.captures.is_some() && foul.is_none() {
            self.capture_around(p, color);
        }
        self.ending = if class & 15 == Class::Five as u8 {
            Some(Ending::Win { winner: color, by: WinBy::Five })
        } else if let Some(foul) = foul {
            Some(Ending::Win { winner: !color, by: WinBy::Foul(foul) })
        } else {
            self.quiet_ending(color)
        };
        self.turn();
    }

    /// Passes. Two passes in a row are a draw.
    pub fn pass(&mut self) {
        let second = matches!(self.last_move(), Some(None));
        self.remember(None);
        self.key ^= zobrist::passed();
        self.ending =
            if second { Some(Ending::Draw(DrawBy::TwoPasses)) } else { self.draw(!self.to_move) };
        self.turn();
    }

    /// Takes back the last stone or pass, captured stones included. Does nothing at the start.
    #[inline]
    pub fn undo(&mut self) {
        let Some(undo) = self.history.pop() else { return };
        self.to_move = !self.to_move;
        self.ply -= 1;
        let mover = self.to_move;
        if let Some(p) = undo.played {
            for &q in &undo.captured {
                self.toggle_stone(q, !mover);
                self.stones[!mover].insert(q);
                self.empty.remove(q);
            }
            self.empty_left -= undo.captured.len() as u16;
            self.captured_pairs[mover] -= undo.captured.len() as u16 / 2;
            self.toggle_stone(p, mover);
            self.forget_wild(p);
            self.stones[mover].remove(p);
            self.empty.insert(p);
            self.empty_left += 1;
            self.placed[mover] -= 1;
            while self.saved.len() > undo.saved_from {
                let Some(saved) = self.saved.pop() else { break };
                let (index, seen) = Seen::split(saved);
                let now = std::mem::replace(&mut self.seen[index], seen);
                if now.four_differs(seen) {
                    self.toggle_fours(index, now, seen);
                }
            }
            // Occupied points are never members.
            for q in std::iter::once(p).chain(undo.captured.iter().copied()) {
                let seen = self.seen[q.index() % CELLS];
                for c in [0, 1] {
                    let four = is_four(seen.class(c)) && self.empty.contains(q);
                    if four != self.fours.0[c].contains(q) {
                        self.fours.0[c].toggle(q);
                    }
                }
            }
        }
        self.counts = undo.counts;
        self.key = undo.key;
        self.ending = undo.ending;
    }

    /// Plays for the length of a closure.
    #[inline]
    pub fn with<T>(&mut self, p: Point, then: impl FnOnce(&mut Position) -> T) -> T {
        self.play(p);
        let result = then(self);
        self.undo();
        result
    }

    /// Puts the stones of a set-up on the empty board: no captures, no fouls, nothing to undo.
    pub(crate) fn set_up(&mut self, stones: &[(Point, Color)], to_move: Color) {
        for &(p, color) in stones {
            self.put(p, color);
            self.saved.clear();
        }
        self.ply = stones.len();
        if self.to_move != to_move {
            self.to_move = to_move;
            self.key ^= zobrist::white_to_move();
        }
        let five =
            Color::ALL.into_iter().find(|&c| self.stones[c].iter().any(|p| self.in_five(c, p)));
        self.ending = match five {
            Some(winner) => Some(Ending::Win { winner, by: WinBy::Five }),
            None => self.draw(to_move),
        };
    }

    /// Whether a stone of `color` on `p` belongs to a five.
    fn in_five(&self, color: Color, p: Point) -> bool {
        let shape = |dir| self.tables.shape(color, self.lines(color).window(p, dir));
        Dir::ALL.into_iter().any(|dir| shape(dir) == Shape::Five)
    }

    /// The wild stone, once it is on the board.
    fn wild_stone(&self) -> Option<Point> {
        self.wild.as_ref().and_then(|wild| wild.stone)
    }

    fn remember(&mut self, played: Option<Point>) {
        self.history.push(Undo {
            played,
            key: self.key,
            counts: self.counts,
            ending: self.ending,
            saved_from: self.saved.len(),
            captured: ArrayVec::new(),
        });
        if matches!(self.last_before(), Some(None)) {
            self.key ^= zobrist::passed();
        }
    }

    /// The move before the one that was just remembered.
    fn last_before(&self) -> Option<notation::WrittenMove> {
        self.history.len().checked_sub(2).and_then(|i| self.history.get(i)).map(|u| u.played)
    }

    fn turn(&mut self) {
        self.to_move = !self.to_move;
        self.key ^= zobrist::white_to_move();
        self.ply += 1;
    }

    /// Puts a stone of any colour on an empty point and refreshes what it touches.
    #[inline]
    fn put(&mut self, p: Point, color: Color) {
        let seen = self.seen[p.index() % CELLS];
        for c in [0, 1] {
            let class = seen.class(c);
            if class & THREAT != 0 {
                self.counts.0[c][usize::from(class & 15)] -= 1;
                self.fours.0[c].remove(p);
            }
        }
        self.stones[color].insert(p);
        self.empty.remove(p);
        self.empty_left -= 1;
        self.placed[color] += 1;
        self.key ^= zobrist::stone(color, p);
        if let Some(wild) = &mut self.wild
            && p == self.size.centre()
        {
            wild.stone = Some(p);
        }
        self.toggle_stone(p, color);
        self.refresh_around(p);
    }

    /// Adds a stone to the lines, or takes it off: the same operation.
    #[inline]
    fn toggle_stone(&mut self, p: Point, color: Color) {
        match &mut self.wild {
            None => self.lines.toggle_stone(p, color),
            Some(wild) if wild.stone == Some(p) => {
                self.lines.toggle_stone(p, Color::Black);
                wild.lines.toggle_stone(p, Color::White);
            }
            Some(wild) => {
                self.lines.toggle_stone(p, color);
                wild.lines.toggle_stone(p, color);
            }
        }
    }

    fn forget_wild(&mut self, p: Point) {
        if let Some(wild) = &mut self.wild
            && wild.stone == Some(p)
        {
            wild.stone = None;
        }
    }

    #[inline]
    fn refresh_around(&mut self, p: Point) {
        match (self.wild.is_some(), self.tables.reach()) {
            (false, 4) => self.refresh::<4, false>(p),
            (false, _) => self.refresh::<5, false>(p),
            (true, 4) => self.refresh::<4, true>(p),
            (true, _) => self.refresh::<5, true>(p),
        }
    }

    /// Brings the empty points around a changed point up to date.
    #[inline]
    fn refresh<const REACH: usize, const WILD: bool>(&mut self, p: Point) {
        let tables = self.tables;
        // First find what changes, without a branch that could be guessed wrong; then change it.
        let mut changed = [0u32; TOUCHED];
        let mut count = 0;
        for dir in Dir::ALL {
            let place = place_of_index(p.index(), dir);
            // Turned so that the window around cell −REACH starts at bit 0.
            let turn = (2 * place.cell).wrapping_sub(2 * (REACH as u32 + 5)) & 63;
            let word = self.lines.word(place.line).rotate_right(turn);
            let white = match &self.wild {
                Some(wild) if WILD => wild.lines.word(place.line).rotate_right(turn),
                _ => word,
            };
            let lift = 8 * dir as u32;
            for i in (0..=2 * REACH).filter(|&i| i != REACH) {
                let window = word >> (2 * i);
                let mut shapes = tables.packed::<REACH>(window);
                if WILD {
                    shapes = shapes & 0x0F | tables.packed::<REACH>(white >> (2 * i)) & 0xF0;
                }
                let step = (i as i32 - REACH as i32) * dir.offset();
                let index = p.index().wrapping_add_signed(step as isize) % CELLS;
                let new =
                    (window >> 10 & 3 == EMPTY) & (shapes != (self.seen[index].0 >> lift) as u8);
                changed[count % TOUCHED] = index as u32 | u32::from(shapes) << 16 | lift << 24;
                count += usize::from(new);
            }
        }
        for &change in &changed[..count.min(TOUCHED)] {
            let (index, shapes, lift) =
                (change as usize % CELLS, change >> 16 & 0xFF, change >> 24);
            let old = self.seen[index];
            self.saved.push(old.with_index(index));
            let new = Seen::new(tables, old.shapes() & !(0xFF << lift) | shapes << lift);
            self.seen[index] = new;
            if new.class_differs(old) && old.threatens() | new.threatens() {
                self.count_change(index, old, new);
            }
        }
    }

    #[inline(never)]
    fn toggle_fours(&mut self, index: usize, old: Seen, new: Seen) {
        for c in [0, 1] {
            if is_four(old.class(c)) != is_four(new.class(c)) {
                self.fours.0[c].toggle(Point::from_raw(index as u16));
            }
        }
    }

    /// Keeps counts and fours when a point's classes change where one of them is a threat.
    #[inline(never)]
    fn count_change(&mut self, index: usize, old: Seen, new: Seen) {
        for c in [0, 1] {
            let (from, to) = (old.class(c), new.class(c));
            if from & THREAT != 0 {
                self.counts.0[c][usize::from(from & 15)] -= 1;
            }
            if to & THREAT != 0 {
                self.counts.0[c][usize::from(to & 15)] += 1;
            }
            if is_four(from) != is_four(to) {
                self.fours.0[c].toggle(Point::from_raw(index as u16));
            }
        }
    }

    /// Shapes and classes of an empty point, read afresh from the lines.
    pub(crate) fn fresh(&self, p: Point) -> Seen {
        let shapes = Dir::ALL.into_iter().fold(0, |shapes, dir| {
            let shape = |c| self.tables.shape(c, self.lines(c).window(p, dir)) as u32;
            let both = shape(Color::Black) | shape(Color::White) << 4;
            shapes | both << (8 * dir as u32)
        });
        Seen::new(self.tables, shapes)
    }

    /// The stones that a stone of `color` on `p` would capture, if the law has captures: pairs that it
    /// flanks, `◇○○●`.
    #[must_use]
    pub fn captures(&self, color: Color, p: Point) -> ArrayVec<Point, MOST_CAPTURED> {
        let mut taken = ArrayVec::new();
        if self.rule.captures.is_none() {
            return taken;
        }
        let lines = self.lines(color);
        let (own, enemy) = (code(color), code(!color));
        for dir in Dir::ALL {
            for sign in [-1, 1] {
                let at = |k: i32| (p.index() as i32 + sign * k * dir.offset()) as usize;
                if [1, 2, 3].map(|k| lines.code_at_index(at(k))) == [enemy, enemy, own] {
                    taken.extend([at(1), at(2)].map(|i| Point::from_raw(i as u16)));
                }
            }
        }
        taken
    }

    /// Takes off what `p` captures.
    #[cold]
    fn capture_around(&mut self, p: Point, color: Color) {
        for pair in self.captures(color, p).chunks(2) {
            for &q in pair {
                self.take_off(q, !color);
            }
            self.key ^= zobrist::pairs(color, self.captured_pairs[color]);
            self.captured_pairs[color] += 1;
            self.key ^= zobrist::pairs(color, self.captured_pairs[color]);
        }
    }

    fn take_off(&mut self, q: Point, color: Color) {
        if let Some(undo) = self.history.last_mut() {
            undo.captured.push(q);
        }
        self.key ^= zobrist::stone(color, q);
        self.stones[color].remove(q);
        self.toggle_stone(q, color);
        self.empty.insert(q);
        self.empty_left += 1;
        // The point was not kept up to date while it was occupied.
        let (old, new) = (self.seen[q.index()], self.fresh(q));
        self.saved.push(old.with_index(q.index()));
        self.seen[q.index()] = new;
        for c in [0, 1] {
            let class = new.class(c);
            self.counts.0[c][usize::from(class & 15)] += u16::from(class & THREAT != 0);
            if is_four(class) {
                self.fours.0[c].insert(q);
            }
        }
        self.refresh_around(q);
    }

    /// The ending after a stone of `color` that made neither five nor foul.
    fn quiet_ending(&self, color: Color) -> Option<Ending> {
        let rule = &*self.rule;
        if let Some(law) = rule.captures
            && self.captured_pairs[color] >= law.pairs_to_win
        {
            return Some(Ending::Win { winner: color, by: WinBy::Captures });
        }
        if let Some(limit) = rule.stone_limit
            && limit.loser == Some(color)
            && self.placed[color] >= limit.stones
        {
            return Some(Ending::Win { winner: !color, by: WinBy::StoneLimit });
        }
        self.draw(!color)
    }

    /// The draw, if it is one, with `next` to move.
    fn draw(&self, next: Color) -> Option<Ending> {
        let rule = &*self.rule;
        if self.empty_left <= rule.draw_at_empty {
            return Some(Ending::Draw(DrawBy::FullBoard));
        }
        if rule.dead_board_draw && self.is_dead() {
            return Some(Ending::Draw(DrawBy::DeadBoard));
        }
        if rule.stone_limit.is_some_and(|limit| self.placed[next] >= limit.stones) {
            return Some(Ending::Draw(DrawBy::StonesOut));
        }
        None
    }

    /// Whether neither side can ever make a five any more. Never so where stones can be captured.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.rule.captures.is_none()
            && Color::ALL.into_iter().all(|c| {
                let law = self.tables.laws()[c];
                !dead_board::can_make_five(self.lines(c), law, self.size, c)
            })
    }
}

/// Whether a class byte is a four or better.
#[inline]
const fn is_four(class: u8) -> bool {
    class & FOUR != 0
}

/// Keys of a colour's stones under each symmetry of the board, the identity first.
fn zobrist_stones(size: BoardSize, color: Color, stones: &PointSet) -> Vec<Key> {
    crate::board::Symmetry::of(size)
        .iter()
        .map(|s| stones.iter().fold(0, |k, p| k ^ zobrist::stone(color, s.apply(size, p))))
        .collect()
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} {}, {} to move", self.rule, self.size, self.to_move)?;
        write!(f, "{}", self.grid())
    }
}

const _: () = assert!(CELLS <= 1 << 16);
