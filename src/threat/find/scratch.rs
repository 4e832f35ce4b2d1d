//! A position to try stones of either colour on.

use arrayvec::ArrayVec;

use crate::board::{Color, Point};
use crate::line::{Class, Shape};
use crate::position::{Position, Setup};
use crate::threat::replies;

/// A copy of a position on which stones of either colour can be laid for a while.
#[derive(Clone)]
pub(super) struct Scratch {
    position: Position,
}

impl Scratch {
    /// A copy in which `color` is to move.
    pub(super) fn new(position: &Position, color: Color) -> Scratch {
        let mut copy = position.clone();
        if copy.to_move() != color {
            if copy.rule().captures.is_some() {
                // The stones alone do not tell what has been captured.
                copy.pass();
            } else {
                let setup = Setup {
                    rule: copy.rule().clone(),
                    size: copy.size(),
                    stones: copy.colored_stones(),
                    to_move: color,
                };
                copy = setup.build().unwrap_or(copy);
            }
        }
        Scratch { position: copy }
    }

    /// The position as it is now.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The position as it is now, for those who play on it and take everything back.
    pub(super) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Whether a stone of `color` may lie on `p`: the point is empty and it is no foul.
    pub(super) fn allows(&self, color: Color, p: Point) -> bool {
        self.position.is_empty_at(p) && self.position.foul(color, p).is_none()
    }

    /// Lays a stone for the length of a closure; the other side is to move then.
    pub(super) fn with<T>(
        &mut self,
        color: Color,
        p: Point,
        then: impl FnOnce(&mut Scratch) -> T,
    ) -> T {
        self.with_turn(color, |scratch| {
            scratch.position.play(p);
            let result = then(scratch);
            scratch.position.undo();
            result
        })
    }

    /// Gives the move to `color` for the length of a closure.
    pub(super) fn with_turn<T>(&mut self, color: Color, then: impl FnOnce(&mut Scratch) -> T) -> T {
        let passed = self.position.to_move() != color;
        if passed {
            self.position.pass();
        }
        let result = then(self);
        if passed {
            self.position.undo();
        }
        result
    }

    /// Points where `color` makes a five.
    pub(super) fn fives(&self, color: Color) -> ArrayVec<Point, 8> {
        replies::five_points(&self.position, color)
    }

    /// Whether `color` makes a five somewhere.
    pub(super) fn threatens_five(&self, color: Color) -> bool {
        self.position.count(color, Class::Five) > 0
    }

    /// The legal moves of the side to move that leave its opponent no five.
    pub(super) fn stops(&mut self) -> Vec<Point> {
        let mut stops = Vec::new();
        replies::stops(&mut self.position, &mut stops);
        stops
    }

    /// Whether a stone of `color` on the empty `p` makes a straight four that may be played.
    pub(super) fn makes_straight_four(&self, color: Color, p: Point) -> bool {
        crate::board::Dir::ALL
            .into_iter()
            .any(|dir| self.position.shape(color, p, dir) == Shape::StraightFour)
            && self.position.class(color, p) != Class::Five
            && self.allows(color, p)
    }
}
