//! The stones of a board as line words: each row, column and diagonal is one `u64`, two bits a cell.
//!
//! ```text
//! cell   31 … 26 │ 25 … 5 │ 4 3 2 1 0        00 empty   01 black   10 white   11 wall
//!        wall    │ board  │ wall
//! ```
//!
//! A point sees its surroundings on a line with one shift; the edge needs no test, since everything
//! beyond it is wall.

use crate::board::point::{CELLS, STRIDE};
use crate::board::{BoardSize, Color, Dir, Point};

/// Rows, columns and the two kinds of diagonals: 32 + 32 + 64 + 64.
pub(crate) const LINES: usize = 192;

/// Two-bit code of an empty cell.
pub const EMPTY: u64 = 0;
/// Two-bit code of a cell beyond the edge.
pub const WALL: u64 = 3;

/// Two-bit code of a stone: 1 for black, 2 for white.
#[inline]
#[must_use]
pub const fn code(color: Color) -> u64 {
    color as u64 + 1
}

/// Where a point lies on one of its four lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of the line word.
    pub line: usize,
    /// Cell within the line, 5…26 on the board.
    pub cell: u32,
}

/// The line through a point in a direction, and the point's cell on it.
#[inline]
#[must_use]
pub fn place(p: Point, dir: Dir) -> Place {
    place_of_index(p.index(), dir)
}

/// The same for a raw point index.
#[inline]
pub(crate) fn place_of_index(index: usize, dir: Dir) -> Place {
    let (x, y) = (index % STRIDE, index / STRIDE % STRIDE);
    match dir {
        Dir::Horizontal => Place { line: y, cell: x as u32 },
        Dir::Vertical => Place { line: 32 + x, cell: y as u32 },
        Dir::Diagonal => Place { line: 64 + (x + 32 - y), cell: y as u32 },
        Dir::AntiDiagonal => Place { line: 128 + (x + y), cell: y as u32 },
    }
}

/// The point in a cell of a line: the inverse of [`place`], for cells of the board.
#[inline]
pub(crate) fn point_at(line: usize, cell: u32) -> Point {
    let y = cell as usize;
    let index = match line / 32 {
        0 => line * STRIDE + y,
        1 => y * STRIDE + line - 32,
        2 | 3 => y * (STRIDE + 1) + line - 96,
        _ => y * (STRIDE - 1) + line - 128,
    };
    Point::from_raw(index as u16)
}

/// All lines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    words: [u64; LINES],
}

impl Lines {
    /// An empty board: walls around a field of empty cells.
    #[must_use]
    pub fn new(size: BoardSize) -> Lines {
        let mut lines = Lines { words: [u64::MAX; LINES] };
        for p in size.points() {
            lines.toggle(p, WALL);
        }
        lines
    }

    /// Exclusive-ors a code into a point's cell on its four lines.
    #[inline]
    fn toggle(&mut self, p: Point, code: u64) {
        for dir in Dir::ALL {
            let Place { line, cell } = place(p, dir);
            self.words[line] ^= code << (2 * cell);
        }
    }

    /// Puts a stone on an empty point, or takes that stone off again.
    #[inline]
    pub fn toggle_stone(&mut self, p: Point, color: Color) {
        self.toggle(p, code(color));
    }

    /// The word of a line.
    #[inline]
    #[must_use]
    pub fn word(&self, line: usize) -> u64 {
        self.words[line % LINES]
    }

    /// Two-bit code of a point.
    #[inline]
    #[must_use]
    pub fn code_at(&self, p: Point) -> u64 {
        self.code_at_index(p.index())
    }

    /// Two-bit code of a raw point index, the margin included.
    #[inline]
    pub(crate) fn code_at_index(&self, index: usize) -> u64 {
        debug_assert!(index < CELLS);
        self.words[index / STRIDE % STRIDE] >> (2 * (index % STRIDE)) & 3
    }

    /// The eleven cells around a point of the board on one of its lines; see [`super::window`].
    #[inline]
    #[must_use]
    pub fn window(&self, p: Point, dir: Dir) -> u64 {
        let Place { line, cell } = place(p, dir);
        window_of(self.words[line], cell)
    }
}

/// Cuts the window around a cell (5…26) out of a line word: cell −5 lands in the lowest two bits,
/// the centre in bits 10 and 11, cell +5 in bits 20 and 21. Higher bits are left as they fall.
#[inline]
#[must_use]
pub const fn window_of(word: u64, cell: u32) -> u64 {
    word >> ((2 * cell).wrapping_sub(10) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_the_board_are_neighbours_on_the_line() {
        let size = BoardSize::new(22, 22).unwrap();
        for p in size.points() {
            for dir in Dir::ALL {
                let (dx, dy) = dir.step();
                let Some(q) = p.offset(dx, dy) else { continue };
                let (a, b) = (place(p, dir), place(q, dir));
                assert_eq!((point_at(a.line, a.cell), point_at(b.line, b.cell)), (p, q));
                assert_eq!(a.line, b.line);
                assert_eq!(a.cell + 1, b.cell);
                assert_eq!(p.index() as i32 + dir.offset(), q.index() as i32);
            }
        }
    }

    #[test]
    fn a_stone_is_seen_on_all_four_lines() {
        let size = BoardSize::new(9, 6).unwrap();
        for p in size.points() {
            let mut lines = Lines::new(size);
            lines.toggle_stone(p, Color::White);
            for dir in Dir::ALL {
                assert_eq!(lines.window(p, dir) >> 10 & 3, code(Color::White));
                let (dx, dy) = dir.step();
                for k in [-5i32, -1, 1, 5] {
                    let (x, y) = (i32::from(p.x()) + k * dx, i32::from(p.y()) + k * dy);
                    let expected =
                        if size.point(x.into(), y.into()).is_some() { EMPTY } else { WALL };
                    assert_eq!(
                        lines.window(p, dir) >> (10 + 2 * k) & 3,
                        expected,
                        "{p} {dir:?} {k}"
                    );
                }
            }
        }
    }
}
