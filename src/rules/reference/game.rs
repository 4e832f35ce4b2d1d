//! A whole game under a law: the referee.

use crate::board::notation::WrittenMove;
use crate::board::{BoardSize, ByColor, Cell, Color, Grid, Point};
use crate::rules::law::{FoulClaim, RuleSpec};
use crate::rules::verdict::{DrawBy, Ending, Foul, Illegal, WinBy};

use super::{captures, dead_board, foul, stands_in_five, stone};

/// A foul that has been played and can still be pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The side that played it.
    pub offender: Color,
    /// Where.
    pub point: Point,
    /// What it was when it was played.
    pub foul: Foul,
}

/// A game: the board, whose move it is, what was played and how it ended.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rule: RuleSpec,
    pub(super) grid: Grid,
    /// Empty cells of the grid.
    pub(super) empty: usize,
    pub(super) to_move: Color,
    pub(super) ply: usize,
    pub(super) placed: ByColor<usize>,
    pub(super) pairs: ByColor<u16>,
    pub(super) moves: Vec<WrittenMove>,
    pub(super) claims: Vec<Claim>,
    pub(super) ending: Option<Ending>,
}

impl Game {
    /// An empty board, black to move.
    #[must_use]
    pub fn new(rule: &RuleSpec, size: BoardSize) -> Game {
        Game {
            rule: rule.clone(),
            grid: Grid::new(size),
            empty: size.area(),
            to_move: Color::Black,
            ply: 0,
            placed: ByColor::default(),
            pairs: ByColor::default(),
            moves: Vec::new(),
            claims: Vec::new(),
            ending: None,
        }
    }

    /// A game that begins from stones laid out in any order. Where a five lies there already the game is
    /// over (black's, if both have one), so too on a board that is a draw; fouls are taken as they are.
    /// Each stone counts as one ply and as placed by its colour.
    ///
    /// # Errors
    /// When a stone is off the board or two lie on one point.
    pub fn from_setup(
        rule: &RuleSpec,
        size: BoardSize,
        stones: &[(Point, Color)],
        to_move: Color,
    ) -> Result<Game, Illegal> {
        let mut game = Game::new(rule, size);
        for &(p, color) in stones {
            game.expect_empty(p)?;
            game.grid.set(p, stone(&game.grid, rule, color, p));
            game.placed[color] += 1;
            game.empty -= 1;
        }
        game.ply = stones.len();
        game.to_move = to_move;
        let five = Color::ALL.into_iter().find(|&color| {
            let mut own = stones.iter().filter(|&&(_, of)| of == color);
            own.any(|&(p, _)| stands_in_five(&game.grid, rule, color, p))
        });
        game.ending = match five {
            Some(winner) => Some(Ending::Win { winner, by: WinBy::Five }),
            None => game.draw(),
        };
        Ok(game)
    }

    /// The law.
    #[must_use]
    pub fn rule(&self) -> &RuleSpec {
        &self.rule
    }

    /// The board as it is.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Stones and passes so far, the stones of the set-up included.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// What was played since the set-up.
    #[must_use]
    pub fn moves(&self) -> &[WrittenMove] {
        &self.moves
    }

    /// How the game ended, `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Pairs that `by` has captured.
    #[must_use]
    pub fn captured_pairs(&self, by: Color) -> u16 {
        self.pairs[by]
    }

    fn expect_empty(&self, p: Point) -> Result<(), Illegal> {
        match self.grid.get(p) {
            None => Err(Illegal::OffBoard(p)),
            Some(Cell::Empty) => Ok(()),
            Some(_) => Err(Illegal::Occupied(p)),
        }
    }

    fn stones_are_out(&self, color: Color) -> bool {
        self.rule.stone_limit.is_some_and(|limit| self.placed[color] >= usize::from(limit.stones))
    }

