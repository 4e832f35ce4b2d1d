//! The slow twin of [`super::build`]: the same definitions, read cell by cell.

use super::build::OwnTable;
use super::shape::Shape;
use super::table::{LineFacts, LineLaw};
use super::window::{MAX_REACH, Side, side_codes};

/// A window during construction: cells −5…+5 as indices 0…10, the centre is index 5.
struct Windows {
    law: LineLaw,
    reach: usize,
    sides: Vec<Side>,
    /// Whether the stone makes a five.
    five: Vec<bool>,
    /// Cells (bit = index 0…10) that make a five after the stone.
    fives: Vec<u16>,
}

const CENTRE: usize = MAX_REACH;
const OWN: u8 = 1;
const ENEMY: u8 = 2;

impl Windows {
    fn number(&self, before: usize, after: usize) -> usize {
        before * self.sides.len() + after
    }

    /// What lies in a cell: `None` beyond the wall.
    fn cell(&self, n: usize, index: usize) -> Option<u8> {
        let (before, after) = (n / self.sides.len(), n % self.sides.len());
        match index.cmp(&CENTRE) {
            std::cmp::Ordering::Less => self.side_cell(before, CENTRE - index - 1),
            std::cmp::Ordering::Equal => Some(OWN),
            std::cmp::Ordering::Greater => self.side_cell(after, index - CENTRE - 1),
        }
    }

    fn side_cell(&self, code: usize, distance: usize) -> Option<u8> {
        let side = &self.sides[code];
        (distance < side.open).then(|| side.cells[distance])
    }

    /// The window with one more stone in an empty cell.
    fn with(&self, n: usize, index: usize, stone: u8) -> usize {
        let weight = |distance: usize| usize::from(stone) * 3usize.pow(distance as u32);
        if index < CENTRE {
            n + self.number(weight(CENTRE - index - 1), 0)
        } else {
            n + weight(index - CENTRE - 1)
        }
    }

    fn empties(&self, n: usize) -> impl Iterator<Item = usize> + '_ {
        (0..=2 * MAX_REACH).filter(move |&i| self.cell(n, i) == Some(0))
    }

    /// First and last cell of the row through the stone.
    fn row(&self, n: usize) -> (usize, usize) {
        let own = |i: usize| self.cell(n, i) == Some(OWN);
        let mut from = CENTRE;
        while from > 0 && own(from - 1) {
            from -= 1;
        }
        let mut to = CENTRE;
        while to < 2 * MAX_REACH && own(to + 1) {
            to += 1;
        }
        (from, to)
    }

    fn makes_five(&self, n: usize) -> bool {
        let (from, to) = self.row(n);
        match to - from + 1 {
            0..=4 => false,
            5 => {
                let enemy = |i: Option<usize>| i.and_then(|i| self.cell(n, i)) == Some(ENEMY);
                !(self.law.blockable && enemy(from.checked_sub(1)) && enemy(Some(to + 1)))
            }
            _ => self.law.overline_wins,
        }
    }

    fn is_overline(&self, n: usize) -> bool {
        let (from, to) = self.row(n);
        to - from + 1 > 5 && !self.five[n]
    }

    /// `·●●◇●·`: an unbroken four that becomes a five at either end.
    fn straight_four(&self, n: usize) -> bool {
        let (from, to) = self.row(n);
        let ends = |i: usize| i <= 2 * MAX_REACH && self.fives[n] >> i & 1 != 0;
        !self.five[n] && to - from + 1 == 4 && from > 0 && ends(from - 1) && ends(to + 1)
    }

    /// Number of fours: sets of four own stones in five cells whose fifth cell makes a five.
    fn fours(&self, n: usize) -> usize {
        let mut sets: Vec<u16> = Vec::new();
        if self.five[n] {
            return 0;
        }
        for start in CENTRE - 4..=CENTRE {
            let cells = start..start + 5;
            let own: u16 = cells
                .clone()
                .filter(|&i| self.cell(n, i) == Some(OWN))
                .fold(0, |set, i| set | 1 << i);
            let completed = cells.clone().any(|i| self.fives[n] >> i & 1 != 0);
            if own.count_ones() == 4 && completed && !sets.contains(&own) {
                sets.push(own);
            }
        }
        sets.len()
    }

    /// Whether no single enemy stone on the line takes away every five.
    fn unstoppable(&self, n: usize) -> bool {
        self.fives[n].count_ones() >= 2
            && (!self.law.blockable
                || self.empties(n).all(|i| self.fives[self.with(n, i, ENEMY)] != 0))
    }
}

