//! Moves that are tried out and taken back, for those who play through many.

use crate::board::notation::WrittenMove;
use crate::board::{ByColor, Cell, Color, Grid, Point};
use crate::rules::law::{FoulClaim, StoneLimit};
use crate::rules::verdict::{Ending, Illegal};

use super::{Game, captures, foul, stands_in_five};

/// When a move that is tried out is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judging {
    /// Before it is played, as in a game: a foul loses.
    Before,
    /// It is played as if there were no fouls; [`Game::loses_by_foul`] can be asked for it later.
    Later,
}

/// Everything on which the rest of a game depends: equal situations of one law have equal futures,
/// but for fouls that could still be pointed out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// All cells, four to a byte.
    cells: Vec<u8>,
    to_move: Color,
    ply: usize,
    placed: ByColor<usize>,
    pairs: ByColor<u16>,
    /// Whether another pass would be the second in a row.
    passed: bool,
}

/// What a move has changed.
struct Before {
    to_move: Color,
    ending: Option<Ending>,
    pairs: ByColor<u16>,
    claims: Vec<super::Claim>,
    taken: Vec<Point>,
}

impl Game {
    /// Plays a move or a pass for as long as `then` looks at the game, and takes it back.
    ///
    /// # Errors
    /// As [`Game::play`] and [`Game::pass`]; nothing has been played then.
    pub fn trying<T>(
        &mut self,
        at: WrittenMove,
        judging: Judging,
        then: impl FnOnce(&mut Game) -> T,
    ) -> Result<T, Illegal> {
        let found = match at {
            Some(p) => {
                self.playable(p)?;
                match judging {
                    Judging::Before => foul(&self.grid, &self.rule, self.to_move, p),
                    Judging::Later => None,
                }
            }
            None => {
                self.pass_legality()?;
                None
            }
        };
        let mut before = Before {
            to_move: self.to_move,
            ending: self.ending,
            pairs: self.pairs,
            claims: self.claims.clone(),
            taken: Vec::new(),
        };
        match at {
            Some(p) => before.taken = self.put(p, found),
            None => self.put_nothing(),
        }
        let result = then(self);
        self.take_back(at, before);
        Ok(result)
    }

    fn take_back(&mut self, at: WrittenMove, before: Before) {
        let mover = before.to_move;
        if let Some(p) = at {
            self.grid.set(p, Cell::Empty);
            self.placed[mover] -= 1;
            self.empty += 1;
            self.empty -= before.taken.len();
            for p in before.taken {
                self.grid.set(p, mover.other().into());
            }
        }
        self.moves.pop();
        self.ply -= 1;
        self.to_move = mover;
        self.ending = before.ending;
        self.pairs = before.pairs;
        self.claims = before.claims;
    }

    /// Whether a stone of the side to move on the empty `p` loses at once because it is a foul.
    #[must_use]
    pub fn loses_by_foul(&self, p: Point) -> bool {
        self.rule.foul_claim == FoulClaim::Immediate
            && foul(&self.grid, &self.rule, self.to_move, p).is_some()
    }

    /// Whether a stone of the side to move on `p` would stand in a five, nothing being captured.
    #[must_use]
    pub fn would_be_five(&self, p: Point) -> bool {
        stands_in_five(&self.grid, &self.rule, self.to_move, p)
    }

    /// Whether a stone of the side to move on the empty `p` takes stones off the board.
    #[must_use]
    pub fn would_capture(&self, p: Point) -> bool {
        self.rule.captures.is_some() && !captures(&self.grid, self.to_move, p).is_empty()
    }

    /// Whether the next two stones can go to any empty points, and the first of them, if it captures
    /// nothing, ends the game only by a five or a foul: neither side runs out of stones, no opening
    /// binds, and the board is not so full that it could be a draw.
    #[must_use]
    pub fn only_fives_end_it(&self) -> bool {
        let rule = &self.rule;
        let stones_left = |limit: StoneLimit| {
            Color::ALL.iter().all(|&side| self.placed[side] + 1 < usize::from(limit.stones))
        };
        self.ending.is_none()
            && rule.stone_limit.is_none_or(stones_left)
            && !rule.dead_board_draw
            && self.empty > usize::from(rule.draw_at_empty) + 1
            && rule.placements.iter().all(|place| usize::from(place.ply) < self.ply)
    }

    /// The situation, to be compared with others.
    #[must_use]
    pub fn situation(&self) -> Situation {
        Situation {
            cells: packed(&self.grid),
            to_move: self.to_move,
            ply: self.ply,
            placed: self.placed,
            pairs: self.pairs,
            passed: self.moves.last() == Some(&None),
        }
    }
}

fn packed(grid: &Grid) -> Vec<u8> {
    let mut bytes = vec![0; grid.size().area().div_ceil(4)];
    for (i, cell) in grid.cells().enumerate() {
        let code = match cell {
            Cell::Empty => 0,
            Cell::Black => 1,
            Cell::White => 2,
            Cell::Wild => 3,
        };
        if let Some(byte) = bytes.get_mut(i / 4) {
            *byte |= code << (2 * (i % 4));
        }
    }
    bytes
}
