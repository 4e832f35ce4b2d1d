//! Filling the tables of a law by playing on the line.
//!
//! First the definition of the five: which windows win with the stone, and which cells would make
//! them win with one more. Then, from windows with many own stones to windows with few, each shape
//! follows from the shapes that one more stone would give.
//!
//! A window is three masks of eleven bits (own, enemy, empty; cell −5 is bit 0, the stone bit 5); what
//! is in none of them lies beyond the wall. `played_out.rs` is the slow twin that the tests compare with.

use super::shape::Shape;
use super::table::{LineFacts, LineLaw};
use super::window::{MAX_REACH, Side, number_4, number_5, side_codes};
use crate::base::bits::Bits;

/// Shapes and facts by window number, for a colour that sees itself as 1 and the enemy as 2.
#[derive(Clone, Debug)]
pub(super) struct OwnTable {
    /// What the stone makes.
    pub(super) shapes: Vec<Shape>,
    /// What the foul test asks; empty for a colour without fouls.
    pub(super) facts: Vec<LineFacts>,
}

impl OwnTable {
    /// By window number: these shapes in the low half of a byte, and the other colour's, which sees
    /// the stones exchanged, in the high half.
    pub(super) fn joined(&self, other: &OwnTable, reach: usize) -> Vec<u8> {
        let mirrored = mirrored(reach);
        self.shapes
            .iter()
            .zip(mirrored)
            .map(|(&a, m)| a as u8 | (other.shapes[m] as u8) << 4)
            .collect()
    }

    /// The facts by the number of the window with the stones exchanged.
    pub(super) fn mirrored_facts(&self, reach: usize) -> Vec<LineFacts> {
        if self.facts.is_empty() {
            return Vec::new();
        }
        mirrored(reach).map(|m| self.facts[m]).collect()
    }
}

/// For each window the number of the one with the stones exchanged.
fn mirrored(reach: usize) -> impl Iterator<Item = usize> {
    let swapped: Vec<usize> =
        (0..side_codes(reach)).map(|code| Side::from_code(code).swapped().code()).collect();
    let sides = swapped.len();
    (0..sides * sides).map(move |n| swapped[n / sides] * sides + swapped[n % sides])
}

/// Builds the table of a colour for windows of a reach.
pub(super) fn build(law: LineLaw, reach: usize) -> OwnTable {
    if law.reach() < reach {
        return widened(&build(law, law.reach()));
    }
    let builder = Builder::new(law, reach);
    let total = builder.sides.len() * builder.sides.len();
    let mut fives = vec![0u16; total];
    let mut straight = vec![false; total];
    let mut shapes = vec![Shape::Dead; total];
    let mut facts = vec![LineFacts::default(); if law.has_fouls() { total } else { 0 }];
    for (before, after) in builder.by_own_stones() {
        let n = before * builder.sides.len() + after;
        let w = builder.window(before, after);
        fives[n] = builder.fives(w);
        straight[n] = builder.is_straight_four(w, fives[n]);
        shapes[n] = builder.shape(w, n, &fives, &straight, &shapes);
        if law.has_fouls() {
            facts[n] = builder.facts(w, n, &fives, &straight);
        }
    }
    OwnTable { shapes, facts }
}

/// The same table for windows of reach 5: the outermost cells make no difference.
fn widened(narrow: &OwnTable) -> OwnTable {
    let number = |n: usize| {
        let cut = |code: usize| {
            let mut side = Side::from_code(code);
            side.open = side.open.min(4);
            side.code()
        };
        let sides = side_codes(5);
        cut(n / sides) * side_codes(4) + cut(n % sides)
    };
    let total = side_codes(5) * side_codes(5);
    let facts = if narrow.facts.is_empty() { 0 } else { total };
    OwnTable {
        shapes: (0..total).map(|n| narrow.shapes[number(n)]).collect(),
        facts: (0..facts).map(|n| narrow.facts[number(n)]).collect(),
    }
}

const CELLS: usize = 2 * MAX_REACH + 1;
const CENTRE: usize = MAX_REACH;

/// The cells of a window as bits.
#[derive(Clone, Copy, Default)]
struct Window {
    own: u16,
    enemy: u16,
    empty: u16,
}

impl Window {
    fn joined(self, other: Window) -> Window {
        Window {
            own: self.own | other.own,
            enemy: self.enemy | other.enemy,
            empty: self.empty | other.empty,
        }
    }

    fn empties(self) -> impl Iterator<Item = usize> {
        Bits(self.empty.into()).map(|i| i as usize)
    }

