//! Games of the engine against itself, from openings near 50 %.
//!
//! A game depends on its number and the seed alone: it does not matter how many threads play, nor which
//! games were played before.

use super::openings::Openings;
use super::sampled::Sampled;
use super::samples::is_calm;
use crate::base::clock::SystemClock;
use crate::board::notation::WrittenMove;
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
    /// So many of the positions that each search values are judged by a search of their own.
    pub positions: usize,
    /// Nodes of that search.
    pub position_nodes: u64,
    /// Seed of all games.
    pub seed: u64,
}

/// What plays the games.
pub struct Players {
    player: Searcher<Sampled>,
    /// Judges positions.
    judge: Searcher,
}

impl Default for Players {
    /// One thread and small tables.
    fn default() -> Players {
        Players {
            player: Searcher::with_evaluator(1, TABLE_BYTES, Sampled::new),
            judge: Searcher::new(1, JUDGE_BYTES),
        }
    }
}

/// Bytes of the table that a game is played with.
const TABLE_BYTES: usize = 2 << 20;
/// Bytes of the table of the search that judges a position.
const JUDGE_BYTES: usize = 1 << 20;
/// From this ply on it is asked whether anybody can still make a five.
const DEAD_FROM: usize = 60;
/// Spreads the numbers of games over the seeds.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl SelfPlay {
    /// Plays the game with this number, to its end or until a win is proved. Behind it come the positions that were
    /// judged. Nothing where no opening was found.
    pub fn game(&self, number: u64, players: &mut Players) -> Vec<GameRecord> {
        let Players { player, judge } = players;
        let seed = self.seed.wrapping_add((number + 1).wrapping_mul(SPREAD));
        let mut rng = fastrand::Rng::with_seed(seed);
        let Some(mut position) = self.openings.find(&mut rng, player) else { return Vec::new() };
        let opening = position.ply();
        let (mut scores, mut random, mut judged) = (Vec::new(), Vec::new(), Vec::new());
        let clock = SystemClock::new();
        player.new_game();
        // There is an evaluator to listen to from the first move on.
        player.prepare(&position);
        let (winner, end) = loop {
            match position.ending() {
                Some(Ending::Win { winner, .. }) => break (Some(winner), End::Law),
                Some(Ending::Draw(_)) => break (None, End::Law),
                None if position.ply() >= DEAD_FROM && position.is_dead() => {
                    break (None, End::Drawn);
                }
                None => {}
            }
            let sampled = |e: &mut Sampled| e.keep(self.positions, seed ^ position.key());
            player.evaluators().for_each(sampled);
            let outcome = player.search(&position, &self.limits, &clock, &Silent);
            let met: Vec<_> = player.evaluators().flat_map(Sampled::take).collect();
            let Some(best) = outcome.best else { break (None, End::Drawn) };
            let us = position.to_move();
            scores.push(outcome.score.0 as i16);
            if !outcome.score.is_decisive() {
                judged.extend(met.into_iter().filter_map(|moves| self.judged(moves, judge)));
            }
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
        judged.insert(
            0,
            GameRecord { moves: position.moves(), opening, scores, random, winner, end },
        );
        judged
    }

    /// What a search of its own thinks of a position; `None` where somebody has a five to make, which needs no opinion.
    fn judged(&self, mut moves: Vec<WrittenMove>, judge: &mut Searcher) -> Option<GameRecord> {
        let Openings { rule, size, .. } = &self.openings;
        let position = Position::from_moves(rule, *size, &moves).ok()?;
        if !is_calm(&position) {
            return None;
        }
        judge.new_game();
        let limits = Limits { nodes: Some(self.position_nodes), ..Limits::default() };
        let outcome = judge.search(&position, &limits, &SystemClock::new(), &Silent);
        let opening = moves.len();
        moves.push(Some(outcome.best?));
        let scores = vec![outcome.score.0 as i16];
        let (random, winner, end) = (Vec::new(), None, End::Position);
        Some(GameRecord { moves, opening, scores, random, winner, end })
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

/// Whether a record can be played again: law, board, and the winner where the law has decided. The last move of a
/// position that was judged may end the game.
///
/// # Errors
/// Names what does not fit.
pub fn check(game: &GameRecord, openings: &Openings) -> Result<(), String> {
    let position = Position::from_moves(&openings.rule, openings.size, &game.moves)
        .map_err(|error| error.to_string())?;
    match (position.ending(), game.end) {
        (_, End::Position) if game.winner.is_none() => Ok(()),
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
    use crate::eval::Score;
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
            let play = SelfPlay {
                openings,
                limits,
                random_one_in: 10,
                stop_at_proof: false,
                positions: 2,
                position_nodes: 50,
                seed: 5,
            };
            let mut used = Players::default();
            let games: Vec<_> = (0..4).map(|n| play.game(n, &mut used)).collect();
            for (n, records) in games.iter().enumerate() {
                let again = play.game(n as u64, &mut Players::default());
                assert_eq!(*records, again);
                let searched =
                    records[0].scores.iter().filter(|&&s| !Score(s.into()).is_decisive());
                assert!(records.len() > 4 && records.len() <= 1 + 2 * searched.count());
                for record in records {
                    check(record, &play.openings).unwrap();
                    assert_eq!(record.opening + record.scores.len(), record.moves.len());
                }
                assert!(records.iter().skip(1).all(|record| record.end == End::Position));
            }
            assert_ne!(games[0][0].moves, games[1][0].moves);
        }
    }
}
