//! The fitted numbers: their file, and the tables that a law is played with.
//!
//! ```text
//! file   "KAGETSUE", version u16, number of sets u8, sets
//! set    length u8 and name of its law, number of sides u8 (1: black and white are alike), sides
//! side   tempo i16, 3 136 threats i16, for each of the four columns 16 shapes i16 and 32 classes i16,
//!        a bit for each combination that has numbers of its own (485 bytes),
//!        for each of those the four columns i16
//! ```
//!
//! Columns: value of a point when its colour is to move, value when it is waiting, policy of a stone
//! there, policy of taking the point from its colour. A combination without numbers of its own has the
//! sum of its shapes' and its class's. Numbers are little-endian; values are in [`UNIT`]s of a
//! centi-score, policies in centi-nats.

use std::sync::Mutex;

use once_cell::sync::Lazy;
use thiserror::Error;

use super::combination::{self, COMBINATIONS};
use super::threats::{AT_ONCE, FEATURES};
use crate::board::{ByColor, Color};
use crate::line::table::FOUL_CANDIDATE;
use crate::line::{LawTables, Shape};
use crate::rules::RuleSpec;
use crate::rules::law::UnknownRule;

const MAGIC: &[u8; 8] = b"KAGETSUE";
const VERSION: u16 = 2;
/// One centi-score in the numbers of the tables.
pub const UNIT: i32 = 8;
/// Kinds of numbers that a combination has.
pub const COLUMNS: usize = 4;
/// Classes with and without the mark of a possible foul.
pub const MARKED_CLASSES: usize = 32;
const BITMAP: usize = COMBINATIONS.div_ceil(8);

static EMBEDDED: &[u8] = include_bytes!("../../nets/shapes.bin");

/// The numbers of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Worth of having the move.
    pub tempo: i16,
    /// Worth of what both sides [threaten](super::threats), for the side to move.
    pub threats: [i16; FEATURES],
    /// For each column what a single shape adds.
    pub shapes: [[i16; Shape::ALL.len()]; COLUMNS],
    /// For each column what the class adds.
    pub classes: [[i16; MARKED_CLASSES]; COLUMNS],
    /// Numbers of its own for a combination.
    pub own: Vec<Option<[i16; COLUMNS]>>,
}

/// The numbers of one law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The law that they were fitted under.
    pub rule: RuleSpec,
    /// One side for both colours, or black's and white's.
    pub sides: Vec<Side>,
}

/// Why a file of tables cannot be read.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The file does not begin as one of tables does.
    #[error("this is no file of evaluation tables")]
    Foreign,
    /// The tables are of another form.
    #[error("version {0} of the evaluation tables is not read here, only version {VERSION}")]
    Version(u16),
    /// The file names no law known here.
    #[error("the evaluation tables: {0}")]
    Law(#[from] UnknownRule),
    /// The file ends too soon or too late, or holds an impossible number.
    #[error("the evaluation tables are broken")]
    Broken,
}

/// Reads a file of tables.
///
/// # Errors
/// When it is none, or broken.
pub fn read(bytes: &[u8]) -> Result<Vec<Set>, TablesError> {
    let mut from = Cursor(bytes);
    if from.take(MAGIC.len()).map_err(|_| TablesError::Foreign)? != MAGIC {
        return Err(TablesError::Foreign);
    }
    match from.number()? as u16 {
        VERSION => {}
        other => return Err(TablesError::Version(other)),
    }
    let sets = (0..from.byte()?).map(|_| from.set()).collect::<Result<_, _>>()?;
    if from.0.is_empty() { Ok(sets) } else { Err(TablesError::Broken) }
}

