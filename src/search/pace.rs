//! How settled the choice of a move is, and what part of its share of time it may take.
//!
//! ```text
//! the same move, iteration after iteration      less
//! another move than before, a falling score     more
//! ```

use std::time::Duration;

use crate::board::Point;
use crate::eval::Score;

/// Percent of the share for a choice that has just changed.
const CHANGED: u32 = 140;
/// Percent less for each iteration that has kept the move.
const KEPT: u32 = 12;
/// Iterations after which keeping it says no more.
const MOST_KEPT: u32 = 6;
/// Percent more for each centi-score by which the score has fallen, in quarters.
const FALL_QUARTERS: u32 = 2;
/// The most that a fall brings, in percent.
const MOST_FALL: u32 = 80;

/// Follows the iterations of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    last: Option<(Point, Score)>,
    kept: u32,
    fall: u32,
}

impl Pace {
    /// An iteration has ended with this move and score.
    pub(crate) fn iteration(&mut self, best: Point, score: Score) {
        if let Some((last, before)) = self.last {
            self.kept = if last == best { (self.kept + 1).min(MOST_KEPT) } else { 0 };
            self.fall = u32::try_from(before.0 - score.0).unwrap_or(0);
        }
        self.last = Some((best, score));
    }

    /// The share of time as it is stretched or shortened by what was seen.
    pub(crate) fn stretched(&self, share: Duration) -> Duration {
        let fall = (self.fall.saturating_mul(FALL_QUARTERS) / 4).min(MOST_FALL);
        share.saturating_mul(CHANGED - KEPT * self.kept + fall) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_move_takes_less_and_a_changed_or_sinking_one_more() {
        let at = |x| Point::new(x, 3).unwrap();
        let share = Duration::from_millis(1_000);
        let mut pace = Pace::default();
        assert_eq!(pace.stretched(share), Duration::from_millis(1_400));
        for _ in 0..4 {
            pace.iteration(at(1), Score(50));
        }
        let kept = pace.stretched(share);
        assert_eq!(kept, Duration::from_millis(1_040));
        pace.iteration(at(1), Score(-50));
        assert!(pace.stretched(share) > kept);
        pace.iteration(at(2), Score(-50));
        assert_eq!(pace.stretched(share), Duration::from_millis(1_400));
        for _ in 0..100 {
            pace.iteration(at(2), Score(-50));
        }
        assert_eq!(pace.stretched(share), Duration::from_millis(680));
        pace.iteration(at(2), Score::lost_in(4));
        assert!(pace.stretched(share) <= 2 * share);
    }
}
