//! The tables of a law: from the number of a window to what a stone would make there.
//!
//! Nothing here is a list of patterns. A table is filled by playing on the line: first every window in
//! which the stone makes a five is marked as the law defines it; then, from windows with many own
//! stones to windows with few, each shape follows from the shapes that one more stone would give.

use std::sync::Mutex;

use once_cell::sync::Lazy;

use super::class::Class;
use super::shape::Shape;
use super::window::{MAX_REACH, Side, first, number_4, number_5, side_codes};
use crate::board::{ByColor, Color};

/// What a line needs to know of the law for one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineLaw {
    /// Six or more win too.
    pub overline_wins: bool,
    /// Exactly five between two enemy stones is nothing.
    pub blockable: bool,
    /// Six or more are a foul.
    pub overline_foul: bool,
    /// Two fours are a foul.
    pub double_four_foul: bool,
    /// Two threes are a foul.
    pub double_three_foul: bool,
    /// A straight four is a foul.
    pub straight_four_foul: bool,
}

impl LineLaw {
    /// Whether the colour has any foul.
    #[must_use]
    pub const fn has_fouls(&self) -> bool {
        self.overline_foul
            || self.double_four_foul
            || self.double_three_foul
            || self.straight_four_foul
    }

    /// Cells that must be seen on each side: four where every row of five or more wins.
    const fn reach(&self) -> usize {
        if self.overline_wins && !self.blockable { 4 } else { 5 }
    }
}

/// What the foul test needs to know of one line; see [`LawTables::line_facts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineFacts(u16);

impl LineFacts {
    /// Offsets that a straight-four point can have from the stone.
    const OFFSETS: [i32; 6] = [-3, -2, -1, 1, 2, 3];
    const FIVE: u16 = 1 << 8;
    const OVERLINE: u16 = 1 << 9;
    const STRAIGHT: u16 = 1 << 10;

    /// The stone makes a five.
    #[inline]
    #[must_use]
    pub const fn five(self) -> bool {
        self.0 & Self::FIVE != 0
    }

    /// The stone makes six or more that are no five.
    #[inline]
    #[must_use]
    pub const fn overline(self) -> bool {
        self.0 & Self::OVERLINE != 0
    }

    /// The stone makes a straight four.
    #[inline]
    #[must_use]
    pub const fn straight_four(self) -> bool {
        self.0 & Self::STRAIGHT != 0
    }

    /// Number of fours that the stone makes on the line, 0…3.
    #[inline]
    #[must_use]
    pub const fn fours(self) -> u32 {
        (self.0 >> 6 & 3) as u32
    }

    /// Whether the stone makes a three: there is a point that turns it into a straight four.
    #[inline]
    #[must_use]
    pub const fn is_three(self) -> bool {
        self.0 & 0x3F != 0
    }

    /// Offsets from the stone, −3…3, of the points that turn the three into a straight four.
    #[inline]
    pub fn straight_four_points(self) -> impl Iterator<Item = i32> {
        crate::base::bits::Bits(u64::from(self.0 & 0x3F))
            .map(|i| Self::OFFSETS[i as usize % Self::OFFSETS.len()])
    }
}

/// A foul may lie here: the exact test must decide.
pub const FOUL_CANDIDATE: u8 = 0x10;
/// The class is [`Class::Three`] or higher.
pub const THREAT: u8 = 0x20;
/// The class is [`Class::Four`] or higher.
pub const FOUR: u8 = 0x40;

/// Shapes by the raw bits of a window, the centre cut out: faster than by number, and most of it
/// is never touched.
enum Shapes {
    Four(Box<[u8; 1 << 16]>),
    Five(Box<[u8; 1 << 20]>),
}

/// The key of a window with reach 4: the bits of the four cells on either side.
#[inline]
const fn key_4(window: u64) -> usize {
    (window >> 2 & 0xFF | window >> 4 & 0xFF00) as usize
}

/// The key of a window with reach 5: the bits of the five cells on either side.
#[inline]
const fn key_5(window: u64) -> usize {
    (window & 0x3FF | window >> 2 & 0xF_FC00) as usize
}

/// All tables of a law.
pub struct LawTables {
    laws: ByColor<LineLaw>,
    reach: usize,
    /// By window key: black's shape in the low half of a byte, white's in the high half.
    shapes: Shapes,
    /// By window number: facts for the foul test; empty for a colour without fouls.
    facts: ByColor<Vec<LineFacts>>,
    /// By four packed shapes: class in the low four bits, [`FOUL_CANDIDATE`], [`THREAT`], [`FOUR`] above.
    classes: ByColor<Box<[u8; 1 << 16]>>,
}

