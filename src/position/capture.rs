//! Pairs that are taken off the board (penta).

use arrayvec::ArrayVec;

use super::Position;
use crate::board::{Color, Dir, Point, zobrist};
use crate::line::lines::code;

/// The most stones that one move can capture: a pair in each of eight directions.
pub const MOST_CAPTURED: usize = 16;

impl Position {
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
    pub(super) fn capture_around(&mut self, p: Point, color: Color) {
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
        self.empty.insert(q);
        self.empty_left += 1;
        self.views.take(q, color);
        // The point was not kept up to date while it was occupied.
        self.sight.open(q, &self.views);
        self.sight.refresh(q, &self.views);
    }

    /// Lays captured stones back on the board; what they look like is restored with everything else.
    pub(super) fn put_back(&mut self, captured: &[Point], color: Color) {
        for &q in captured {
            self.views.put(q, color);
            self.stones[color].insert(q);
            self.empty.remove(q);
        }
        self.empty_left -= captured.len() as u16;
        self.captured_pairs[!color] -= captured.len() as u16 / 2;
    }
}