    /// Whether the side to move can put a stone there at all; a foul can be put.
    ///
    /// # Errors
    /// With the reason why not.
    pub fn playable(&self, p: Point) -> Result<(), Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::GameOver);
        }
        self.expect_empty(p)?;
        if self.stones_are_out(self.to_move) {
            return Err(Illegal::NoStones);
        }
        let misplaced = !self.rule.placement_allows(self.grid.size(), self.ply, p);
        if misplaced { Err(Illegal::Placement(p)) } else { Ok(()) }
    }

    /// Whether the side to move may put a stone there, fouls included.
    ///
    /// # Errors
    /// With the reason why not.
    pub fn legality(&self, p: Point) -> Result<(), Illegal> {
        self.playable(p)?;
        match foul(&self.grid, &self.rule, self.to_move, p) {
            Some(foul) => Err(Illegal::Foul(p, foul)),
            None => Ok(()),
        }
    }

    /// Whether the side to move may pass.
    ///
    /// # Errors
    /// When the game is over, or the law has no passes, or not yet.
    pub fn pass_legality(&self) -> Result<(), Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::GameOver);
        }
        match self.rule.passes {
            Some(passes) if self.ply >= usize::from(passes.first_ply) => Ok(()),
            _ => Err(Illegal::Pass),
        }
    }

    /// Puts a stone. A foul is played too: it loses at once, or stands open to a [`Game::claim`].
    ///
    /// # Errors
    /// When no stone can be put there; nothing has changed then.
    pub fn play(&mut self, p: Point) -> Result<Option<Ending>, Illegal> {
        self.playable(p)?;
        let foul = foul(&self.grid, &self.rule, self.to_move, p);
        self.put(p, foul);
        Ok(self.ending)
    }

    /// Puts a stone that can be put there and has been judged, and tells what it takes off the board.
    pub(super) fn put(&mut self, p: Point, foul: Option<Foul>) -> Vec<Point> {
        let mover = self.to_move;
        let taken = match self.rule.captures {
            Some(_) => captures(&self.grid, mover, p),
            None => Vec::new(),
        };
        self.begin_move(Some(p));
        self.placed[mover] += 1;
        self.empty -= 1;
        let stone = stone(&self.grid, &self.rule, mover, p);
        self.grid.set(p, stone);
        if let Some(foul) = foul {
            if self.rule.foul_claim == FoulClaim::Immediate {
                let by = WinBy::Foul(foul);
                self.ending = Some(Ending::Win { winner: mover.other(), by });
                return Vec::new();
            }
            self.claims.push(Claim { offender: mover, point: p, foul });
        }
        self.pairs[mover] += u16::try_from(taken.len() / 2).unwrap_or_default();
        self.empty += taken.len();
        for &p in &taken {
            self.grid.set(p, Cell::Empty);
        }
        self.ending = self.win(mover, p).or_else(|| self.draw());
        taken
    }

    /// Passes.
    ///
    /// # Errors
    /// When the side to move may not pass; nothing has changed then.
    pub fn pass(&mut self) -> Result<Option<Ending>, Illegal> {
        self.pass_legality()?;
        self.put_nothing();
        Ok(self.ending)
    }

    /// Passes, where that can be done.
    pub(super) fn put_nothing(&mut self) {
        self.begin_move(None);
        self.ending = if self.moves.ends_with(&[None, None]) {
            Some(Ending::Draw(DrawBy::TwoPasses))
        } else {
            self.draw()
        };
    }

    /// What every move does, stone or pass: a foul of the opponent that was not pointed out stands
    /// from now on, unless it is an overline.
    fn begin_move(&mut self, written: WrittenMove) {
        let mover = self.to_move;
        self.claims.retain(|c| c.offender == mover || c.foul == Foul::Overline);
        self.moves.push(written);
        self.ply += 1;
        self.to_move = mover.other();
    }

    /// The win that the stone just put on `p` has decided, for its owner or against it.
    fn win(&self, mover: Color, p: Point) -> Option<Ending> {
        let (rule, other) = (&self.rule, mover.other());
        if stands_in_five(&self.grid, rule, mover, p) {
            return Some(Ending::Win { winner: mover, by: WinBy::Five });
        }
        if rule.captures.is_some_and(|law| self.pairs[mover] >= law.pairs_to_win) {
            return Some(Ending::Win { winner: mover, by: WinBy::Captures });
        }
        let loses_by_limit = rule.stone_limit.is_some_and(|limit| limit.loser == Some(mover));
        (loses_by_limit && self.stones_are_out(mover))
            .then_some(Ending::Win { winner: other, by: WinBy::StoneLimit })
    }

    /// The draw that the board is, for the side that should move now.
    fn draw(&self) -> Option<Ending> {
        let by = if self.empty <= usize::from(self.rule.draw_at_empty) {
            DrawBy::FullBoard
        } else if self.rule.dead_board_draw && dead_board(&self.grid, &self.rule) {
            DrawBy::DeadBoard
        } else if self.stones_are_out(self.to_move) {
            DrawBy::StonesOut
        } else {
            return None;
        };
        Some(Ending::Draw(by))
    }

    /// The opponent's foul that `by` may point out now, the newest first.
    #[must_use]
    pub fn claimable(&self, by: Color) -> Option<Claim> {
        let open = self.ending.is_none();
        self.claims.iter().rev().copied().find(|claim| open && claim.offender == by.other())
    }

    /// Points out the opponent's foul and wins. `None` and no change when there is nothing to claim.
    pub fn claim(&mut self, by: Color) -> Option<Ending> {
        let claim = self.claimable(by)?;
        self.ending = Some(Ending::Win { winner: by, by: WinBy::Foul(claim.foul) });
        self.ending
    }
}
