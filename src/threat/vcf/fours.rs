//! Where a side can make fours: its windows of five cells with three stones.
//!
//! ```text
//! ● ● ◇ ● ◆      a window of five cells, three stones of the attacker and nothing else:
//!                a stone on one of the two empty cells is a four, the other one is its stop
//! ```
//!
//! True where a five can only be stopped on its very point and no stone is ever taken off. Of all that a
//! position keeps up to date, a search for fours needs only this, and it is found for a whole line at once:
//! bit `2s` of a line's windows stands for the five cells from cell `s` on.

use arrayvec::ArrayVec;

use crate::base::bits::Bits;
use crate::board::{BoardSize, ByColor, Color, Dir, Point};
use crate::line::LawTables;
use crate::line::lines::{LINES, Lines, Place, place, point_at};
use crate::position::Position;

/// The low bit of every cell of a line word.
const CELLS: u64 = 0x5555_5555_5555_5555;
/// The five cells of the window from cell 0 on, and the nine from which a window can reach the middle one.
const WINDOW: u64 = 0x155;
const NINE: u64 = 0x1_5555;

/// A line as one colour sees it: the low bits of the cells with its stones, and of the empty ones.
#[derive(Clone, Copy)]
struct Sides {
    own: u64,
    empty: u64,
}

impl Sides {
    #[inline]
    fn of(word: u64, color: Color) -> Sides {
        let high = color as u32;
        let own = (word >> high) & !(word >> (1 - high)) & CELLS;
        Sides { own, empty: !(word | word >> 1) & CELLS }
    }

    /// Windows whose cells are all own or empty and would make a five; only those, if `exact`, with no
    /// own stone next to them.
    #[inline]
    fn clean(self, exact: bool) -> u64 {
        let free = self.own | self.empty;
        let two = free & free >> 2;
        let clean = two & two >> 4 & free >> 8;
        if exact { clean & !(self.own << 2 | self.own >> 10) } else { clean }
    }

    /// Clean windows with one and with two empty cells.
    #[inline]
    fn windows(self, exact: bool) -> [u64; 2] {
        let e = |k: u32| self.empty >> (2 * k);
        let (one_a, two_a) = (e(0) ^ e(1), e(0) & e(1));
        let (one_b, two_b) = (e(2) ^ e(3), e(2) & e(3));
        // The sum of four cells in binary, then the fifth.
        let ones = one_a ^ one_b;
        let twos = two_a ^ two_b | one_a & one_b;
        let fours = two_a & two_b;
        let clean = self.clean(exact);
        let last = e(4);
        let one = !twos & !fours & (ones ^ last);
        let two = twos & !(ones | last) | ones & last & !twos;
        [one & clean, two & clean]
    }

    /// Clean windows with two own stones or more.
    #[inline]
    fn with_two(self, exact: bool) -> u64 {
        let e = |k: u32| self.empty >> (2 * k);
        let (one_a, two_a) = (e(0) ^ e(1), e(0) & e(1));
        let (one_b, two_b) = (e(2) ^ e(3), e(2) & e(3));
        // The others have four empty cells among the first four, or three there and the last.
        let four = two_a & two_b;
        let three = two_a & one_b | one_a & two_b;
        self.clean(exact) & !(four | three & e(4))
    }
}

/// Whether fewer than three bits are set, without counting them all.
#[inline]
fn fewer_than_three(bits: u64) -> bool {
    let but_one = bits & bits.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) == 0
}

/// Every cell of the windows.
#[inline]
fn cells_of(windows: u64) -> u64 {
    let two = windows | windows << 2;
    two | two << 4 | windows << 8
}

/// Points where a side can make a five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fives {
    None,
    One(Point),
    More,
}

/// A way to make a four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Four {
    pub(super) four: Point,
    /// The point of the five that the window then threatens.
    pub(super) stop: Point,
}

/// Lines whose windows have changed, as they were.
pub(super) type Changed = ArrayVec<(u8, u64), 8>;

/// The lines of a board, and the windows in which the attacker can make fours.
pub(super) struct FourBoard {
    lines: Lines,
    us: Color,
    /// Whether six are no five, for each colour.
    exact: ByColor<bool>,
    /// Zero for the lines that are not active.
    windows: [u64; LINES],
    /// The lines that have such windows, as bits.
    active: [u64; LINES / 64],
}

