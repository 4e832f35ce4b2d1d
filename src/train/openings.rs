//! Openings near 50 %: stones at random near the centre, kept where a search finds both sides about even.

use crate::base::clock::SystemClock;
use crate::board::{BoardSize, Color, Point};
use crate::eval::{Evaluator, Score};
use crate::line::Class;
use crate::position::Position;
use crate::rules::RuleSpec;
use crate::search::{Limits, Searcher, Silent};

/// Which openings are looked for.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The law.
    pub rule: RuleSpec,
    /// The board.
    pub size: BoardSize,
    /// The fewest stones.
    pub least_plies: usize,
    /// The most stones.
    pub most_plies: usize,
    /// The largest score of either side, in centi-score.
    pub max_score: i32,
    /// Nodes of the search that judges.
    pub nodes: u64,
}

/// Attempts before [`Openings::find`] gives up.
const MOST_ATTEMPTS: usize = 10_000;
/// The first stone lies within so many king's steps of the centre.
const FIRST_STONE: u8 = 3;

impl Openings {
    /// The next opening that a source of random numbers leads to, or `None` where thousands of attempts
    /// found none. The same numbers lead to the same opening.
    pub fn find<E: Evaluator>(
        &self,
        rng: &mut fastrand::Rng,
        searcher: &mut Searcher<E>,
    ) -> Option<Position> {
        (0..MOST_ATTEMPTS).find_map(|_| {
            let position = self.drawn(rng)?;
            self.is_even(&position, searcher).then_some(position)
        })
    }

    /// Stones at random; `None` where they lead to nothing worth judging.
    fn drawn(&self, rng: &mut fastrand::Rng) -> Option<Position> {
        let plies = rng.usize(self.least_plies..=self.most_plies.max(self.least_plies));
        let mut position = Position::new(&self.rule, self.size);
        while position.ply() < plies {
            let near = near(&position, rng);
            let legal: Vec<Point> =
                near.into_iter().filter(|&p| position.legality(p).is_ok()).collect();
            position.play(*legal.get(rng.usize(..legal.len().max(1)))?);
        }
        let calm = Color::ALL.iter().all(|&c| {
            position.count(c, Class::Five) == 0 && position.count(c, Class::StraightFour) == 0
        });
        (position.ending().is_none() && calm).then_some(position)
    }

    /// Whether the search sees both sides about even.
    fn is_even<E: Evaluator>(&self, position: &Position, searcher: &mut Searcher<E>) -> bool {
        searcher.new_game();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let Score(score) = searcher.search(position, &limits, &SystemClock::new(), &Silent).score;
        score.abs() <= self.max_score
    }
}

/// Where the next stone of an opening may lie: near the centre at first, then near the others, mostly next
/// to one.
fn near(position: &Position, rng: &mut fastrand::Rng) -> Vec<Point> {
    if position.ply() > 0 {
        let radius = if rng.u8(..4) == 0 { 2 } else { 1 };
        return position.near_stones(radius).iter().collect();
    }
    let centre = position.size().centre();
    let central = |p: &Point| {
        p.x().abs_diff(centre.x()) <= FIRST_STONE && p.y().abs_diff(centre.y()) <= FIRST_STONE
    };
    position.empty().iter().filter(central).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_and_repeat() {
        for rule in [RuleSpec::RENJU, RuleSpec::PRO_GOMOKU] {
            let openings = Openings {
                rule,
                size: BoardSize::FIFTEEN,
                least_plies: 4,
                most_plies: 6,
                max_score: 60,
                nodes: 300,
            };
            let found = |seed| -> Vec<_> {
                let mut rng = fastrand::Rng::with_seed(seed);
                let mut searcher = Searcher::new(1, 1 << 18);
                (0..4).map(|_| openings.find(&mut rng, &mut searcher).unwrap()).collect()
            };
            let (first, again, other) = (found(1), found(1), found(2));
            let keys = |all: &[Position]| all.iter().map(Position::key).collect::<Vec<_>>();
            assert_eq!(keys(&first), keys(&again));
            assert_ne!(keys(&first), keys(&other));
            let mut searcher = Searcher::new(1, 1 << 18);
            for position in first {
                assert!((4..=6).contains(&position.ply()));
                assert!(openings.is_even(&position, &mut searcher));
            }
        }
    }

    #[test]
    fn where_there_are_none_none_is_found() {
        let openings = Openings {
            rule: RuleSpec::FREESTYLE,
            size: BoardSize::FIFTEEN,
            least_plies: 2,
            most_plies: 2,
            max_score: -1,
            nodes: 1,
        };
        let mut searcher = Searcher::new(1, 1 << 18);
        assert!(openings.find(&mut fastrand::Rng::with_seed(1), &mut searcher).is_none());
    }
}