impl std::fmt::Debug for LawTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LawTables").field("laws", &self.laws).finish_non_exhaustive()
    }
}

/// Tables are built once for each law and live as long as the program.
static CACHE: Lazy<Mutex<Vec<&'static LawTables>>> = Lazy::new(Mutex::default);

impl LawTables {
    /// The tables for a law; the first call for each law builds them (a few milliseconds).
    #[must_use]
    pub fn get(laws: ByColor<LineLaw>) -> &'static LawTables {
        let mut cache = CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(tables) = cache.iter().find(|t| t.laws == laws) {
            return tables;
        }
        let tables: &'static LawTables = Box::leak(Box::new(LawTables::build(laws)));
        cache.push(tables);
        tables
    }

    fn build(laws: ByColor<LineLaw>) -> LawTables {
        let reach = laws[Color::Black].reach().max(laws[Color::White].reach());
        let sides = side_codes(reach);
        let swapped: Vec<usize> =
            (0..sides).map(|code| Side::from_code(code).swapped().code()).collect();
        let own = OwnTable::build(laws[Color::Black], reach);
        let other = if laws[Color::Black] == laws[Color::White] {
            None
        } else {
            Some(OwnTable::build(laws[Color::White], reach))
        };
        let white = other.as_ref().unwrap_or(&own);
        let mirror = |n: usize| swapped[n / sides] * sides + swapped[n % sides];
        let both: Vec<u8> = (0..sides * sides)
            .map(|n| own.shapes[n] as u8 | (white.shapes[mirror(n)] as u8) << 4)
            .collect();
        let shapes = if reach == 4 {
            let window = |key: usize| (key as u64 & 0xFF) << 2 | (key as u64 >> 8) << 12;
            Shapes::Four(filled(|key| both[number_4(window(key))]))
        } else {
            let window = |key: usize| key as u64 & 0x3FF | (key as u64 >> 10) << 12;
            Shapes::Five(filled(|key| both[number_5(window(key))]))
        };
        let facts = ByColor::new(
            if laws[Color::Black].has_fouls() { own.facts.clone() } else { Vec::new() },
            if laws[Color::White].has_fouls() {
                (0..sides * sides).map(|n| white.facts[mirror(n)]).collect()
            } else {
                Vec::new()
            },
        );
        let classes = ByColor(Color::ALL.map(|c| class_table(&laws[c])));
        LawTables { laws, reach, shapes, facts, classes }
    }

    /// What each colour's lines obey.
    #[must_use]
    pub fn laws(&self) -> &ByColor<LineLaw> {
        &self.laws
    }

    /// Cells that a stone can touch on each side, 4 or 5.
    #[inline]
    #[must_use]
    pub const fn reach(&self) -> usize {
        self.reach
    }

    /// Both shapes of a window, black's in the low half, white's in the high half, where the reach
    /// is the const parameter (4 or 5) and equals [`Self::reach`].
    #[inline]
    #[must_use]
    pub(crate) fn packed<const REACH: usize>(&self, window: u64) -> u8 {
        match &self.shapes {
            Shapes::Four(table) if REACH == 4 => table[key_4(window)],
            Shapes::Five(table) if REACH == 5 => table[key_5(window)],
            _ => unreachable!("the reach is that of the tables"),
        }
    }

    /// The number of a window in these tables.
    #[inline]
    fn number(&self, window: u64) -> usize {
        if self.reach == 4 { number_4(window) } else { number_5(window) }
    }

    /// The shape that a stone of `color` would make in the centre of a window.
    #[inline]
    #[must_use]
    pub fn shape(&self, color: Color, window: u64) -> Shape {
        let packed = match &self.shapes {
            Shapes::Four(table) => table[key_4(window)],
            Shapes::Five(table) => table[key_5(window)],
        };
        Shape::from_nibble(packed >> (4 * color as u8))
    }

    /// Facts for the foul test of a colour that has fouls; no fact for a colour that has none.
    #[inline]
    #[must_use]
    pub fn line_facts(&self, color: Color, window: u64) -> LineFacts {
        self.facts[color].get(self.number(window)).copied().unwrap_or_default()
    }

    /// Class (low four bits), and the flags of four shapes, four bits a direction.
    #[inline]
    #[must_use]
    pub(crate) fn class_byte(&self, color: Color, packed: u16) -> u8 {
        self.classes[color][usize::from(packed)]
    }
}

