//! The incremental position: play, undo, hash, and for every empty point what a stone would make.
//!
//! A move changes the line tables' view of at most forty points (five on either side on four
//! lines). Each such point keeps its four shapes for both colours in one eight-byte [`Seen`]; the old
//! value goes on a stack, so that undoing a move only copies it back.

use arrayvec::ArrayVec;

use crate::board::point::CELLS;
use crate::board::zobrist::{self, Key};
use crate::board::{BoardSize, ByColor, Cell, Color, Dir, Grid, Point, PointSet, notation};
use crate::line::class::CLASSES;
use crate::line::lines::{self, EMPTY, code, place_of_index, window_of};
use crate::line::table::FOUL_CANDIDATE;
use crate::line::{Class, LawTables, Lines, Shape};
use crate::rules::{DrawBy, Ending, FoulClaim, RuleSpec, WinBy, dead_board};

/// What a stone of each colour would make on an empty point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Four bits a direction.
    pub(crate) shapes: [u16; 2],
    /// Class and foul flag.
    pub(crate) class: [u8; 2],
}

/// A changed point as it was.
#[derive(Clone, Copy, Debug)]
struct Saved {
    index: u16,
    seen: Seen,
}

/// How many empty points have each class, for one colour.
pub type ClassCounts = [u16; CLASSES];

/// The most stones that one move can capture: a pair in each of eight directions.
const MOST_CAPTURED: usize = 16;

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
    saved: Vec<Saved>,
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
                position.counts[color][usize::from(seen.class[color.index()] & 15)] += 1;
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
        self.seen[p.index() % CELLS].class[color.index()]
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
        let packed = self.seen[p.index() % CELLS].shapes[color.index()];
        Shape::from_nibble((packed >> (4 * dir as u16)) as u8)
    }

    /// How many empty points have each class for a colour.
    #[inline]
    #[must_use]
    pub fn counts(&self, color: Color) -> &ClassCounts {
        &self.counts[color]
    }

    /// How many empty points have one class for a colour.
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
        if self.rule.captures.is_some() {
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
        if second {
            self.ending = Some(Ending::Draw(DrawBy::TwoPasses));
        }
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
                let Some(Saved { index, seen }) = self.saved.pop() else { break };
                let index = usize::from(index) % CELLS;
                let now = std::mem::replace(&mut self.seen[index], seen);
                for c in [0, 1] {
                    if is_four(now.class[c]) != is_four(seen.class[c]) {
                        self.fours.0[c].toggle(Point::from_raw(index as u16));
                    }
                }
            }
            // Occupied points are never members.
            for q in std::iter::once(p).chain(undo.captured.iter().copied()) {
                let seen = self.seen[q.index() % CELLS];
                for c in [0, 1] {
                    let four = is_four(seen.class[c]) && self.empty.contains(q);
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
            None if stones.is_empty() => None,
            None => self.quiet_ending(!to_move),
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
            let class = seen.class[c];
            self.counts.0[c][usize::from(class & 15)] -= 1;
            if is_four(class) {
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
        for dir in Dir::ALL {
            let place = place_of_index(p.index(), dir);
            let word = self.lines.word(place.line);
            let white = match &self.wild {
                Some(wild) if WILD => wild.lines.word(place.line),
                _ => word,
            };
            let lift = 4 * dir as u32;
            let reach = REACH as i32;
            for k in (-reach..=reach).filter(|&k| k != 0) {
                let cell = place.cell.wrapping_add_signed(k);
                if word >> (2 * cell & 63) & 3 != EMPTY {
                    continue;
                }
                let mut packed = tables.packed::<REACH>(window_of(word, cell));
                if WILD {
                    packed = packed & 0x0F | tables.packed::<REACH>(window_of(white, cell)) & 0xF0;
                }
                let index = p.index().wrapping_add_signed((k * dir.offset()) as isize);
                let old = self.seen[index % CELLS];
                let shapes = [
                    old.shapes[0] & !(15 << lift) | u16::from(packed & 15) << lift,
                    old.shapes[1] & !(15 << lift) | u16::from(packed >> 4) << lift,
                ];
                if shapes != old.shapes {
                    self.change(index % CELLS, old, shapes);
                }
            }
        }
    }

    /// Gives a point new shapes, and everything that follows from them.
    #[inline]
    fn change(&mut self, index: usize, old: Seen, shapes: [u16; 2]) {
        self.saved.push(Saved { index: index as u16, seen: old });
        let class = [
            self.tables.class_byte(Color::Black, shapes[0]),
            self.tables.class_byte(Color::White, shapes[1]),
        ];
        for c in [0, 1] {
            if class[c] != old.class[c] {
                self.counts.0[c][usize::from(old.class[c] & 15)] -= 1;
                self.counts.0[c][usize::from(class[c] & 15)] += 1;
                if is_four(class[c]) != is_four(old.class[c]) {
                    self.fours.0[c].toggle(Point::from_raw(index as u16));
                }
            }
        }
        self.seen[index] = Seen { shapes, class };
    }

    /// Shapes and classes of an empty point, read afresh from the lines.
    pub(crate) fn fresh(&self, p: Point) -> Seen {
        let shapes = Color::ALL.map(|c| {
            Dir::ALL.into_iter().fold(0u16, |packed, dir| {
                let shape = self.tables.shape(c, self.lines(c).window(p, dir));
                packed | (shape as u16) << (4 * dir as u16)
            })
        });
        let class = Color::ALL.map(|c| self.tables.class_byte(c, shapes[c.index()]));
        Seen { shapes, class }
    }

    /// Takes off every pair of enemy stones that `p` flanks: `◇○○●` becomes `◇··●`.
    #[cold]
    fn capture_around(&mut self, p: Point, color: Color) {
        let (own, enemy) = (code(color), code(!color));
        for dir in Dir::ALL {
            for sign in [-1, 1] {
                let at = |k: i32| (p.index() as i32 + sign * k * dir.offset()) as usize;
                let codes = [1, 2, 3].map(|k| self.lines(color).code_at_index(at(k)));
                if codes != [enemy, enemy, own] {
                    continue;
                }
                for q in [at(1), at(2)].map(|i| Point::from_raw(i as u16)) {
                    self.take_off(q, !color);
                }
                self.key ^= zobrist::pairs(color, self.captured_pairs[color]);
                self.captured_pairs[color] += 1;
                self.key ^= zobrist::pairs(color, self.captured_pairs[color]);
            }
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
        self.saved.push(Saved { index: q.index() as u16, seen: old });
        self.seen[q.index()] = new;
        for c in [0, 1] {
            self.counts.0[c][usize::from(new.class[c] & 15)] += 1;
            if is_four(new.class[c]) {
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
        if let Some(limit) = rule.stone_limit {
            if limit.loser == Some(color) && self.placed[color] >= limit.stones {
                return Some(Ending::Win { winner: !color, by: WinBy::StoneLimit });
            }
            if self.placed[!color] >= limit.stones {
                return Some(Ending::Draw(DrawBy::StonesOut));
            }
        }
        if self.empty_left <= rule.draw_at_empty {
            return Some(Ending::Draw(DrawBy::FullBoard));
        }
        if rule.dead_board_draw && self.is_dead() {
            return Some(Ending::Draw(DrawBy::DeadBoard));
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
    class & 15 >= Class::Four as u8
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

const _: () = assert!(size_of::<Seen>() == 6);
const _: () = assert!(lines::WALL == 3);
