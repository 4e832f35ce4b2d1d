//! What can be asked of a position.

use super::Position;
use super::sight::{Change, ClassCounts, ShapeCode};
use crate::board::zobrist::{self, Key};
use crate::board::{BoardSize, Cell, Color, Dir, Grid, Point, PointSet, Symmetry, notation};
use crate::line::table::FOUL_CANDIDATE;
use crate::line::{Class, LawTables, Lines, Shape};
use crate::rules::{Ending, RuleSpec};

impl Position {
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
            if self.views.wild_stone() == Some(p) { Cell::Wild } else { Cell::Black }
        } else if self.stones[Color::White].contains(p) {
            if self.views.wild_stone() == Some(p) { Cell::Wild } else { Cell::White }
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

    /// All stones with their colours, black's first, each in ascending order; a wild stone has the colour
    /// of the side that placed it.
    #[must_use]
    pub fn colored_stones(&self) -> Vec<(Point, Color)> {
        let of = |color| self.stones[color].iter().map(move |p| (p, color));
        of(Color::Black).chain(of(Color::White)).collect()
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
        self.views.of(color)
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
        self.sight.class_byte(color, p)
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
        self.sight.shape(color, p, dir)
    }

    /// The four shapes that a stone of `color` on `p` would make; 0 where there is a stone.
    #[inline]
    #[must_use]
    pub fn shape_code(&self, color: Color, p: Point) -> ShapeCode {
        self.sight.code(color, p)
    }

    /// What the last stone or pass changed, its own point included: all that an evaluator needs to follow.
    /// `None` where stones were captured, or nothing was played: then everything must be looked at afresh.
    #[inline]
    #[must_use]
    pub fn changes(&self) -> Option<impl Iterator<Item = Change> + '_> {
        let last = self.history.last().filter(|undo| undo.captured.is_empty())?;
        Some(self.sight.changes(&last.sight))
    }

    /// How many empty points have each class from [`Class::Three`] up; lower classes are not counted.
    #[inline]
    #[must_use]
    pub fn counts(&self, color: Color) -> &ClassCounts {
        self.sight.counts(color)
    }

    /// How many empty points have a class, which must be [`Class::Three`] or higher.
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, class: Class) -> u16 {
        self.sight.counts(color)[class as usize]
    }

    /// Empty points where a stone of `color` makes a four or a five.
    #[inline]
    #[must_use]
    pub fn fours(&self, color: Color) -> &PointSet {
        self.sight.fours(color)
    }
}

/// Keys of a colour's stones under each symmetry of the board, the identity first.
fn zobrist_stones(size: BoardSize, color: Color, stones: &PointSet) -> Vec<Key> {
    Symmetry::of(size)
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
