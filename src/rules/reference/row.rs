//! Unbroken rows through a point, and which of them is a five.

use crate::board::{Cell, Color, Dir, Grid, Point};
use crate::rules::law::{FiveLaw, RuleSpec};

/// A cell as one colour sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A stone of that colour, or a wild one.
    Own,
    /// A stone of the other colour.
    Enemy,
    /// Nothing lies there.
    Empty,
    /// Beyond the edge.
    Off,
}

/// What `color` sees `k` steps from `p` along a line (`k` may be negative).
#[inline]
#[must_use]
pub fn look(grid: &Grid, color: Color, p: Point, dir: Dir, k: i32) -> Seen {
    let (dx, dy) = dir.step();
    match grid.get_xy(i32::from(p.x()) + k * dx, i32::from(p.y()) + k * dy) {
        None => Seen::Off,
        Some(Cell::Empty) => Seen::Empty,
        Some(Cell::Wild) => Seen::Own,
        Some(cell) if cell == Cell::from(color) => Seen::Own,
        Some(_) => Seen::Enemy,
    }
}

/// The longest unbroken row of one colour through a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The point it was looked for from.
    pub through: Point,
    /// Its direction.
    pub dir: Dir,
    /// Stones before `through`.
    pub before: i32,
    /// Stones after `through`.
    pub behind: i32,
}

impl Row {
    /// The row of `color` through `p`, with `p` itself taken as a stone of that colour.
    #[inline]
    #[must_use]
    pub fn through(grid: &Grid, color: Color, p: Point, dir: Dir) -> Row {
        let count = |step: i32| {
            let mut stones = 0;
            while look(grid, color, p, dir, (stones + 1) * step) == Seen::Own {
                stones += 1;
            }
            stones
        };
        Row { through: p, dir, before: count(-1), behind: count(1) }
    }

    /// Number of stones, `through` included.
    #[must_use]
    pub fn length(&self) -> i32 {
        self.before + 1 + self.behind
    }

    /// Its points, in the direction of the line.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let row = *self;
        let (dx, dy) = row.dir.step();
        (-row.before..=row.behind).filter_map(move |k| row.through.offset(k * dx, k * dy))
    }

    /// Whether a point is one of its stones.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.points().any(|q| q == p)
    }

    /// What lies just before its first and just after its last stone.
    #[must_use]
    pub fn ends(&self, grid: &Grid, color: Color) -> [Seen; 2] {
        [-self.before - 1, self.behind + 1].map(|k| look(grid, color, self.through, self.dir, k))
    }

    /// The two cells just outside the row, where they are empty.
    #[must_use]
    pub fn open_ends(&self, grid: &Grid, color: Color) -> Vec<Point> {
        let (dx, dy) = self.dir.step();
        [-self.before - 1, self.behind + 1]
            .into_iter()
            .filter(|&k| look(grid, color, self.through, self.dir, k) == Seen::Empty)
            .filter_map(|k| self.through.offset(k * dx, k * dy))
            .collect()
    }

    /// Whether this row wins: five stones (under a blockable law not with an enemy stone at both
    /// ends), or six and more where an overline wins.
    ///
    /// ```text
    ///   · ● ● ● ● ● ·     wins everywhere
    ///   ○ ● ● ● ● ● ○     nothing in caro, a five elsewhere
    ///   ○ ● ● ● ● ● |     wins everywhere: the edge never blocks
    ///   ○ ● ● ● ● ● ● ○   wins where an overline wins, blocked or not
    /// ```
    #[inline]
    #[must_use]
    pub fn wins(&self, grid: &Grid, five: FiveLaw, color: Color) -> bool {
        match self.length() {
            ..=4 => false,
            5 => !(five.blockable && self.ends(grid, color) == [Seen::Enemy; 2]),
            6.. => five.overline_wins,
        }
    }
}

/// Whether a stone of `color` on `p` stands in a row that wins, on the board as it stands.
#[must_use]
pub fn stands_in_five(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> bool {
    let five = law.five[color];
    Dir::ALL.into_iter().any(|dir| Row::through(grid, color, p, dir).wins(grid, five, color))
}

/// Every row that wins for `color` through a stone put on `p`, on the board as it stands.
#[must_use]
pub fn rows_of_five(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Vec<Row> {
    Dir::ALL
        .into_iter()
        .map(|dir| Row::through(grid, color, p, dir))
        .filter(|row| row.wins(grid, law.five[color], color))
        .collect()
}

/// The points of the first five that a stone of `color` on the empty `p` makes, on the board as it
/// stands: nothing is captured first. `None` where it makes none, or where `p` is not empty.
#[must_use]
pub fn makes_five(grid: &Grid, law: &RuleSpec, color: Color, p: Point) -> Option<Vec<Point>> {
    if !super::is_empty(grid, p) {
        return None;
    }
    rows_of_five(grid, law, color, p).first().map(|row| row.points().collect())
}