impl FourBoard {
    /// A board that stands for no position yet.
    pub(super) fn new() -> FourBoard {
        FourBoard {
            lines: Lines::new(BoardSize::FIFTEEN),
            us: Color::Black,
            exact: ByColor::both(false),
            windows: [0; LINES],
            active: [0; LINES / 64],
        }
    }

    /// Takes over a position in which the side to move, the attacker, has no five to make.
    pub(super) fn load(&mut self, position: &Position) {
        for (word, lines) in self.active.iter_mut().enumerate() {
            for bit in Bits(std::mem::take(lines)) {
                self.windows[word * 64 + bit as usize] = 0;
            }
        }
        self.us = position.to_move();
        self.lines.clone_from(position.lines(self.us));
        self.exact = ByColor(position.tables().laws().0.map(|law| !law.overline_wins));
        for p in position.fours(self.us).iter() {
            for dir in Dir::ALL {
                let line = place(p, dir).line;
                if position.shape(self.us, p, dir).is_four() && self.windows[line] == 0 {
                    self.set(line, self.read(line));
                }
            }
        }
    }

    /// Whether there is a window in which a four can be made.
    #[inline]
    pub(super) fn has_windows(&self) -> bool {
        self.active.iter().any(|&word| word != 0)
    }

    /// Class and flags of what a stone of `color` would make on an empty point.
    #[inline]
    pub(super) fn class_byte(&self, tables: &LawTables, color: Color, p: Point) -> u8 {
        let packed = Dir::ALL.into_iter().fold(0, |packed, dir| {
            let shape = tables.shape(color, self.lines.window(p, dir));
            packed | (shape as usize) << (4 * dir.index())
        });
        tables.classes()[color.index()][packed]
    }

    /// The lines, as both sides see them.
    #[inline]
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Lays a stone on an empty point, or takes it off again. The windows stay as they were.
    #[inline]
    pub(super) fn toggle(&mut self, p: Point, color: Color) {
        self.lines.toggle_stone(p, color);
    }

    /// Brings the windows up to date after a four and its stop have been laid; tells what has changed.
    #[inline]
    pub(super) fn refresh(&mut self, four: Point, stop: Point) -> Changed {
        let mut changed = Changed::new();
        for line in Self::lines_through(four) {
            self.reread(line, &mut changed);
        }
        for line in Self::lines_through(stop) {
            // A stone of the defender only takes windows away.
            if self.windows[line] != 0 {
                self.reread(line, &mut changed);
            }
        }
        changed
    }

    /// Sets the windows back.
    #[inline]
    pub(super) fn restore(&mut self, changed: &Changed) {
        for &(line, windows) in changed {
            self.set(usize::from(line), windows);
        }
    }

    /// Where the defender can make a five in which a stone has a part.
    #[inline]
    pub(super) fn fives_through(&self, p: Point) -> Fives {
        let mut fives = Fives::None;
        for dir in Dir::ALL {
            let Place { line, cell } = place(p, dir);
            let sides = Sides::of(self.lines.word(line), !self.us);
            let around = (NINE << (2 * (cell - 4))) & sides.own;
            if fewer_than_three(around & around.wrapping_sub(1)) {
                continue;
            }
            let [windows, _] = sides.windows(self.exact[!self.us]);
            for bit in Bits(cells_of(windows) & sides.empty) {
                let five = point_at(line, bit / 2);
                match fives {
                    Fives::None => fives = Fives::One(five),
                    Fives::One(other) if other == five => {}
                    _ => return Fives::More,
                }
            }
        }
        fives
    }

    /// The lines through a point.
    #[inline]
    pub(super) fn lines_through(p: Point) -> [usize; 4] {
        Dir::ALL.map(|dir| place(p, dir).line)
    }

    /// The empty cells of the windows of a line that hold two stones of the attacker's or more and would make
    /// a five.
    #[inline]
    pub(super) fn helped(&self, line: usize) -> u64 {
        let sides = Sides::of(self.lines.word(line), self.us);
        if sides.own & sides.own.wrapping_sub(1) == 0 {
            return 0;
        }
        cells_of(sides.with_two(self.exact[self.us])) & sides.empty
    }

    /// The cells of a line where the defender can make a five.
    pub(super) fn fives_on(&self, line: usize) -> u64 {
        let sides = Sides::of(self.lines.word(line), !self.us);
        let [windows, _] = sides.windows(self.exact[!self.us]);
        cells_of(windows) & sides.empty
    }

