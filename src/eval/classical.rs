//! The first evaluation: every empty point near stones is worth what a stone there would make.

use super::{Evaluator, Score};
use crate::board::{ByColor, Color};
use crate::line::class::CLASSES;
use crate::line::table::FOUL_CANDIDATE;
use crate::position::Position;

/// Sums over the threat classes of the empty points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classical;

/// Worth of a point by its class (see [`crate::line::Class`]) for the side to move, in centi-score.
const TO_MOVE: [i32; CLASSES] = [0, 2, 7, 15, 12, 24, 32, 44, 110, 30, 52, 170, 190, 260, 0, 0];
/// Worth of a point by its class for the side that has just moved.
const WAITING: [i32; CLASSES] = [0, 2, 6, 12, 9, 18, 22, 30, 62, 22, 36, 90, 100, 120, 0, 0];
/// Worth of a point that may be forbidden for the side: most of its class is lost.
const MAYBE_FOUL: i32 = 6;
/// Worth of having the move.
const TEMPO: i32 = 18;
/// How far from a stone a point still counts, in king's steps.
const RADIUS: u32 = 3;

impl Evaluator for Classical {
    fn value(&mut self, position: &Position) -> Score {
        let us = position.to_move();
        let weights = if us == Color::Black {
            ByColor([&TO_MOVE, &WAITING])
        } else {
            ByColor([&WAITING, &TO_MOVE])
        };
        let worth = |color: Color, class: u8| {
            if class & FOUL_CANDIDATE != 0 {
                MAYBE_FOUL
            } else {
                weights[color][usize::from(class & 15)]
            }
        };
        let sum: i32 = position
            .near_stones(RADIUS)
            .iter()
            .map(|p| {
                worth(Color::Black, position.class_byte(Color::Black, p))
                    - worth(Color::White, position.class_byte(Color::White, p))
            })
            .sum();
        Score::value(TEMPO + if us == Color::Black { sum } else { -sum })
    }
}
