//! The incremental position: play, undo, and what both keep up to date.

use arrayvec::ArrayVec;

use super::capture::MOST_CAPTURED;
use super::sight::{Mark, Sight};
use super::views::Views;
use crate::board::zobrist::{self, Key};
use crate::board::{BoardSize, ByColor, Color, Dir, Point, PointSet, notation};
use crate::line::table::FOUL_CANDIDATE;
use crate::line::{Class, LawTables, Shape};
use crate::rules::{DrawBy, Ending, FoulClaim, RuleSpec, WinBy};

/// Everything that is needed to take a move back.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    pub(super) played: Option<Point>,
    key: Key,
    ending: Option<Ending>,
    pub(super) sight: Mark,
    pub(super) captured: ArrayVec<Point, MOST_CAPTURED>,
}

/// A game in progress under one law.
#[derive(Clone)]
pub struct Position {
    pub(super) rule: std::sync::Arc<RuleSpec>,
    pub(super) tables: &'static LawTables,
    pub(super) size: BoardSize,
    pub(super) to_move: Color,
    pub(super) views: Views,
    pub(super) sight: Sight,
    pub(super) stones: ByColor<PointSet>,
    pub(super) empty: PointSet,
    pub(super) empty_left: u16,
    pub(super) placed: ByColor<u16>,
    pub(super) captured_pairs: ByColor<u16>,
    pub(super) key: Key,
    pub(super) ply: usize,
    pub(super) ending: Option<Ending>,
    pub(super) history: Vec<Undo>,
}

impl Position {
    /// The empty board, black to move.
    #[must_use]
    pub fn new(rule: &RuleSpec, size: BoardSize) -> Position {
        let tables = LawTables::get(rule.line_laws());
        let views = Views::new(size, rule.wild_centre);
        let empty = size.points().collect();
        Position {
            rule: std::sync::Arc::new(rule.clone()),
            tables,
            size,
            to_move: Color::Black,
            sight: Sight::new(tables, &views, &empty),
            views,
            stones: ByColor::both(PointSet::EMPTY),
            empty,
            empty_left: size.area() as u16,
            placed: ByColor::both(0),
            captured_pairs: ByColor::both(0),
            key: 0,
            ply: 0,
            ending: None,
            history: Vec::with_capacity(size.area() + 8),
        }
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
            self.put_back(&undo.captured, !mover);
            self.views.take(p, mover);
            self.stones[mover].remove(p);
            self.empty.insert(p);
            self.empty_left += 1;
            self.placed[mover] -= 1;
            self.sight.restore(&undo.sight);
        }
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
            self.sight.forget();
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

    fn remember(&mut self, played: Option<Point>) {
        self.history.push(Undo {
            played,
            key: self.key,
            ending: self.ending,
            sight: self.sight.mark(),
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
        self.stones[color].insert(p);
        self.empty.remove(p);
        self.empty_left -= 1;
        self.placed[color] += 1;
        self.key ^= zobrist::stone(color, p);
        self.views.put(p, color);
        self.sight.close(p);
        self.sight.refresh(p, &self.views);
    }
}