    /// Every way to make a four; some more than once, where two windows hold the same stones.
    #[inline]
    pub(super) fn for_each(&self, mut visit: impl FnMut(Four)) {
        for (word, &lines) in self.active.iter().enumerate() {
            for bit in Bits(lines) {
                let line = word * 64 + bit as usize;
                let empty = Sides::of(self.lines.word(line), self.us).empty;
                for start in Bits(self.windows[line]) {
                    let pair = empty & WINDOW << start;
                    let [low, high] = [pair.trailing_zeros(), 63 - pair.leading_zeros()]
                        .map(|bit| point_at(line, bit / 2));
                    visit(Four { four: low, stop: high });
                    visit(Four { four: high, stop: low });
                }
            }
        }
    }

    /// Every way to make a four with a stone on a point.
    #[inline]
    pub(super) fn for_each_on(&self, p: Point, mut visit: impl FnMut(Four)) {
        for dir in Dir::ALL {
            let Place { line, cell } = place(p, dir);
            let windows = self.windows[line] & WINDOW << (2 * (cell - 4));
            if windows == 0 {
                continue;
            }
            let empty = Sides::of(self.lines.word(line), self.us).empty;
            for start in Bits(windows) {
                let other = empty & WINDOW << start & !(1 << (2 * cell));
                let stop = point_at(line, other.trailing_zeros() / 2);
                visit(Four { four: p, stop });
            }
        }
    }

    /// The attacker's windows of a line, read afresh.
    #[inline]
    fn read(&self, line: usize) -> u64 {
        let sides = Sides::of(self.lines.word(line), self.us);
        if fewer_than_three(sides.own) {
            return 0;
        }
        let [_, windows] = sides.windows(self.exact[self.us]);
        windows
    }

    #[inline]
    fn reread(&mut self, line: usize, changed: &mut Changed) {
        let windows = self.read(line);
        if windows != self.windows[line] {
            changed.push((line as u8, self.windows[line]));
            self.set(line, windows);
        }
    }

    #[inline]
    fn set(&mut self, line: usize, windows: u64) {
        self.windows[line] = windows;
        let bit = 1 << (line % 64);
        let word = &mut self.active[line / 64];
        *word = if windows == 0 { *word & !bit } else { *word | bit };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;
    use crate::line::Class;
    use crate::position::sharp::sharp_position;
    use crate::rules::RuleSpec;
    use crate::threat::replies;
    use crate::threat::vcf::plain::is_plain;

    fn fours(board: &FourBoard) -> PointSet {
        let mut points = PointSet::EMPTY;
        board.for_each(|four| points.insert(four.four));
        points
    }

    /// Fours, stops and fives are those of the position, before and after a pair of moves, which can be
    /// taken back.
    #[test]
    fn the_position_sees_the_same() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut board = FourBoard::new();
        let mut pairs = 0;
        for rule in RuleSpec::all() {
            for _ in 0..300 {
                let mut position = sharp_position(&mut rng, rule, 7..=22, 10..60);
                let us = position.to_move();
                let fives = |position: &Position, color| position.count(color, Class::Five);
                if !is_plain(&position) || fives(&position, us) + fives(&position, !us) > 0 {
                    continue;
                }
                board.load(&position);
                assert_eq!(fours(&board), *position.fours(us), "{position:?}");
                let mut all = Vec::new();
                board.for_each(|four| all.push(four));
                for Four { four, stop } in all {
                    let mut on_the_point = false;
                    board.for_each_on(four, |f| on_the_point |= f.stop == stop);
                    assert!(on_the_point);
                    position.play(four);
                    let ways = replies::five_points(&position, us);
                    assert!(ways.contains(&stop), "{position:?} {stop}");
                    if position.ending().is_none() && ways.len() == 1 {
                        position.play(stop);
                        board.toggle(four, us);
                        board.toggle(stop, !us);
                        let changed = board.refresh(four, stop);
                        assert_eq!(fours(&board), *position.fours(us), "{position:?}");
                        let expected = match replies::five_points(&position, !us).as_slice() {
                            [] => Fives::None,
                            [p] => Fives::One(*p),
                            _ => Fives::More,
                        };
                        assert_eq!(board.fives_through(stop), expected, "{position:?}");
                        board.restore(&changed);
                        board.toggle(stop, !us);
                        board.toggle(four, us);
                        position.undo();
                        pairs += 1;
                    }
                    position.undo();
                }
                assert_eq!(fours(&board), *position.fours(us));
            }
        }
        assert!(pairs > 1000, "only {pairs} pairs");
    }
}