/// A table on the heap, filled by a function of the index.
fn filled<const N: usize>(entry: impl Fn(usize) -> u8) -> Box<[u8; N]> {
    let table: Box<[u8]> = (0..N).map(entry).collect();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table has as many entries as its type says"),
    }
}

/// Class and flags of every combination of four shapes.
fn class_table(law: &LineLaw) -> Box<[u8; 1 << 16]> {
    let mut table = Box::new([0; 1 << 16]);
    for (packed, entry) in table.iter_mut().enumerate() {
        let shapes: [Shape; 4] =
            std::array::from_fn(|i| Shape::from_nibble((packed >> (4 * i) & 15) as u8));
        let count = |f: fn(Shape) -> bool| shapes.iter().filter(|&&s| f(s)).count();
        let class = Class::of(shapes);
        let foul = class != Class::Five
            && (law.overline_foul && shapes.contains(&Shape::Overline)
                || law.double_four_foul
                    && (count(Shape::is_four) >= 2 || shapes.contains(&Shape::DoubleFour))
                || law.double_three_foul && count(Shape::is_three) >= 2
                || law.straight_four_foul && shapes.contains(&Shape::StraightFour));
        let threat = class >= Class::Three;
        *entry = class as u8
            | if foul { FOUL_CANDIDATE } else { 0 }
            | if threat { THREAT } else { 0 }
            | if class >= Class::Four { FOUR } else { 0 };
    }
    table
}

/// Shapes and facts for a colour that sees itself as 1 and the enemy as 2.
struct OwnTable {
    shapes: Vec<Shape>,
    facts: Vec<LineFacts>,
}

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

impl OwnTable {
    fn build(law: LineLaw, reach: usize) -> OwnTable {
        let sides: Vec<Side> = (0..side_codes(reach)).map(Side::from_code).collect();
        let total = sides.len() * sides.len();
        let mut w = Windows { law, reach, sides, five: Vec::new(), fives: vec![0; total] };
        w.five = (0..total).map(|n| w.makes_five(n)).collect();
        for n in 0..total {
            if !w.five[n] {
                w.fives[n] = w
                    .empties(n)
                    .filter(|&i| w.five[w.with(n, i, OWN)])
                    .fold(0, |set, i| set | 1 << i);
            }
        }
        let mut table =
            OwnTable { shapes: vec![Shape::Dead; total], facts: vec![LineFacts::default(); total] };
        for n in by_own_stones(&w) {
            table.shapes[n] = table.shape(&w, n);
            if law.has_fouls() {
                table.facts[n] = facts(&w, n);
            }
        }
        table
    }

