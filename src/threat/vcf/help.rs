//! Where one more stone of the attacker's could make a win by fours.
//!
//! A search for fours has found no win. Which further stone could change that, and so be a threat?
//!
//! ```text
//! ● ● ◇ ● ◆      the fours that were tried: ◇ with its stop ◆, and what followed
//! · h ● h ● h    a window with two stones that the search came across, clean of the defender's: with a
//!                stone on h it would have had one four more to try
//! ```
//!
//! Take a win that needs the new stone, and the first of its moves that the search did not have. Up to there
//! it went the same way, unless the stone lies on a four or a stop of it. So at one of the positions that the
//! search has seen the stone
//!
//! 1. lies with two stones of the attacker's or more in a window of five cells that holds none of the
//!    defender's, and so makes a new four there, or a five: also if it lies on a four or a stop;
//! 2. lies where the defender threatened a five after one of his stops, and so spares the attacker the answer;
//! 3. turns the verdict on a foul: the attacker's four that was forbidden, the defender's stop that was not.
//!
//! The points of 1 to 3 are the **help** of the search. A stone elsewhere, as long as it makes no four, leaves the
//! search as it was. This is the zone of [`crate::threat::vct`] seen from the other side: there a win, and the
//! stones that could spoil it; here none, and the stones that could bring it about.
//!
//! What an earlier search has found out would hide the positions from which this one was to learn, so that it has
//! a table of its own.

use super::fours::FourBoard;
use super::table::Table;
use crate::base::bits::Bits;
use crate::board::{Color, Point, PointSet};
use crate::line::LawTables;
use crate::line::lines::{LINES, point_at};
use crate::rules::Foul;
use crate::threat::turns::Verdict;

/// Entries of the table for one search.
const SEEN: usize = 1 << 12;

/// What a search collects.
pub(super) struct Help {
    /// Cells of the lines, at their low bits.
    cells: [u64; LINES],
    points: PointSet,
    /// The points that were empty at first.
    empty: PointSet,
    /// What this search has seen.
    pub(super) seen: Table,
}

impl Help {
    pub(super) fn new() -> Help {
        Help {
            cells: [0; LINES],
            points: PointSet::EMPTY,
            empty: PointSet::EMPTY,
            seen: Table::new(SEEN),
        }
    }

    /// Begins a search from a position with these empty points.
    pub(super) fn begin(&mut self, empty: PointSet) {
        self.cells.fill(0);
        self.points = PointSet::EMPTY;
        self.empty = empty;
        self.seen.clear();
    }

    /// All that was collected.
    pub(super) fn points(&self) -> PointSet {
        let mut points = self.points;
        for (line, &cells) in self.cells.iter().enumerate() {
            points.extend(Bits(cells).map(|bit| point_at(line, bit / 2)));
        }
        points.intersection(&self.empty)
    }

    /// At the first position: the windows of the whole board.
    pub(super) fn on(&mut self, board: &FourBoard) {
        for (line, cells) in self.cells.iter_mut().enumerate() {
            *cells |= board.helped(line);
        }
    }

    /// After a four: the windows that it has a part in. All others were there before.
    #[inline]
    pub(super) fn through(&mut self, board: &FourBoard, four: Point) {
        for line in FourBoard::lines_through(four) {
            self.cells[line] |= board.helped(line);
        }
    }

    /// A five of the defender's that the attacker must stop.
    #[inline]
    pub(super) fn must(&mut self, five: Point) {
        self.points.insert(five);
    }

    /// Fives of the defender's, more than one, in which a stop has a part.
    pub(super) fn fives_through(&mut self, board: &FourBoard, stop: Point) {
        for line in FourBoard::lines_through(stop) {
            self.cells[line] |= board.fives_on(line);
        }
    }

    /// A four of the attacker's that is a foul.
    pub(super) fn forbidden_four(
        &mut self,
        board: &FourBoard,
        tables: &LawTables,
        us: Color,
        four: Point,
        foul: Foul,
    ) {
        let verdict = Verdict { lines: board.lines(), tables, color: us, point: four };
        let turned = match foul {
            // A stone more leaves it an overline, or makes it a five: then it lies in a window with the four.
            Foul::Overline => return,
            // It has to do with nothing but what lies near on the same lines.
            Foul::DoubleFour => verdict.turned_on(&verdict.near(), us),
            Foul::DoubleThree | Foul::StraightFour => verdict.turned_on(&self.empty, us),
        };
        self.points = self.points.union(&turned);
    }

    /// A stop of the defender's that looks like a foul and is none, the four being there.
    pub(super) fn allowed_stop(
        &mut self,
        board: &FourBoard,
        tables: &LawTables,
        us: Color,
        stop: Point,
    ) {
        let verdict = Verdict { lines: board.lines(), tables, color: !us, point: stop };
        self.points = self.points.union(&verdict.turned_on(&self.empty, us));
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{BoardSize, Point};
    use crate::line::Class;
    use crate::position::Position;
    use crate::rules::RuleSpec;
    use crate::threat::vcf::plain::is_plain;
    use crate::threat::{Vcf, VcfFound, VcfLimit};

    /// Stones close together, many of the side to move's: fours abound.
    fn random_position(rng: &mut fastrand::Rng, rule: &RuleSpec) -> Position {
        let size = BoardSize::new(rng.i64(8..=13), rng.i64(8..=13)).unwrap();
        let mut position = Position::new(rule, size);
        let near: Vec<Point> = size.points().filter(|_| rng.u8(..3) > 0).collect();
        for _ in 0..rng.usize(8..40) {
            let p = near[rng.usize(..near.len())];
            if position.is_empty_at(p) && position.legality(p).is_ok() {
                position.play(p);
                if position.ending().is_some() {
                    position.undo();
                }
            }
        }
        position
    }

    /// No stone that is not named makes a win, on random boards of all laws, and most that do are no sleeping
    /// threes at first sight.
    #[test]
    fn no_stone_that_helps_is_missing() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut vcf = Vcf::new(1 << 14);
        let limit = VcfLimit { fours: 200, nodes: 20_000 };
        let (mut boards, mut named, mut wins, mut weak) = (0, 0, 0, 0);
        for n in 0..20_000 {
            let rule = &RuleSpec::all()[n % RuleSpec::all().len()];
            let mut position = random_position(&mut rng, rule);
            let us = position.to_move();
            let fives = position.count(us, Class::Five) + position.count(!us, Class::Five);
            if !is_plain(&position) || fives > 0 {
                continue;
            }
            if vcf.find_or_help(&mut position, limit, &mut |_| false) != VcfFound::NoWin {
                continue;
            }
            let help = *vcf.help();
            boards += 1;
            let quiet = position.empty().minus(position.fours(us));
            for p in quiet.iter().filter(|&p| position.legality(p).is_ok()).collect::<Vec<_>>() {
                let class = position.class(us, p);
                named += usize::from(help.contains(p));
                position.play(p);
                position.pass();
                vcf.clear();
                let found = vcf.find(&mut position, limit, &mut |_| false);
                position.undo();
                position.undo();
                if let VcfFound::Win { .. } = found {
                    assert!(help.contains(p), "{rule} {position:?} {p}");
                    wins += 1;
                    weak += usize::from(class <= Class::Weak);
                }
            }
        }
        assert!(boards > 5_000 && wins > 30_000 && weak > 1_000, "{boards} {named} {wins} {weak}");
    }
}
