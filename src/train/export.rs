//! From fitted numbers to the whole numbers of [`crate::eval::tables`].

use super::columns::{Columns, SHAPES};
use super::policy::Policy;
use super::value::Value;
use crate::eval::combination::COMBINATIONS;
use crate::eval::score::WIN_RATE_SCALE;
use crate::eval::tables::{COLUMNS, MARKED_CLASSES, Set, Side, UNIT};
use crate::rules::RuleSpec;

/// Policies are in hundredths of a nat.
const CENTI_NATS: f64 = 100.0;

/// The tables of a law.
#[must_use]
pub fn set(rule: &RuleSpec, value: &Value, policy: &Policy) -> Set {
    let sides = (0..value.numbers.len()).map(|i| side(rule, i, value, policy)).collect();
    Set { rule: rule.clone(), sides }
}

fn side(rule: &RuleSpec, index: usize, value: &Value, policy: &Policy) -> Side {
    let unit = f64::from(WIN_RATE_SCALE * UNIT);
    let [moving, waiting] = [0, 1].map(|column| value.column(index, column));
    let columns: [(&[f64], &[f64], f64); COLUMNS] = [
        (&moving, &value.numbers[index][0], unit),
        (&waiting, &value.numbers[index][1], unit),
        (policy.column(index, 0), &policy.numbers[index][0], CENTI_NATS),
        (policy.column(index, 1), &policy.numbers[index][1], CENTI_NATS),
    ];
    let (threats, tempo) = value.threats(index);
    let mut side = Side {
        tempo: rounded(tempo, unit),
        threats: std::array::from_fn(|i| rounded(threats[i], unit)),
        shapes: columns.map(|(v, _, unit)| std::array::from_fn(|i| rounded(v[i], unit))),
        classes: columns.map(|(v, _, unit)| std::array::from_fn(|i| rounded(v[SHAPES + i], unit))),
        own: vec![None; COMBINATIONS],
    };
    let fitted = Columns::of(rule);
    for (n, &class) in fitted.classes[index].iter().enumerate().skip(1) {
        let numbers = columns.map(|(_, numbers, unit)| rounded(numbers[n], unit));
        let promised = side.numbers(n, class);
        // What was hardly ever seen differs by rounding alone.
        let own = columns.map(|(v, _, unit)| rounded(v[SHAPES + MARKED_CLASSES + n], unit));
        if numbers != promised && (own != [0; COLUMNS] || n == fitted.untouched) {
            side.own[n] = Some(numbers);
        }
    }
    side
}

fn rounded(number: f64, unit: f64) -> i16 {
    (number * unit).round().clamp(f64::from(-i16::MAX), f64::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, notation};
    use crate::record::binpack::{End, GameRecord, Head};
    use crate::train::samples::Samples;
    use crate::train::value::ValueOptions;

    #[test]
    fn a_point_far_from_everything_is_worth_nothing() {
        let (rule, size) = (RuleSpec::FREESTYLE, BoardSize::FIFTEEN);
        let moves = notation::parse_moves("h8i9h9i8h10i10h11i11", size).unwrap();
        let game = GameRecord {
            opening: 2,
            scores: vec![100, -200, 300, -400, 900, -990],
            random: Vec::new(),
            moves,
            winner: None,
            end: End::Drawn,
        };
        let mut samples = Samples::default();
        samples.add(&Head { rule: rule.clone(), size, nodes: 100 }, &game).unwrap();
        let options = ValueOptions { foresight: 0.0, own_deviation: 0.1, iterations: 20 };
        let value = Value::fit(&rule, &samples, options);
        let policy = Policy::fit(&rule, &samples, 0.5, 20);
        let set = set(&rule, &value, &policy);
        let (untouched, numbers) = (Columns::of(&rule).untouched, |n| set.sides[0].numbers(n, 0));
        assert_eq!(numbers(untouched)[..2], [0, 0]);
        assert!((1..COMBINATIONS).any(|n| numbers(n)[..2] != [0, 0]));
    }
}