    /// The shape of a window from the shapes of all windows with one own stone more.
    fn shape(&self, w: &Windows, n: usize) -> Shape {
        let law = &w.law;
        if w.five[n] {
            return Shape::Five;
        }
        if w.is_overline(n) {
            return Shape::Overline;
        }
        let becomes = |wanted: &dyn Fn(Shape) -> bool| {
            w.empties(n).filter(|&i| wanted(self.shapes[w.with(n, i, OWN)])).count()
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
    let mut bits = 0;
    if w.five[n] {
        return LineFacts(LineFacts::FIVE);
    }
    if w.is_overline(n) {
        bits |= LineFacts::OVERLINE;
    }
    if w.straight_four(n) {
        bits |= LineFacts::STRAIGHT;
    }
    bits |= (w.fours(n).min(3) as u16) << 6;
    for (bit, offset) in LineFacts::OFFSETS.iter().enumerate() {
        let Some(index) = CENTRE.checked_add_signed(*offset as isize) else { continue };
        if w.cell(n, index) == Some(0) {
            let then = w.with(n, index, OWN);
            let (from, to) = w.row(then);
            if !w.five[then] && (from..=to).contains(&index) && w.straight_four(then) {
                bits |= 1 << bit;
            }
        }
    }
    LineFacts(bits)
}

const _: () = assert!(first(MAX_REACH + 1) == 364);

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: LineLaw = LineLaw {
        overline_wins: true,
        blockable: false,
        overline_foul: false,
        double_four_foul: false,
        double_three_foul: false,
        straight_four_foul: false,
    };
    const RENJU: LineLaw = LineLaw {
        overline_wins: false,
        overline_foul: true,
        double_four_foul: true,
        double_three_foul: true,
        ..FREE
    };

    /// Reads a drawing: `●` own, `○` enemy, `·` empty, `|` wall, `◇` the stone; beyond it all is empty.
    fn window(picture: &str) -> u64 {
        let cells: Vec<char> = picture.chars().collect();
        let centre = cells.iter().position(|&c| c == '◇').unwrap();
        (0..11).fold(0, |w, i| {
            let at = (centre + i).checked_sub(CENTRE).and_then(|k| cells.get(k));
            let code = match at {
                Some('●') => 1,
                Some('○') => 2,
                Some('|') => 3,
                _ => 0,
            };
            w | code << (2 * i)
        })
    }

    fn shape(law: LineLaw, picture: &str) -> Shape {
        LawTables::get(ByColor::both(law)).shape(Color::Black, window(picture))
    }

    #[test]
    fn shapes_of_freestyle() {
        for (picture, expected) in [
            ("●●●◇●", Shape::Five),
            ("●●●◇●●", Shape::Five),
            ("·●●◇●·", Shape::StraightFour),
            ("○●●◇●·", Shape::Four),
            ("|●●◇●·", Shape::Four),
            ("●·●◇●·●", Shape::DoubleFour),
            ("●●·●◇", Shape::Four),
            ("··●●◇··", Shape::WideThree),
            ("○·●●◇·|", Shape::SleepingThree),
            ("|·●●◇··|", Shape::Three),
            ("○●●◇··", Shape::SleepingThree),
            ("···●◇···", Shape::WideTwo),
            ("○●◇···", Shape::SleepingTwo),
            ("···◇···", Shape::One),
            ("|◇·····", Shape::SleepingOne),
            ("○·◇··○", Shape::Dead),
        ] {
            assert_eq!(shape(FREE, picture), expected, "{picture}");
        }
    }

    #[test]
    fn shapes_of_black_in_renju() {
        for (picture, expected) in [
            ("●●●◇●", Shape::Five),
            ("●●●◇●●", Shape::Overline),
            ("·●●◇●··", Shape::StraightFour),
            ("●·●●◇●·", Shape::Four),
            ("●·●◇●·●", Shape::DoubleFour),
            ("●●·●◇·●●", Shape::DoubleFour),
            ("●●●·◇·●●●", Shape::DoubleFour),
            ("·●●◇··●", Shape::Three),
            ("|·●●◇··●", Shape::SleepingThree),
            ("··●●◇··|", Shape::WideThree),
        ] {
            assert_eq!(shape(RENJU, picture), expected, "{picture}");
        }
    }

    #[test]
    fn caro_needs_an_enemy_at_both_ends_to_block() {
        let caro = LineLaw { blockable: true, ..FREE };
        for (picture, expected) in [
            ("○●●●◇●○", Shape::Dead),
            ("|●●●◇●○", Shape::Five),
            ("|●●●◇●|", Shape::Five),
            ("○●●●◇●●○", Shape::Five),
            ("··●●◇●··", Shape::StraightFour),
            // One stone at the right end spoils both fives: the left one is blocked already.
            ("○·●●◇●··", Shape::Four),
        ] {
            assert_eq!(shape(caro, picture), expected, "{picture}");
        }
        let exact = LineLaw { overline_wins: false, ..caro };
        assert_eq!(shape(exact, "○●●●◇●●○"), Shape::Overline);
    }

    #[test]
    fn facts_point_at_the_straight_fours() {
        let tables = LawTables::get(ByColor::both(RENJU));
        let facts = |p: &str| tables.line_facts(Color::Black, window(p));
        assert_eq!(facts("··●●◇··").straight_four_points().collect::<Vec<_>>(), [-3, 1]);
        assert_eq!(facts("··●·●◇·").straight_four_points().collect::<Vec<_>>(), [-2]);
        assert!(!facts("·●●·◇●·").is_three());
        assert_eq!(facts("●·●◇●·●").fours(), 2);
        assert!(facts("·●●◇●··").straight_four() && facts("·●●◇●··").fours() == 1);
    }

    #[test]
    fn white_sees_the_mirror_image_of_black() {
        let tables = LawTables::get(ByColor::both(RENJU));
        let mut rng = 1u64;
        for _ in 0..10_000 {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let window = rng >> 20 & 0x3F_FFFF;
            let swapped = (0..11).fold(0, |w, i| {
                let c = window >> (2 * i) & 3;
                w | (if c == 1 || c == 2 { 3 - c } else { c }) << (2 * i)
            });
            assert_eq!(tables.shape(Color::Black, window), tables.shape(Color::White, swapped));
            assert_eq!(
                tables.line_facts(Color::Black, window),
                tables.line_facts(Color::White, swapped)
            );
        }
    }
}
