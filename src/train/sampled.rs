//! Positions as a search meets them: most of them are no good player's, and all of them are valued.

use crate::board::notation::WrittenMove;
use crate::eval::{Evaluator, Fitted, Score};
use crate::position::Position;
use crate::rules::RuleSpec;

/// The fitted evaluation, which keeps some of the positions that it is asked about, each with the same
/// probability.
pub struct Sampled {
    fitted: Fitted,
    rng: fastrand::Rng,
    /// How many positions are kept.
    room: usize,
    /// Positions asked about since it was told how many to keep.
    asked: usize,
    kept: Vec<Vec<WrittenMove>>,
}

impl Sampled {
    /// For a law; it keeps nothing until it is told to.
    #[must_use]
    pub fn new(rule: &RuleSpec) -> Sampled {
        let rng = fastrand::Rng::with_seed(0);
        Sampled { fitted: Fitted::new(rule), rng, room: 0, asked: 0, kept: Vec::new() }
    }

    /// From here on keeps so many positions; which, depends on the seed and on what is asked.
    pub fn keep(&mut self, room: usize, seed: u64) {
        self.rng = fastrand::Rng::with_seed(seed);
        (self.room, self.asked) = (room, 0);
        self.kept.clear();
    }

    /// The positions that were kept, each as the moves that lead to it; keeps no more.
    pub fn take(&mut self) -> Vec<Vec<WrittenMove>> {
        self.room = 0;
        std::mem::take(&mut self.kept)
    }

    /// Keeps the position, or not (algorithm R: Vitter, Random sampling with a reservoir, 1985).
    fn see(&mut self, position: &Position) {
        self.asked += 1;
        if self.kept.len() < self.room {
            self.kept.push(position.moves());
        } else if let Some(place) = self.kept.get_mut(self.rng.usize(..self.asked)) {
            *place = position.moves();
        }
    }
}

impl Evaluator for Sampled {
    fn value(&mut self, position: &Position) -> Score {
        if self.room > 0 {
            self.see(position);
        }
        self.fitted.value(position)
    }

    fn played(&mut self, position: &Position) {
        self.fitted.played(position);
    }

    fn undone(&mut self, position: &Position) {
        self.fitted.undone(position);
    }

    fn start(&mut self, position: &Position) {
        self.fitted.start(position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, Point};

    #[test]
    fn all_positions_are_kept_equally_often() {
        let rule = RuleSpec::FREESTYLE;
        let line: Vec<WrittenMove> = (0..9).map(|x| Point::new(x, x % 2 * 7)).collect();
        let positions: Vec<Position> = (0..line.len())
            .map(|n| Position::from_moves(&rule, BoardSize::FIFTEEN, &line[..n]).unwrap())
            .collect();
        let mut sampled = Sampled::new(&rule);
        let mut ask = |room, seed| {
            sampled.keep(room, seed);
            for position in &positions {
                sampled.start(position);
                assert_eq!(sampled.value(position), {
                    let mut fitted = Fitted::new(&rule);
                    fitted.start(position);
                    fitted.value(position)
                });
            }
            sampled.take()
        };
        let mut times = [0; 9];
        for seed in 0..900 {
            let kept = ask(3, seed);
            assert_eq!(kept.len(), 3);
            kept.iter().for_each(|moves| times[moves.len()] += 1);
        }
        // Each is expected 300 times, with a deviation of 14.
        assert!(times.iter().all(|n| (240..360).contains(n)), "{times:?}");
        assert_eq!(ask(0, 1).len(), 0);
        assert_eq!(ask(100, 1).len(), 9);
    }
}
