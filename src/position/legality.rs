//! Which moves the law allows, and why not the others.

use super::Position;
use crate::board::{Color, Point};
use crate::rules::{Foul, Illegal, forbidden};

impl Position {
    /// Whether the side to move may play on a point.
    ///
    /// # Errors
    /// The first reason against it; a foul last, so that [`Illegal::Foul`] means that nothing else is wrong.
    pub fn legality(&self, p: Point) -> Result<(), Illegal> {
        if self.ending().is_some() {
            return Err(Illegal::GameOver);
        }
        if !self.size().contains(p) {
            return Err(Illegal::OffBoard(p));
        }
        if !self.is_empty_at(p) {
            return Err(Illegal::Occupied(p));
        }
        let rule = self.rule();
        let color = self.to_move();
        if rule.stone_limit.is_some_and(|limit| self.placed(color) >= limit.stones) {
            return Err(Illegal::NoStones);
        }
        if !rule.placement_allows(self.size(), self.ply(), p) {
            return Err(Illegal::Placement(p));
        }
        match self.foul(color, p) {
            Some(foul) => Err(Illegal::Foul(p, foul)),
            None => Ok(()),
        }
    }

    /// Whether the side to move may pass.
    ///
    /// # Errors
    /// When the game is over, or the law has no passes or not yet.
    pub fn pass_legality(&self) -> Result<(), Illegal> {
        if self.ending().is_some() {
            return Err(Illegal::GameOver);
        }
        match self.rule().passes {
            Some(law) if self.ply() >= usize::from(law.first_ply) => Ok(()),
            _ => Err(Illegal::Pass),
        }
    }

    /// Why a stone of `color` on the empty point `p` is a foul, if it is one. Exact to any depth.
    #[inline]
    #[must_use]
    pub fn foul(&self, color: Color, p: Point) -> Option<Foul> {
        if self.is_foul_candidate(color, p) {
            forbidden::foul(self.lines(color), self.tables(), color, p)
        } else {
            None
        }
    }
}
