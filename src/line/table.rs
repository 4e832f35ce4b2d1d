//! The tables of a law: from the number of a window to what a stone would make there.
//!
//! Nothing here is a list of patterns: `build.rs` fills the tables by playing on the line.

use std::sync::Mutex;

use once_cell::sync::Lazy;

use super::build;
use super::class::{Class, Tally};
use super::shape::Shape;
use super::window::{number_4, number_5};
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
    pub(super) const fn reach(&self) -> usize {
        if self.overline_wins && !self.blockable { 4 } else { 5 }
    }
}

/// What the foul test needs to know of one line; see [`LawTables::line_facts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineFacts(u16);

impl LineFacts {
    /// Offsets that a straight-four point can have from the stone.
    pub(super) const OFFSETS: [i32; 6] = [-3, -2, -1, 1, 2, 3];
    /// A five, and nothing else matters.
    pub(super) const FIVE: LineFacts = LineFacts(1 << 8);
    const OVERLINE: u16 = 1 << 9;
    const STRAIGHT: u16 = 1 << 10;

    /// The facts of a stone that makes no five; `points` says for each of [`Self::OFFSETS`] whether a
    /// further stone there makes a straight four.
    pub(super) fn new(overline: bool, straight: bool, fours: usize, points: [bool; 6]) -> Self {
        let points = points.iter().rev().fold(0, |bits, &point| bits << 1 | u16::from(point));
        LineFacts(
            points
                | (fours.min(3) as u16) << 6
                | if overline { Self::OVERLINE } else { 0 }
                | if straight { Self::STRAIGHT } else { 0 },
        )
    }

    /// The stone makes a five.
    #[inline]
    #[must_use]
    pub const fn five(self) -> bool {
        self.0 & Self::FIVE.0 != 0
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

/// The key of a window: the bits of the `REACH` (4 or 5) cells on either side.
#[inline]
pub(crate) const fn key<const REACH: usize>(window: u64) -> usize {
    if REACH == 4 {
        (window >> 2 & 0xFF | window >> 4 & 0xFF00) as usize
    } else {
        (window & 0x3FF | window >> 2 & 0xF_FC00) as usize
    }
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
        let own = build::build(laws[Color::Black], reach);
        let white = if laws[Color::Black] == laws[Color::White] {
            None
        } else {
            Some(build::build(laws[Color::White], reach))
        };
        let white = white.as_ref().unwrap_or(&own);
        let both = own.joined(white, reach);
        let entry = build::by_key(&both, reach);
        let shapes =
            if reach == 4 { Shapes::Four(filled(entry)) } else { Shapes::Five(filled(entry)) };
        let facts = ByColor::new(own.facts.clone(), white.mirrored_facts(reach));
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

    /// The shapes by [`key`], black's in the low half of a byte and white's in the high half, where
    /// `KEYS` is `4^(2·reach)`.
    ///
    /// # Panics
    /// If the tables have another reach.
    #[inline]
    #[must_use]
    pub(crate) fn by_key<const KEYS: usize>(&self) -> &[u8; KEYS] {
        let shapes = match &self.shapes {
            Shapes::Four(table) => table.as_slice(),
            Shapes::Five(table) => table.as_slice(),
        };
        match shapes.try_into() {
            Ok(table) => table,
            Err(_) => unreachable!("the reach is that of the tables"),
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
            Shapes::Four(table) => table[key::<4>(window)],
            Shapes::Five(table) => table[key::<5>(window)],
        };
        Shape::from_nibble(packed >> (4 * color as u8))
    }

    /// Facts for the foul test of a colour that has fouls; no fact for a colour that has none.
    #[inline]
    #[must_use]
    pub fn line_facts(&self, color: Color, window: u64) -> LineFacts {
        self.facts[color].get(self.number(window)).copied().unwrap_or_default()
    }

    /// For each colour, by four packed shapes (four bits a direction): class and flags.
    #[inline]
    #[must_use]
    pub(crate) fn classes(&self) -> [&[u8; 1 << 16]; 2] {
        [&self.classes[Color::Black], &self.classes[Color::White]]
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
    let tallies = Shape::ALL.map(Tally::of);
    for (packed, entry) in table.iter_mut().enumerate() {
        let tally = (0..4).fold(Tally::NONE, |sum, i| sum.plus(tallies[packed >> (4 * i) & 15]));
        let class = Class::of(tally);
        let foul = class != Class::Five
            && (law.overline_foul && tally.overlines() > 0
                || law.double_four_foul && tally.fours() >= 2
                || law.double_three_foul && tally.threes() >= 2
                || law.straight_four_foul && tally.straight_fours() > 0);
        *entry = class as u8
            | if foul { FOUL_CANDIDATE } else { 0 }
            | if class >= Class::Three { THREAT } else { 0 }
            | if class >= Class::Four { FOUR } else { 0 };
    }
    table
}

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
            let at = (centre + i).checked_sub(5).and_then(|k| cells.get(k));
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
