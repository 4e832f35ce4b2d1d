//! What both sides threaten, as features of the evaluation that are not sums over points: the second four-three is not
//! worth what the first is.
//!
//! ```text
//! feature 0   level of the side to move, level of the opponent
//! feature 1   profile of the side to move, level of the opponent
//! feature 2   profile of the opponent, level of the side to move
//! ```
//!
//! A level is the strongest thing that one stone could make, a profile says how many such things there are.

use crate::board::Color;
use crate::line::Class;
use crate::position::Position;

/// Levels of threat of one side.
const LEVELS: usize = 8;
/// Pairs of levels.
const PAIRS: usize = LEVELS * LEVELS;
/// Profiles of one side.
const PROFILES: usize = 192;
/// Profiles of one side with levels of the other.
const DUELS: usize = PROFILES * LEVELS;

/// Features that hold at the same time.
pub const AT_ONCE: usize = 3;
/// Number of features.
pub const FEATURES: usize = PAIRS + 2 * DUELS;

/// The features of a position for the side to move, in ascending order.
#[inline]
#[must_use]
pub fn features(position: &Position) -> [usize; AT_ONCE] {
    let us = position.to_move();
    let [own, enemy] = [us, !us].map(|color| level(position, color));
    [
        own * LEVELS + enemy,
        PAIRS + profile(position, us) * LEVELS + enemy,
        PAIRS + DUELS + profile(position, !us) * LEVELS + own,
    ]
}

/// The strongest thing that a side could make with one stone, a five aside: 0 nothing, 1 a three, 2 a
/// double three, 3 a four, 4 a four here and a three there, 5 a four-three, 6 a double four, 7 a straight
/// four.
#[inline]
fn level(position: &Position, color: Color) -> usize {
    let counts = position.counts(color);
    let of = |class: Class| counts[class as usize] > 0;
    let three = of(Class::Three) || of(Class::ThreePlus);
    if of(Class::StraightFour) {
        7
    } else if of(Class::DoubleFour) {
        6
    } else if of(Class::FourThree) {
        5
    } else if of(Class::Four) || of(Class::FourPlus) {
        if three || of(Class::DoubleThree) { 4 } else { 3 }
    } else if of(Class::DoubleThree) {
        2
    } else {
        usize::from(three)
    }
}

/// How many points there are for a side that would make a three and no more (none, one or two, three or four, more),
/// more than a three, a four and no more (none, one or two, more), and more than a four.
#[inline]
fn profile(position: &Position, color: Color) -> usize {
    let counts = position.counts(color);
    let of = |class: Class| usize::from(counts[class as usize]);
    let threes = of(Class::Three).div_ceil(2).min(3);
    let more_than_threes = (of(Class::ThreePlus) + of(Class::DoubleThree)).min(3);
    let fours = of(Class::Four).div_ceil(2).min(2);
    let strong = of(Class::FourThree) + of(Class::DoubleFour) + of(Class::StraightFour);
    let more_than_fours = (of(Class::FourPlus) + strong).min(3);
    ((fours * 4 + threes) * 4 + more_than_threes) * 4 + more_than_fours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, notation};
    use crate::rules::RuleSpec;

    #[test]
    fn features_tell_threats_apart_and_stay_in_their_ranges() {
        let size = BoardSize::FIFTEEN;
        let of = |text: &str| {
            let moves = notation::parse_moves(text, size).unwrap();
            features(&Position::from_moves(&RuleSpec::FREESTYLE, size, &moves).unwrap())
        };
        let nothing = of("");
        assert_eq!(nothing, [0, PAIRS, PAIRS + DUELS]);
        // Two stones in a row could become a three; three a straight four, black's or white's.
        let [pair, own, enemy] = of("h8a1i8a3");
        assert_eq!((pair, enemy), (LEVELS, nothing[2] + 1));
        assert!(own > nothing[1] && own % LEVELS == nothing[1] % LEVELS);
        assert_eq!(of("h8a1i8a3j8o1")[0], 7 * LEVELS);
        assert_eq!(of("h8a1i8a3j8")[0], 7);
        let mut rng = fastrand::Rng::with_seed(11);
        for rule in [RuleSpec::RENJU, RuleSpec::PENTA, RuleSpec::CARO] {
            for _ in 0..20 {
                let mut position = Position::new(&rule, BoardSize::new(8, 8).unwrap());
                while position.ending().is_none() && position.ply() < 60 {
                    let empty: Vec<_> = position.empty().iter().collect();
                    let Some(&p) = empty.get(rng.usize(..empty.len().max(1))) else { break };
                    if position.legality(p).is_ok() {
                        position.play(p);
                    } else {
                        break;
                    }
                    let [pair, own, enemy] = features(&position);
                    assert!(pair < PAIRS && (PAIRS..PAIRS + DUELS).contains(&own));
                    assert!((PAIRS + DUELS..FEATURES).contains(&enemy));
                }
            }
        }
    }
}