/// Builds the table by looking at every cell of every window.
pub(super) fn build(law: LineLaw, reach: usize) -> OwnTable {
    let sides: Vec<Side> = (0..side_codes(reach)).map(Side::from_code).collect();
    let total = sides.len() * sides.len();
    let mut w = Windows { law, reach, sides, five: Vec::new(), fives: vec![0; total] };
    w.five = (0..total).map(|n| w.makes_five(n)).collect();
    for n in 0..total {
        if !w.five[n] {
            w.fives[n] =
                w.empties(n).filter(|&i| w.five[w.with(n, i, OWN)]).fold(0, |set, i| set | 1 << i);
        }
    }
    let mut table =
        OwnTable { shapes: vec![Shape::Dead; total], facts: vec![LineFacts::default(); total] };
    for n in by_own_stones(&w) {
        table.shapes[n] = shape(&table, &w, n);
        if law.has_fouls() {
            table.facts[n] = facts(&w, n);
        }
    }
    table
}

/// The shape of a window from the shapes of all windows with one own stone more.
fn shape(table: &OwnTable, w: &Windows, n: usize) -> Shape {
    let law = &w.law;
    if w.five[n] {
        return Shape::Five;
    }
    if w.is_overline(n) {
        return Shape::Overline;
    }
    let becomes = |wanted: &dyn Fn(Shape) -> bool| {
        w.empties(n).filter(|&i| wanted(table.shapes[w.with(n, i, OWN)])).count()
    };
    // Where a colour has fouls, only the literal straight four makes a three.
    let straight = |n: usize| w.straight_four(n) && (law.has_fouls() || w.unstoppable(n));
    let threes = if law.has_fouls() {
        w.empties(n).filter(|&i| straight(w.with(n, i, OWN))).count()
    } else {
        becomes(&|s| matches!(s, Shape::StraightFour | Shape::DoubleFour))
    };
    if w.fives[n] != 0 {
        return if law.double_four_foul && w.fours(n) >= 2 {
            Shape::DoubleFour
        } else if straight(n) {
            Shape::StraightFour
        } else if w.unstoppable(n) {
            Shape::DoubleFour
        } else if law.double_three_foul && threes > 0 {
            Shape::FourAndThree
        } else {
            Shape::Four
        };
    }
    let sleeping_three = becomes(&Shape::is_four) > 0;
    let twos = becomes(&|s| matches!(s, Shape::Three | Shape::WideThree));
    match threes {
        0 => {}
        1 => return Shape::Three,
        _ => return Shape::WideThree,
    }
    if sleeping_three {
        return if twos > 0 { Shape::WideSleepingThree } else { Shape::SleepingThree };
    }
    match twos {
        0 => {}
        1 | 2 => return Shape::Two,
        _ => return Shape::WideTwo,
    }
    if becomes(&|s| matches!(s, Shape::SleepingThree | Shape::WideSleepingThree)) > 0 {
        Shape::SleepingTwo
    } else if becomes(&|s| matches!(s, Shape::Two | Shape::WideTwo)) > 0 {
        Shape::One
    } else if becomes(&|s| s == Shape::SleepingTwo) > 0 {
        Shape::SleepingOne
    } else {
        Shape::Dead
    }
}

/// All windows, those with more own stones first.
fn by_own_stones(w: &Windows) -> Vec<usize> {
    let own = |side: &Side| side.cells[..side.open].iter().filter(|&&c| c == OWN).count();
    let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); w.reach + 1];
    for (code, side) in w.sides.iter().enumerate() {
        buckets[own(side)].push(code);
    }
    let mut order = Vec::with_capacity(w.sides.len() * w.sides.len());
    for total in (0..=2 * w.reach).rev() {
        for (k, before) in buckets.iter().enumerate() {
            let Some(after) = total.checked_sub(k).and_then(|k| buckets.get(k)) else { continue };
            for &b in before {
                order.extend(after.iter().map(|&a| w.number(b, a)));
            }
        }
    }
    order
}

/// What the foul test asks about a window.
fn facts(w: &Windows, n: usize) -> LineFacts {
    if w.five[n] {
        return LineFacts::FIVE;
    }
    let points = LineFacts::OFFSETS.map(|offset| {
        let index = CENTRE.wrapping_add_signed(offset as isize);
        w.cell(n, index) == Some(0) && {
            let then = w.with(n, index, OWN);
            let (from, to) = w.row(then);
            !w.five[then] && (from..=to).contains(&index) && w.straight_four(then)
        }
    });
    LineFacts::new(w.is_overline(n), w.straight_four(n), w.fours(n), points)
}

#[test]
fn the_fast_tables_are_the_same() {
    let flags = |bits: u32| LineLaw {
        overline_wins: bits & 1 != 0,
        blockable: bits & 2 != 0,
        overline_foul: bits & 4 != 0,
        double_four_foul: bits & 8 != 0,
        double_three_foul: bits & 16 != 0,
        straight_four_foul: bits & 32 != 0,
    };
    for law in [0, 1, 2, 3, 0b1_1100, 0b1_0001, 0b10_0001, 0b11_1111, 0b11_1110].map(flags) {
        let reach = law.reach();
        let (fast, slow) = (super::build::build(law, reach), build(law, reach));
        for n in 0..slow.shapes.len() {
            assert_eq!(fast.shapes[n], slow.shapes[n], "{law:?}: window {n}");
            assert_eq!(fast.facts.get(n), slow.facts.get(n).filter(|_| law.has_fouls()));
        }
    }
}
