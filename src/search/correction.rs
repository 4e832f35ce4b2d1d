//! What the search has taught about the static value: where it was too high or too low by how much.
//!
//! Positions are alike where both sides have equally many points of each class from the three up. The mean
//! difference between the score of the search and the static value of such positions is added to the value of the
//! next one.

use super::params::{correction_rate, correction_weight};
use crate::eval::Score;
use crate::line::Class;
use crate::position::Position;

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 14;
/// Units of a centi-score in the table.
const UNIT: i32 = 64;
/// The largest difference that is learned, in centi-score.
const MOST: i32 = 400;

/// The table of a worker.
pub(crate) struct Correction {
    differences: Box<[i16; ENTRIES]>,
}

/// The entry of positions that are like this one.
#[inline]
fn number(position: &Position) -> usize {
    let us = position.to_move();
    let mut hash = us as u64;
    for color in [us, !us] {
        let counts = position.counts(color);
        for &count in &counts[Class::Three as usize..=Class::StraightFour as usize] {
            hash = (hash.rotate_left(5) ^ u64::from(count)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    (hash >> 40) as usize % ENTRIES
}

impl Correction {
    pub(crate) fn new() -> Correction {
        Correction { differences: Box::new([0; ENTRIES]) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Correction::new();
    }

    /// The static value as the search has found such values to be.
    #[inline]
    pub(crate) fn corrected(&self, position: &Position, value: Score) -> Score {
        if value.is_decisive() {
            return value;
        }
        let difference = i32::from(self.differences[number(position)]);
        Score::value(value.0 + difference * correction_weight() / (16 * UNIT))
    }

    /// A search of this depth has come to a score other than the value.
    pub(crate) fn learn(&mut self, position: &Position, value: Score, score: Score, depth: i32) {
        let difference = (score.0 - value.0).clamp(-MOST, MOST) * UNIT;
        let weight = (depth + 1).min(16) * correction_rate();
        let entry = &mut self.differences[number(position)];
        let old = i32::from(*entry);
        *entry = (old + (difference - old) * weight / 1_024) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::rules::RuleSpec;

    #[test]
    fn what_was_learned_is_added_to_values_of_the_like_and_stays_within_bounds() {
        let mut correction = Correction::new();
        let position = Position::new(&RuleSpec::FREESTYLE, BoardSize::FIFTEEN);
        let value = Score(50);
        assert_eq!(correction.corrected(&position, value), value);
        for _ in 0..1_000 {
            correction.learn(&position, value, Score(20_000), 9);
        }
        let raised = correction.corrected(&position, value);
        assert!(raised > value && raised.0 <= 50 + 4 * MOST, "{raised:?}");
        correction.clear();
        assert_eq!(correction.corrected(&position, value), value);
    }

    #[test]
    fn positions_are_told_apart_by_who_is_to_move() {
        let position = Position::new(&RuleSpec::FREESTYLE, BoardSize::FIFTEEN);
        let mut passed = position.clone();
        passed.pass();
        assert_ne!(position.to_move(), passed.to_move());
        assert_ne!(number(&position), number(&passed));
    }
}