/// Writes a file of tables.
#[must_use]
pub fn written(sets: &[Set]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(sets.len() as u8);
    for set in sets {
        bytes.push(set.rule.name.len() as u8);
        bytes.extend(set.rule.name.as_bytes());
        bytes.push(set.sides.len() as u8);
        for side in &set.sides {
            let prior = (0..COLUMNS).flat_map(|c| side.shapes[c].iter().chain(&side.classes[c]));
            for number in std::iter::once(&side.tempo).chain(&side.threats).chain(prior) {
                bytes.extend(number.to_le_bytes());
            }
            let mut bitmap = [0_u8; BITMAP];
            for (n, _) in side.own.iter().enumerate().filter(|(_, own)| own.is_some()) {
                bitmap[n / 8] |= 1 << (n % 8);
            }
            bytes.extend(bitmap);
            bytes.extend(side.own.iter().flatten().flatten().flat_map(|n| n.to_le_bytes()));
        }
    }
    bytes
}

/// The tables that are built in. With the feature `tuning` the environment variable `KAGETSU_TABLES` can name a
/// file of others for an experiment.
#[must_use]
pub fn embedded() -> &'static [Set] {
    static SETS: Lazy<Vec<Set>> = Lazy::new(|| {
        #[cfg(feature = "tuning")]
        if let Some(path) = std::env::var_os("KAGETSU_TABLES") {
            match std::fs::read(&path).map(|bytes| read(&bytes)) {
                Ok(Ok(sets)) => return sets,
                other => panic!("{}: {other:?}", path.display()),
            }
        }
        read(EMBEDDED).unwrap_or_default()
    });
    &SETS
}

/// What is left to read.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], TablesError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TablesError::Broken)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, TablesError> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<i16, TablesError> {
        let bytes = self.take(2)?;
        Ok(i16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[i16; N], TablesError> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    fn set(&mut self) -> Result<Set, TablesError> {
        let length = usize::from(self.byte()?);
        let name = std::str::from_utf8(self.take(length)?).map_err(|_| TablesError::Broken)?;
        let rule = RuleSpec::named(name)?;
        let sides = match self.byte()? {
            n @ 1..=2 => (0..n).map(|_| self.side()).collect::<Result<_, _>>()?,
            _ => return Err(TablesError::Broken),
        };
        Ok(Set { rule, sides })
    }

    fn side(&mut self) -> Result<Side, TablesError> {
        let (tempo, threats) = (self.number()?, self.numbers()?);
        let mut shapes = [[0; Shape::ALL.len()]; COLUMNS];
        let mut classes = [[0; MARKED_CLASSES]; COLUMNS];
        for (shapes, classes) in shapes.iter_mut().zip(&mut classes) {
            (*shapes, *classes) = (self.numbers()?, self.numbers()?);
        }
        let bitmap = self.take(BITMAP)?;
        let own = (0..COMBINATIONS)
            .map(|n| {
                if bitmap[n / 8] >> (n % 8) & 1 != 0 { self.numbers().map(Some) } else { Ok(None) }
            })
            .collect::<Result<_, _>>()?;
        Ok(Side { tempo, threats, shapes, classes, own })
    }
}

impl Set {
    /// The side whose numbers a colour has.
    #[must_use]
    pub fn side(&self, color: Color) -> &Side {
        &self.sides[color.index().min(self.sides.len() - 1)]
    }
}

impl Side {
    /// The four numbers of a combination whose class, with its mark, is `class`.
    #[must_use]
    pub fn numbers(&self, combination: usize, class: u8) -> [i16; COLUMNS] {
        if let Some(own) = self.own[combination] {
            return own;
        }
        let code = combination::codes()[combination];
        std::array::from_fn(|column| {
            let shapes = (0..4).map(|i| self.shapes[column][usize::from(code >> (4 * i) & 15)]);
            let sum = shapes.map(i32::from).sum::<i32>()
                + i32::from(self.classes[column][usize::from(class) % MARKED_CLASSES]);
            sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        })
    }
}

