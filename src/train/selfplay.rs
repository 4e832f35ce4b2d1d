//! Games of the engine against itself, from openings near 50 %.
//!
//! A game depends on its number and the seed alone: it does not matter how many threads play, nor which
//! games were played before.

use super::openings::Openings;
use crate::base::clock::SystemClock;
use crate::board::{Color, Point};
use crate::position::Position;
use crate::record::binpack::{End, GameRecord};
use crate::rules::Ending;
use crate::search::{Limits, Searcher, Silent};

/// What is played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The openings, and with them law and board.
    pub openings: Openings,
    /// Limits of the search for each move; fixed nodes or a fixed depth, so that games repeat.
    pub limits: Limits,
    /// One move in so many is drawn at random among the points next to stones; 0: none. A search looks at many
    /// a position that no good player reaches, so the evaluation must know them.
    pub random_one_in: u32,
    /// Whether a game ends where a win is proved.
    pub stop_at_proof: bool,
    /// Seed of all games.
    pub seed: u64,
}

/// Bytes of the table that a game is played with.
pub const TABLE_BYTES: usize = 2 << 20;
/// From this ply on it is asked whether anybody can still make a five.
const DEAD_FROM: usize = 60;
/// Spreads the numbers of games over the seeds.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl SelfPlay {
    /// A searcher to play with: one thread and a small table.
    #[must_use]
    pub fn searcher() -> Searcher {
        Searcher::new(1, TABLE_BYTES)
    }

    /// Plays the game with this number, to its end or until a win is proved. `None` where no opening was
    /// found.
    pub fn game(&self, number: u64, searcher: &mut Searcher) -> Option<GameRecord> {
        let seed = self.seed.wrapping_add((number + 1).wrapping_mul(SPREAD));
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = self.openings.find(&mut rng, searcher)?;
        let opening = position.ply();
        let (mut scores, mut random) = (Vec::new(), Vec::new());
        let clock = SystemClock::new();
        searcher.new_game();
        let (winner, end) = loop {
            match position.ending() {
                Some(Ending::Win { winner, .. }) => break (Some(winner), End::Law),
                Some(Ending::Draw(_)) => break (None, End::Law),
                None if position.ply() >= DEAD_FROM && position.is_dead() => {
                    break (None, End::Drawn);
                }
                None => {}
            }
            let outcome = searcher.search(&position, &self.limits, &clock, &Silent);
            let Some(best) = outcome.best else { break (None, End::Drawn) };
            let us = position.to_move();
            scores.push(outcome.score.0 as i16);
            let drawn = self.drawn(&position, &mut rng);
            if drawn.is_some() {
                random.push(position.ply());
            }
            position.play(drawn.unwrap_or(best));
            let proved = drawn.is_none() && outcome.score.is_decisive();
            if proved && self.stop_at_proof && position.ending().is_none() {
                break (Some(proved_winner(us, outcome.score.is_win())), End::Proved);
            }
        };
        Some(GameRecord { moves: position.moves(), opening, scores, random, winner, end })
    }

    /// The move at random, where it is time for one.
    fn drawn(&self, position: &Position, rng: &mut fastrand::Rng) -> Option<Point> {
        if self.random_one_in == 0 || rng.u32(..self.random_one_in) != 0 {
            return None;
        }
        let near: Vec<Point> =
            position.near_stones(1).iter().filter(|&p| position.legality(p).is_ok()).collect();
        near.get(rng.usize(..near.len().max(1))).copied()
    }
}

fn proved_winner(us: Color, wins: bool) -> Color {
    if wins { us } else { !us }
}

/// Whether a record can be played again: law, board, and the winner where the law has decided.
///
/// # Errors
/// Names what does not fit.
pub fn check(game: &GameRecord, openings: &Openings) -> Result<(), String> {
    let position = Position::from_moves(&openings.rule, openings.size, &game.moves)
        .map_err(|error| error.to_string())?;
    match (position.ending(), game.end) {
        (Some(Ending::Win { winner, .. }), End::Law) if game.winner == Some(winner) => Ok(()),
        (Some(Ending::Draw(_)), End::Law) if game.winner.is_none() => Ok(()),
        (None, End::Proved) if game.winner.is_some() => Ok(()),
        (None, End::Drawn) if game.winner.is_none() => Ok(()),
        (ending, _) => Err(format!("{ending:?} is not how the record ends")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::rules::RuleSpec;

    #[test]
    fn games_repeat_whoever_plays_them() {
        for rule in [RuleSpec::FREESTYLE, RuleSpec::RENJU, RuleSpec::PENTA] {
            let openings = Openings {
                rule,
                size: BoardSize::new(9, 9).unwrap(),
                least_plies: 2,
                most_plies: 5,
                max_score: 200,
                nodes: 100,
            };
            let limits = Limits { nodes: Some(150), ..Limits::default() };
            let play =
                SelfPlay { openings, limits, random_one_in: 10, stop_at_proof: false, seed: 5 };
            let mut used = SelfPlay::searcher();
            let games: Vec<_> = (0..4).map(|n| play.game(n, &mut used).unwrap()).collect();
            for (n, game) in games.iter().enumerate() {
                let again = play.game(n as u64, &mut SelfPlay::searcher()).unwrap();
                assert_eq!(*game, again);
                check(game, &play.openings).unwrap();
                assert_eq!(game.opening + game.scores.len(), game.moves.len());
            }
            assert_ne!(games[0].moves, games[1].moves);
        }
    }
}