    fn with_own(self, cell: usize) -> Window {
        Window { own: self.own | 1 << cell, empty: self.empty & !(1 << cell), ..self }
    }

    fn with_enemy(self, cell: usize) -> Window {
        Window { enemy: self.enemy | 1 << cell, empty: self.empty & !(1 << cell), ..self }
    }
}

/// First and last cell of the row through the centre, for each mask of own stones.
const ROWS: [(u8, u8); 1 << CELLS] = {
    let mut rows = [(0, 0); 1 << CELLS];
    let mut own = 0;
    while own < 1 << CELLS {
        let mut from = CENTRE;
        while from > 0 && own >> (from - 1) & 1 != 0 {
            from -= 1;
        }
        let mut to = CENTRE;
        while to + 1 < CELLS && own >> (to + 1) & 1 != 0 {
            to += 1;
        }
        rows[own] = (from as u8, to as u8);
        own += 1;
    }
    rows
};

struct Builder {
    law: LineLaw,
    sides: Vec<Side>,
    /// Each side as part of a window, before and after the stone.
    halves: Vec<[Window; 2]>,
    /// What an own stone in a cell adds to the window's number.
    weights: [usize; CELLS],
}

impl Builder {
    fn new(law: LineLaw, reach: usize) -> Builder {
        let sides: Vec<Side> = (0..side_codes(reach)).map(Side::from_code).collect();
        let halves = sides.iter().map(|side| [half(side, true), half(side, false)]).collect();
        let mut weights = [0; CELLS];
        for distance in 0..reach {
            let weight = 3usize.pow(distance as u32);
            weights[CENTRE - 1 - distance] = weight * sides.len();
            weights[CENTRE + 1 + distance] = weight;
        }
        Builder { law, sides, halves, weights }
    }

    fn window(&self, before: usize, after: usize) -> Window {
        self.halves[before][0].joined(self.halves[after][1])
    }

    /// All windows as codes of their sides, those with more own stones first.
    fn by_own_stones(&self) -> Vec<(usize, usize)> {
        let mut buckets: [Vec<usize>; MAX_REACH + 1] = Default::default();
        for (code, halves) in self.halves.iter().enumerate() {
            buckets[(halves[0].own & !(1 << CENTRE)).count_ones() as usize].push(code);
        }
        let mut order = Vec::with_capacity(self.sides.len() * self.sides.len());
        for total in (0..=2 * MAX_REACH).rev() {
            for (k, befores) in buckets.iter().enumerate() {
                let afters = total.checked_sub(k).and_then(|k| buckets.get(k));
                for &before in befores {
                    order.extend(afters.into_iter().flatten().map(|&after| (before, after)));
                }
            }
        }
        order
    }

    fn makes_five(&self, w: Window) -> bool {
        let (from, to) = ROWS[usize::from(w.own)];
        match to - from + 1 {
            0..=4 => false,
            5 => {
                let blocked = from > 0
                    && w.enemy >> (from - 1) & 1 != 0
                    && usize::from(to) + 1 < CELLS
                    && w.enemy >> (to + 1) & 1 != 0;
                !(self.law.blockable && blocked)
            }
            _ => self.law.overline_wins,
        }
    }

