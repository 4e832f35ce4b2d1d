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
