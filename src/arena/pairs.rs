//! Results of games that were played in pairs.
//!
//! Each opening is played twice, with the sides changed. The two games are not independent: an opening that is
//! good for black helps each engine once. What is independent is the pair, so pairs are counted:
//!
//! ```text
//! points of the pair   0    ½    1    1½   2
//!                      LL   LD   WL   WD   WW
//!                                DD
//! ```

/// How often a pair gave the first engine no point, half a point, … two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// The result of a game for one side, in half points: 0 lost, 1 drawn, 2 won.
pub type HalfPoints = usize;

impl Pairs {
    /// Counts a pair by the first engine's results in its two games.
    ///
    /// # Panics
    /// When a result is more than two half points.
    pub fn add(&mut self, games: [HalfPoints; 2]) {
        assert!(games.iter().all(|&half| half <= 2), "a game is worth two half points at most");
        self.0[games[0] + games[1]] += 1;
    }

    /// Pairs played.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points that the first engine made, 0…1. `None` before the first pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let points: u64 = (0..).zip(self.0).map(|(half, n): (u64, u64)| half * n).sum();
        (self.count() > 0).then(|| points as f64 / (4 * self.count()) as f64)
    }

    /// The variance of the share of one pair, 0…¼. `None` before the first pair.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let squares: f64 =
            shares().zip(self.0).map(|(share, n)| n as f64 * (share - mean).powi(2)).sum();
        Some(squares / self.count() as f64)
    }
}

/// What share of its points each kind of pair gives: 0, ¼, ½, ¾, 1.
pub(super) fn shares() -> impl Iterator<Item = f64> {
    (0..5).map(|half| f64::from(half) / 4.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pairs::default();
        assert_eq!((pairs.count(), pairs.score(), pairs.variance()), (0, None, None));
        for games in [[0, 0], [0, 1], [2, 0], [1, 1], [2, 1], [2, 2], [2, 2]] {
            pairs.add(games);
        }
        assert_eq!(pairs, Pairs([1, 1, 2, 1, 2]));
        assert_eq!(pairs.count(), 7);
        assert!((pairs.score().unwrap() - 16.0 / 28.0).abs() < 1e-12);
    }

    /// Openings that one side always wins say nothing about the engines, and leave no doubt about that.
    #[test]
    fn a_match_of_lopsided_openings_has_no_variance() {
        let pairs = Pairs([0, 0, 50, 0, 0]);
        assert_eq!((pairs.score(), pairs.variance()), (Some(0.5), Some(0.0)));
    }
}