    /// Cells that make a five after the stone: they can only be the ends of its row.
    fn fives(&self, w: Window) -> u16 {
        if self.makes_five(w) {
            return 0;
        }
        let (from, to) = ROWS[usize::from(w.own)];
        let ends = (1u16 << from >> 1 | 1 << (to + 1)) & w.empty;
        Bits(ends.into())
            .filter(|&cell| self.makes_five(w.with_own(cell as usize)))
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// `·●●◇●·`: an unbroken four that becomes a five at either end.
    fn is_straight_four(&self, w: Window, fives: u16) -> bool {
        let (from, to) = ROWS[usize::from(w.own)];
        to - from + 1 == 4 && fives.count_ones() == 2
    }

    /// Number of fours: sets of four own stones in five cells whose fifth cell makes a five.
    fn fours(w: Window, fives: u16) -> usize {
        let mut sets = [0u16; 5];
        let mut count = 0;
        for start in CENTRE - 4..=CENTRE {
            let cells = 0b11111 << start;
            let own = w.own & cells;
            if own.count_ones() == 4 && fives & cells != 0 && !sets[..count].contains(&own) {
                sets[count] = own;
                count += 1;
            }
        }
        count
    }

    /// Whether no single enemy stone on the line takes away every five.
    fn unstoppable(&self, w: Window, fives: u16) -> bool {
        fives.count_ones() >= 2
            && (!self.law.blockable || w.empties().all(|cell| self.fives(w.with_enemy(cell)) != 0))
    }

    /// The shape of a window, from what one own stone more would give.
    fn shape(
        &self,
        w: Window,
        n: usize,
        fives: &[u16],
        straight: &[bool],
        shapes: &[Shape],
    ) -> Shape {
        let law = &self.law;
        let (from, to) = ROWS[usize::from(w.own)];
        if self.makes_five(w) {
            return Shape::Five;
        }
        if to - from + 1 > 5 {
            return Shape::Overline;
        }
        let mut seen = [0u8; Shape::ALL.len()];
        let mut straights = 0;
        for cell in w.empties() {
            let then = n + self.weights[cell];
            seen[shapes[then] as usize] += 1;
            straights += u8::from(straight[then]);
        }
        let becomes = |wanted: &[Shape]| wanted.iter().map(|&s| seen[s as usize]).sum::<u8>();
        // Where a colour has fouls, only the literal straight four makes a three.
        let threes = if law.has_fouls() {
            straights
        } else {
            becomes(&[Shape::StraightFour, Shape::DoubleFour])
        };
        let fives = fives[n];
        if fives != 0 {
            let unstoppable = self.unstoppable(w, fives);
            return if law.double_four_foul && Self::fours(w, fives) >= 2 {
                Shape::DoubleFour
            } else if straight[n] && (law.has_fouls() || unstoppable) {
                Shape::StraightFour
            } else if unstoppable {
                Shape::DoubleFour
            } else if law.double_three_foul && threes > 0 {
                Shape::FourAndThree
            } else {
                Shape::Four
            };
        }
        let fours = [Shape::Four, Shape::FourAndThree, Shape::DoubleFour, Shape::StraightFour];
        let twos = becomes(&[Shape::Three, Shape::WideThree]);
        match (threes, becomes(&fours), twos) {
            (2.., _, _) => Shape::WideThree,
            (1, _, _) => Shape::Three,
            (0, 1.., 1..) => Shape::WideSleepingThree,
            (0, 1.., 0) => Shape::SleepingThree,
            (0, 0, 3..) => Shape::WideTwo,
            (0, 0, 1..) => Shape::Two,
            (0, 0, 0) if becomes(&[Shape::SleepingThree, Shape::WideSleepingThree]) > 0 => {
                Shape::SleepingTwo
            }
            (0, 0, 0) if becomes(&[Shape::Two, Shape::WideTwo]) > 0 => Shape::One,
            (0, 0, 0) if becomes(&[Shape::SleepingTwo]) > 0 => Shape::SleepingOne,
            (0, 0, 0) => Shape::Dead,
        }
    }

    /// What the foul test asks about a window.
    fn facts(&self, w: Window, n: usize, fives: &[u16], straight: &[bool]) -> LineFacts {
        if self.makes_five(w) {
            return LineFacts::FIVE;
        }
        let (from, to) = ROWS[usize::from(w.own)];
        let points = LineFacts::OFFSETS.map(|offset| {
            let cell = CENTRE.wrapping_add_signed(offset as isize);
            w.empty >> cell & 1 != 0 && straight[n + self.weights[cell]] && {
                let (from, to) = ROWS[usize::from(w.with_own(cell).own)];
                (from..=to).contains(&(cell as u8))
            }
        });
        LineFacts::new(to - from + 1 > 5, straight[n], Self::fours(w, fives[n]), points)
    }
}

/// One side of a window, and the stone itself.
fn half(side: &Side, before: bool) -> Window {
    let mut half = Window { own: 1 << CENTRE, ..Window::default() };
    for (distance, &cell) in side.cells[..side.open].iter().enumerate() {
        let bit = 1 << if before { CENTRE - 1 - distance } else { CENTRE + 1 + distance };
        match cell {
            0 => half.empty |= bit,
            1 => half.own |= bit,
            _ => half.enemy |= bit,
        }
    }
    half
}

/// The bytes of a table by the raw bits of a window with reach 4 (16 bits) or 5 (20 bits).
pub(super) fn by_key(by_number: &[u8], reach: usize) -> impl Fn(usize) -> u8 + '_ {
    move |key| {
        let bits = 2 * reach;
        let (before, after) = (key as u64 & ((1 << bits) - 1), key as u64 >> bits);
        if reach == 4 {
            by_number[number_4(before << 2 | after << 12)]
        } else {
            by_number[number_5(before | after << 12)]
        }
    }
}
