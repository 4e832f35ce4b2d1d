//! Where one more stone turns the verdict on a foul.

use crate::board::{Color, Dir, Point, PointSet};
use crate::line::LawTables;
use crate::line::lines::{self, Lines, Place};
use crate::rules::forbidden;

/// The verdict on a stone of a colour on an empty point.
#[derive(Clone, Copy)]
pub(super) struct Verdict<'a> {
    /// The lines as that colour sees them.
    pub(super) lines: &'a Lines,
    pub(super) tables: &'a LawTables,
    pub(super) color: Color,
    pub(super) point: Point,
}

impl Verdict<'_> {
    fn is_foul(&self, lines: &Lines) -> bool {
        forbidden::foul(lines, self.tables, self.color, self.point).is_some()
    }

    /// Those of the points where a stone of `by` makes a foul of what is none, or the reverse. Points that
    /// are not empty are passed over.
    pub(super) fn turned_on(&self, points: &PointSet, by: Color) -> PointSet {
        let mut lines = self.lines.clone();
        let foul = self.is_foul(&lines);
        let turns = |&q: &Point| {
            if q == self.point || lines.code_at(q) != lines::EMPTY {
                return false;
            }
            lines.toggle_stone(q, by);
            let turns = self.is_foul(&lines) != foul;
            lines.toggle_stone(q, by);
            turns
        };
        points.iter().filter(turns).collect()
    }

    /// The empty points so near on the point's own lines that what a stone there makes of them can count.
    pub(super) fn near(&self) -> PointSet {
        let mut near = PointSet::EMPTY;
        for dir in Dir::ALL {
            let Place { line, cell } = lines::place(self.point, dir);
            for cell in cell - 5..=cell + 5 {
                if self.lines.word(line) >> (2 * cell) & 3 == lines::EMPTY {
                    near.insert(lines::point_at(line, cell));
                }
            }
        }
        near
    }
}