/// The tables of one colour, by the code of a point's shapes.
pub(super) struct Points {
    /// The value when the colour is to move in the low half, when it is waiting in the high half.
    pub(super) values: Box<[i32; 1 << 16]>,
    /// Policy of a stone of the colour.
    pub(super) own: Box<[i16; 1 << 16]>,
    /// Policy of taking the point from the colour.
    pub(super) enemy: Box<[i16; 1 << 16]>,
}

/// Everything that positions of a law are valued with.
pub(super) struct Tables {
    pub(super) points: [&'static Points; 2],
    pub(super) threats: ByColor<[i16; FEATURES]>,
    pub(super) tempo: ByColor<i16>,
}

/// Tables are built once for each law that is played.
type Cache = Mutex<Vec<(RuleSpec, &'static Tables)>>;

impl Tables {
    /// What [features of threats](super::threats) are worth together for the side to move.
    #[inline]
    pub(super) fn threats_of(&self, us: Color, features: [usize; AT_ONCE]) -> i32 {
        features.into_iter().filter_map(|i| self.threats[us].get(i)).map(|&n| i32::from(n)).sum()
    }

    /// The tables of a law, from the nearest law that has been fitted.
    pub(super) fn of(rule: &RuleSpec) -> &'static Tables {
        static CACHE: Lazy<Cache> = Lazy::new(Mutex::default);
        let mut cache = CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, tables)) = cache.iter().find(|(known, _)| known == rule) {
            return tables;
        }
        let tables: &'static Tables = Box::leak(Box::new(Tables::build(rule)));
        cache.push((rule.clone(), tables));
        tables
    }

    fn build(rule: &RuleSpec) -> Tables {
        let name = nearest(rule);
        let sets = embedded();
        let Some(set) = sets.iter().find(|s| s.rule.name == name).or(sets.first()) else {
            let none = Box::leak(Box::new(Points::none()));
            let threats = ByColor::both([0; FEATURES]);
            return Tables { points: [none, none], threats, tempo: ByColor::both(0) };
        };
        let black: &'static Points = Box::leak(Box::new(Points::build(set, rule, Color::Black)));
        let alike = set.sides.len() == 1 && rule.fouls[Color::Black] == rule.fouls[Color::White];
        let white = match alike {
            true => black,
            false => Box::leak(Box::new(Points::build(set, rule, Color::White))),
        };
        Tables {
            points: [black, white],
            threats: ByColor(Color::ALL.map(|c| set.side(c).threats)),
            tempo: ByColor(Color::ALL.map(|c| set.side(c).tempo)),
        }
    }
}

/// Name of the fitted law that is nearest to a law.
fn nearest(rule: &RuleSpec) -> &'static str {
    let five = rule.five[Color::Black];
    if rule.fouls[Color::Black] != rule.fouls[Color::White] && !five.overline_wins {
        "renju"
    } else if five.blockable {
        "caro"
    } else if !five.overline_wins {
        "standard"
    } else {
        "freestyle"
    }
}

impl Points {
    fn none() -> Points {
        Points { values: filled(|_| 0), own: filled(|_| 0), enemy: filled(|_| 0) }
    }

    /// A point that may be a foul under this law but is none under the law of the set counts as dead.
    fn build(set: &Set, rule: &RuleSpec, color: Color) -> Points {
        let side = set.side(color);
        let fitted = LawTables::get(set.rule.line_laws()).classes()[color.index()];
        let played = LawTables::get(rule.line_laws()).classes()[color.index()];
        let all: Vec<[i16; COLUMNS]> = combination::codes()
            .iter()
            .enumerate()
            .map(|(n, &code)| {
                let (class, here) = (fitted[usize::from(code)], played[usize::from(code)]);
                let lost = (here & !class) & FOUL_CANDIDATE != 0;
                if lost || n == 0 { [0; COLUMNS] } else { side.numbers(n, class & 31) }
            })
            .collect();
        let of = |code: usize| all[combination::number(code as u16)];
        Points {
            values: filled(|code| {
                let [moving, waiting, ..] = of(code);
                i32::from(moving as u16) | i32::from(waiting) << 16
            }),
            own: filled(|code| of(code)[2]),
            enemy: filled(|code| of(code)[3]),
        }
    }
}

