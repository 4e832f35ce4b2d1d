//! Scores from the side to move.

use std::fmt;
use std::ops::Neg;

/// Centi-score that make one unit of the logarithm of the odds to win: a score of 500 wins 73 of 100 games.
/// The margins of the search are in the same centi-score: who changes this changes them too.
pub const WIN_RATE_SCALE: i32 = 500;

/// A score in hundredths of a stone's worth, or a win or loss with its distance.
///
/// ```text
/// −30 000 …… −29 000     −25 000 ……… 0 ……… 25 000     29 000 …… 30 000
/// lost in 0 … 1000 plies        not decided             won in 1000 … 0 plies
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Beyond every score.
    pub const INFINITE: Score = Score(32_000);
    const MATE: i32 = 30_000;
    const DECISIVE: i32 = 29_000;
    /// The largest score that is not decided.
    pub const MOST: i32 = 25_000;

    /// A value that is not decided, cut off at ±[`Score::MOST`].
    #[must_use]
    pub fn value(centi: i32) -> Score {
        Score(centi.clamp(-Self::MOST, Self::MOST))
    }

    /// The side to move wins with the stone it plays `plies` plies from the root (1: the next one).
    #[must_use]
    pub const fn win_in(plies: i32) -> Score {
        Score(Self::MATE - plies)
    }

    /// The side to move has lost after `plies` plies.
    #[must_use]
    pub const fn lost_in(plies: i32) -> Score {
        Score(plies - Self::MATE)
    }

    /// Whether the score is a win or a loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::DECISIVE || self.0 <= -Self::DECISIVE
    }

    /// Whether the score is a win.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::DECISIVE
    }

    /// Whether the score is a loss.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::DECISIVE
    }

    /// Plies to the end: positive when the side to move wins, negative when it loses.
    #[must_use]
    pub const fn mate_in_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::MATE - self.0)
        } else if self.is_loss() {
            Some(-(Self::MATE + self.0))
        } else {
            None
        }
    }

    /// The chance of the side to move to win, 0…1, a draw counting half: `1 / (1 + exp(−score / K))` with
    /// K = [`WIN_RATE_SCALE`]. For people and for fitting; no move is decided by it.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        if self.is_decisive() {
            return if self.is_win() { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + (-f64::from(self.0) / f64::from(WIN_RATE_SCALE)).exp())
    }

    /// The same score as seen from a node `plies` deeper: what the table stores.
    #[must_use]
    pub const fn to_table(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 + plies)
        } else if self.is_loss() {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// The inverse of [`Score::to_table`].
    #[must_use]
    pub const fn from_table(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 - plies)
        } else if self.is_loss() {
            Score(self.0 + plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `143`, or `+M7` and `-M4` with the distance in plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in_plies() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn wins_and_losses_count_plies() {
        assert_eq!(Score::win_in(3).mate_in_plies(), Some(3));
        assert_eq!(Score::lost_in(4).mate_in_plies(), Some(-4));
        assert_eq!((-Score::win_in(3)).mate_in_plies(), Some(-3));
        assert_eq!(Score::value(1_000_000), Score(Score::MOST));
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::lost_in(4) > Score::lost_in(2));
        assert_eq!(Score::win_in(7).to_string(), "+M7");
        assert_eq!(Score::lost_in(4).to_string(), "-M4");
        assert_eq!(Score(-12).to_string(), "-12");
    }

    #[test]
    fn win_rates_rise_with_the_score() {
        assert!((Score::DRAW.win_rate() - 0.5).abs() < 1e-12);
        assert!((Score(500).win_rate() - 0.731).abs() < 1e-3);
        assert!((Score(-500).win_rate() + Score(500).win_rate() - 1.0).abs() < 1e-12);
        assert_eq!(Score::win_in(9).win_rate().to_bits(), 1.0_f64.to_bits());
        assert_eq!(Score::lost_in(9).win_rate().to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn the_table_counts_from_its_own_node() {
        for score in [Score::win_in(9), Score::lost_in(10), Score(55)] {
            assert_eq!(score.to_table(4).from_table(4), score);
        }
        assert_eq!(Score::win_in(9).to_table(4), Score::win_in(5));
        assert_eq!(Score::lost_in(10).to_table(4), Score::lost_in(6));
    }
}
