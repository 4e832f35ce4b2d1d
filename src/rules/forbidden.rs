//! The fast foul test: line tables for each line, recursion for the threes, no change to any board.
//!
//! ```text
//! foul(p):  five on a line?            → no foul, whatever else
//!           overline, two fours …      → from the line facts alone
//!           two lines with a three?    → each counts only if one of its straight-four points q
//!                                        makes no five and is no foul: foul(q) with p added
//! ```
//!
//! Stones that are only imagined lie in an overlay, a list on the stack through which the
//! windows are read. Every level adds a stone, so the recursion ends.

use crate::board::{Color, Dir, Point};
use crate::line::lines::{self, Place};
use crate::line::table::LineFacts;
use crate::line::{LawTables, Lines};

use super::verdict::Foul;

/// A stone that is imagined on the board, and those imagined before it.
#[derive(Clone, Copy)]
struct Overlay<'a> {
    point: Point,
    below: Option<&'a Overlay<'a>>,
}

/// A colour looking at the lines through imagined stones of its own.
#[derive(Clone, Copy)]
struct View<'a> {
    lines: &'a Lines,
    tables: &'a LawTables,
    color: Color,
}

/// Why a stone of `color` on the empty point `p` is a foul, if it is one.
///
/// `lines` are the lines as `color` sees them, `tables` those of the law.
#[must_use]
pub fn foul(lines: &Lines, tables: &LawTables, color: Color, p: Point) -> Option<Foul> {
    if !tables.laws()[color].has_fouls() {
        return None;
    }
    View { lines, tables, color }.judge(p, None).foul()
}

/// What a stone is, as far as the rules of fouls care.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Five,
    Foul(Foul),
    Ordinary,
}

impl Verdict {
    fn foul(self) -> Option<Foul> {
        match self {
            Verdict::Foul(foul) => Some(foul),
            Verdict::Five | Verdict::Ordinary => None,
        }
    }
}

impl View<'_> {
    fn judge(&self, p: Point, overlay: Option<&Overlay<'_>>) -> Verdict {
        let facts = Dir::ALL.map(|dir| self.facts(p, dir, overlay));
        let law = self.tables.laws()[self.color];
        if facts.iter().any(|f| f.five()) {
            return Verdict::Five;
        }
        if law.overline_foul && facts.iter().any(|f| f.overline()) {
            return Verdict::Foul(Foul::Overline);
        }
        if law.double_four_foul && facts.iter().map(|f| f.fours()).sum::<u32>() >= 2 {
            return Verdict::Foul(Foul::DoubleFour);
        }
        if law.double_three_foul && self.has_two_real_threes(p, &facts, overlay) {
            return Verdict::Foul(Foul::DoubleThree);
        }
        if law.straight_four_foul && facts.iter().any(|f| f.straight_four()) {
            return Verdict::Foul(Foul::StraightFour);
        }
        Verdict::Ordinary
    }

    fn has_two_real_threes(
        &self,
        p: Point,
        facts: &[LineFacts; 4],
        overlay: Option<&Overlay<'_>>,
    ) -> bool {
        let mut left = facts.iter().filter(|f| f.is_three()).count();
        let mut real = 0;
        for (dir, facts) in Dir::ALL.into_iter().zip(facts) {
            if !facts.is_three() {
                continue;
            }
            if real + left < 2 {
                return false;
            }
            left -= 1;
            let with_p = Overlay { point: p, below: overlay };
            if facts.straight_four_points().any(|k| {
                let q = p.index() as i32 + k * dir.offset();
                self.judge(Point::from_raw(q as u16), Some(&with_p)) == Verdict::Ordinary
            }) {
                real += 1;
                if real == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The facts of the line through `p`, the imagined stones included.
    fn facts(&self, p: Point, dir: Dir, mut overlay: Option<&Overlay<'_>>) -> LineFacts {
        let Place { line, cell } = lines::place(p, dir);
        let mut word = self.lines.word(line);
        while let Some(stone) = overlay {
            let at = lines::place(stone.point, dir);
            if at.line == line {
                word |= lines::code(self.color) << (2 * at.cell);
            }
            overlay = stone.below;
        }
        self.tables.line_facts(self.color, lines::window_of(word, cell))
    }
}