/// A table on the heap, filled by a function of the code.
fn filled<T>(entry: impl Fn(usize) -> T) -> Box<[T; 1 << 16]> {
    let table: Box<[T]> = (0..1 << 16).map(entry).collect();
    match table.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table has as many entries as its type says"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(seed: i16) -> Side {
        let mut own = vec![None; COMBINATIONS];
        own[17] = Some([seed, -1, 300, -300]);
        own[COMBINATIONS - 1] = Some([1, 2, 3, seed]);
        Side {
            tempo: seed,
            threats: std::array::from_fn(|i| i as i16 - seed),
            shapes: std::array::from_fn(|c| std::array::from_fn(|i| (c * 100 + i) as i16)),
            classes: std::array::from_fn(|c| std::array::from_fn(|i| (c * 50 + i) as i16)),
            own,
        }
    }

    fn sets() -> Vec<Set> {
        vec![
            Set { rule: RuleSpec::FREESTYLE, sides: vec![side(5)] },
            Set { rule: RuleSpec::RENJU, sides: vec![side(6), side(-7)] },
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(&written(&sets())).unwrap(), sets());
        assert_eq!(read(&written(&[])).unwrap(), []);
    }

    #[test]
    fn broken_files_are_recognised() {
        let bytes = written(&sets());
        for length in 0..bytes.len() {
            let told = read(&bytes[..length]).unwrap_err().to_string();
            let expected =
                ["this is no file of evaluation tables", "the evaluation tables are broken"];
            assert_eq!(told, expected[usize::from(length >= 8)], "{length}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(read(&longer), Err(TablesError::Broken)));
        let mut other = bytes;
        other[8] = 9;
        assert!(matches!(read(&other), Err(TablesError::Version(9))));
    }

    #[test]
    fn a_combination_without_numbers_has_those_of_its_shapes_and_class() {
        let side = side(5);
        assert_eq!(side.numbers(17, 0), [5, -1, 300, -300]);
        let code = combination::codes()[18];
        let shapes = (0..4).map(|i| (code >> (4 * i) & 15) as i16).sum::<i16>();
        assert_eq!(side.numbers(18, 3), [0, 1, 2, 3].map(|c| c * 450 + shapes + 3));
    }

    #[test]
    fn every_law_has_tables_and_those_fitted_are_there() {
        let fitted: Vec<&str> = embedded().iter().map(|set| set.rule.name.as_ref()).collect();
        for rule in RuleSpec::all() {
            assert!(fitted.contains(&nearest(rule)), "{rule}: {} of {fitted:?}", nearest(rule));
            // Dead lines are worth nothing, so that occupied points need no care.
            for points in Tables::of(rule).points {
                assert_eq!((points.values[0], points.own[0], points.enemy[0]), (0, 0, 0));
                assert!(points.values.iter().any(|&v| v != 0));
            }
        }
        let of = |rule| Tables::of(rule).points.map(std::ptr::from_ref);
        assert_eq!(of(&RuleSpec::FREESTYLE)[0], of(&RuleSpec::FREESTYLE)[1]);
        assert_ne!(of(&RuleSpec::RENJU)[0], of(&RuleSpec::RENJU)[1]);
    }

    #[test]
    fn a_point_that_may_be_a_foul_only_here_is_dead() {
        let three = Shape::Three as usize;
        let double = three | three << 8;
        let narabe = Tables::of(&RuleSpec::GOMOKU_NARABE);
        let free = Tables::of(&RuleSpec::FREESTYLE);
        assert_eq!(narabe.points[0].values[double], 0);
        assert_ne!(free.points[0].values[double], 0);
        assert_eq!(narabe.points[0].values[three], free.points[0].values[three]);
    }
}
