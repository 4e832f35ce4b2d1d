//! Stones on a plain rectangle: the board that reference code, files and pictures use.
//!
//! A grid knows what lies where and nothing else: no history, no side to move, no rule.

use std::fmt;

use super::{BoardSize, Color, Point};

/// What lies on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A stone that counts for whoever looks (common-centre gomoku).
    Wild,
}

impl From<Color> for Cell {
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

impl Cell {
    /// The colour of an ordinary stone.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Wild => None,
        }
    }
}

/// A rectangle of cells.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    size: BoardSize,
    cells: Vec<Cell>,
}

impl Grid {
    /// An empty grid.
    #[must_use]
    pub fn new(size: BoardSize) -> Grid {
        Grid { size, cells: vec![Cell::Empty; size.area()] }
    }

    /// Its size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    fn at(&self, p: Point) -> Option<usize> {
        let size = self.size;
        size.contains(p)
            .then(|| usize::from(p.y()) * usize::from(size.width()) + usize::from(p.x()))
    }

    /// The cell at a point, `None` off the board.
    #[inline]
    #[must_use]
    pub fn get(&self, p: Point) -> Option<Cell> {
        self.at(p).and_then(|i| self.cells.get(i)).copied()
    }

    /// The cell at column `x` and row `y`, `None` off the board.
    #[inline]
    #[must_use]
    pub fn get_xy(&self, x: i32, y: i32) -> Option<Cell> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let width = usize::from(self.size.width());
        // Below the last row there is no cell, so only the column must be asked for.
        if x < width { self.cells.get(y * width + x).copied() } else { None }
    }

    /// Sets a cell; a point off the board changes nothing and returns false.
    pub fn set(&mut self, p: Point, cell: Cell) -> bool {
        match self.at(p).and_then(|i| self.cells.get_mut(i)) {
            Some(c) => {
                *c = cell;
                true
            }
            None => false,
        }
    }

    /// All cells, row by row from row 1, each row from `a`.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().copied()
    }

    /// Number of cells that equal `cell`.
    #[must_use]
    pub fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|&&c| c == cell).count()
    }

    /// Whether no cell is empty.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.count(Cell::Empty) == 0
    }

    /// The empty points in ascending order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&p| self.get(p) == Some(Cell::Empty))
    }
}

impl fmt::Display for Grid {
    /// Rows from the top (highest number) down: `●` black, `○` white, `◎` wild, `.` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..i32::from(self.size.height())).rev() {
            for x in 0..i32::from(self.size.width()) {
                if x > 0 {
                    f.write_str(" ")?;
                }
                f.write_str(match self.get_xy(x, y) {
                    Some(Cell::Black) => "●",
                    Some(Cell::White) => "○",
                    Some(Cell::Wild) => "◎",
                    _ => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
