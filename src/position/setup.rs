//! From what somebody typed to a valid position.

use thiserror::Error;

use super::Position;
use crate::board::notation::WrittenMove;
use crate::board::{BoardSize, Color, Point, PointSet};
use crate::rules::{Illegal, RuleSpec};

/// Stones on a board in no particular order: unchecked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The law.
    pub rule: RuleSpec,
    /// The board.
    pub size: BoardSize,
    /// The stones.
    pub stones: Vec<(Point, Color)>,
    /// The side that moves next.
    pub to_move: Color,
}

/// Why a set-up is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A stone lies off the board.
    #[error("{point} is outside a {size} board")]
    OffBoard {
        /// The stone.
        point: Point,
        /// The board.
        size: BoardSize,
    },
    /// Two stones lie on one point.
    #[error("there are two stones on {0}")]
    Twice(Point),
}

impl Setup {
    /// Checks the stones and builds the position. A five on the board makes it a finished game; the
    /// number of stones of each colour is free.
    ///
    /// # Errors
    /// When a stone is off the board or on an occupied point.
    pub fn build(&self) -> Result<Position, SetupError> {
        let mut taken = PointSet::EMPTY;
        for &(point, _) in &self.stones {
            if !self.size.contains(point) {
                return Err(SetupError::OffBoard { point, size: self.size });
            }
            if taken.contains(point) {
                return Err(SetupError::Twice(point));
            }
            taken.insert(point);
        }
        let mut position = Position::new(&self.rule, self.size);
        position.set_up(&self.stones, self.to_move);
        Ok(position)
    }
}

/// The first move of a record that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {}: {illegal}", ply + 1)]
pub struct MoveError {
    /// Its ply, counted from 0.
    pub ply: usize,
    /// Why.
    pub illegal: Illegal,
}

impl Position {
    /// Plays a record from the empty board. A foul as the very last move is played, and loses.
    ///
    /// # Errors
    /// At the first move that cannot be played.
    pub fn from_moves(
        rule: &RuleSpec,
        size: BoardSize,
        moves: &[WrittenMove],
    ) -> Result<Position, MoveError> {
        let mut position = Position::new(rule, size);
        for (ply, &written) in moves.iter().enumerate() {
            position.play_written(written).map_err(|illegal| MoveError { ply, illegal })?;
        }
        Ok(position)
    }

    /// Plays a move or pass of a record; a foul is played too, and loses.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn play_written(&mut self, written: WrittenMove) -> Result<(), Illegal> {
        match written {
            Some(p) => match self.legality(p) {
                Ok(()) | Err(Illegal::Foul(..)) => self.play(p),
                Err(illegal) => return Err(illegal),
            },
            None => {
                self.pass_legality()?;
                self.pass();
            }
        }
        Ok(())
    }
}
