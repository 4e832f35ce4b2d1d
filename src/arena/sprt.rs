//! When enough games were played: the sequential probability ratio test.
//!
//! Two guesses about an engine, that it is `elo0` and that it is `elo1` stronger, are compared after every pair:
//! how much more likely is what was seen, if the second is true? The logarithm of that ratio wanders; once it leaves
//! the band between the bounds the test is over. That the wrong guess wins has at most the probability that was asked for.
//!
//! ```text
//! ln((1−β)/α) ─────────────────────────  second guess
//!                    ╱╲    ╱
//!           ╱╲  ╱╲╱╲╱  ╲╱╲╱
//!         ╱╲╱ ╲╱
//! ln(β/(1−α)) ─────────────────────────  first guess
//! ```
//!
//! How often each kind of pair comes under a guess is not known beyond its mean. Each guess is given the benefit of the
//! doubt: of all distributions with that mean, the one under which the pairs seen are the most likely (A. Wald 1945 for
//! the test; the likelihood ratio is the generalised one of multinomial distributions under a bound on the mean).

use super::elo::share_of;
use super::pairs::{Pairs, shares};

/// A test of two guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first guess: so much Elo, less than the second.
    pub elo0: f64,
    /// The second guess.
    pub elo1: f64,
    /// How often the second may win though the first is true, between 0 and ½.
    pub alpha: f64,
    /// How often the first may win though the second is true, between 0 and ½.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first guess.
    First,
    /// The second guess.
    Second,
    /// More games are needed.
    Open,
}

/// Added to the count of each kind of pair, so that one not yet seen is not held impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test of two guesses with errors of 5 % each.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Where the first and where the second guess has won.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let low = (self.beta / (1.0 - self.alpha)).ln();
        let high = ((1.0 - self.beta) / self.alpha).ln();
        (low, high)
    }

    /// The logarithm of how much more likely the pairs are under the second guess. 0 before the first pair.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| n as f64 + UNSEEN);
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let likelihood = |elo| {
            let most_likely = tilted(&seen, share_of(elo));
            counts.iter().zip(most_likely).map(|(n, p)| n * p.ln()).sum::<f64>()
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// Whether a guess has won.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ((low, high), ratio) = (self.bounds(), self.ratio(pairs));
        if ratio <= low {
            Verdict::First
        } else if ratio >= high {
            Verdict::Second
        } else {
            Verdict::Open
        }
    }
}

/// Of the distributions with this mean, the one under which what was `seen` is the most likely.
///
/// By Lagrange's rule it is `seen / (1 + λ (share − mean))`, with the λ for which the mean is right. The mean's error
/// falls as λ grows, and the λ with all divisors positive is an interval, which is halved until λ is found.
fn tilted(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let at = |lambda: f64| {
        let mut tilted = *seen;
        for (p, share) in tilted.iter_mut().zip(shares()) {
            *p /= 1.0 + lambda * (share - mean);
        }
        tilted
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = low + (high - low) / 2.0;
        let error: f64 = at(middle).iter().zip(shares()).map(|(p, share)| p * (share - mean)).sum();
        if error > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(low + (high - low) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where every pair is won or lost whole there is but one distribution for a mean, and the ratio is known.
    #[test]
    fn the_ratio_of_whole_pairs_is_that_of_a_coin() {
        let sprt = Sprt::new(0.0, 50.0);
        let (lost, won) = (400, 460);
        let (s0, s1) = (share_of(0.0), share_of(50.0));
        let coin =
            f64::from(won) * (s1 / s0).ln() + f64::from(lost) * ((1.0 - s1) / (1.0 - s0)).ln();
        let ratio = sprt.ratio(&Pairs([lost as u64, 0, 0, 0, won as u64]));
        assert!((ratio - coin).abs() < 0.02, "{ratio} {coin}");
    }

    #[test]
    fn the_tilted_distribution_has_the_mean_and_is_the_most_likely() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.3, 0.5, 0.507, 0.8] {
            let tilted = tilted(&seen, mean);
            let sum: f64 = tilted.iter().sum();
            let is: f64 = tilted.iter().zip(shares()).map(|(p, share)| p * share).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (is - mean).abs() < 1e-9, "{mean}: {tilted:?}");
            let likelihood =
                |p: &[f64; 5]| -> f64 { seen.iter().zip(p).map(|(seen, p)| seen * p.ln()).sum() };
            // Moving weight without moving the mean makes it worse.
            for (a, b, c) in [(0, 1, 2), (1, 2, 3), (0, 2, 4), (2, 3, 4)] {
                for step in [1e-3, -1e-3] {
                    let mut other = tilted;
                    other[a] += step;
                    other[b] -= 2.0 * step;
                    other[c] += step;
                    assert!(likelihood(&other) < likelihood(&tilted));
                }
            }
        }
        assert_eq!(Sprt::new(0.0, 5.0).ratio(&Pairs::default()), 0.0);
    }

    #[test]
    fn the_bounds_are_those_of_the_errors() {
        let (low, high) = Sprt::new(0.0, 5.0).bounds();
        assert!((high - 2.944_439).abs() < 1e-6 && (low + high).abs() < 1e-12);
    }

    /// How often the second guess wins over many matches of an engine that is so strong, and pairs in the mean.
    fn simulated(sprt: Sprt, elo: f64, matches: u32, rng: &mut fastrand::Rng) -> (f64, f64) {
        // A third of the games are drawn, and each opening favours a side.
        let (mut second, mut played) = (0, 0);
        for _ in 0..matches {
            let mut pairs = Pairs::default();
            loop {
                let bias = 0.3 * rng.f64() - 0.15;
                let mut game = |side: f64| {
                    let drawn = 0.3;
                    let won = share_of(elo) - drawn / 2.0 + side * bias;
                    match rng.f64() {
                        x if x < won => 2,
                        x if x < won + drawn => 1,
                        _ => 0,
                    }
                };
                pairs.add([game(1.0), game(-1.0)]);
                match sprt.verdict(&pairs) {
                    Verdict::Open => {}
                    verdict => {
                        second += u32::from(verdict == Verdict::Second);
                        played += pairs.count();
                        break;
                    }
                }
            }
        }
        (f64::from(second) / f64::from(matches), played as f64 / f64::from(matches))
    }

    /// The errors are no more often than asked for, give or take three standard deviations of the count.
    #[test]
    fn simulated_matches_hit_the_error_rates() {
        let mut rng = fastrand::Rng::with_seed(1);
        let sprt = Sprt::new(0.0, 30.0);
        let matches = 400;
        let margin = 3.0 * (0.05 * 0.95 / f64::from(matches)).sqrt();
        let (wrong, _) = simulated(sprt, 0.0, matches, &mut rng);
        assert!(wrong < 0.05 + margin, "{wrong}");
        let (right, pairs) = simulated(sprt, 30.0, matches, &mut rng);
        assert!(right > 0.95 - margin, "{right}");
        assert!(pairs < 1_000.0, "{pairs}");
        // Halfway between, either may win, and it takes longer.
        let (half, longer) = simulated(sprt, 15.0, matches, &mut rng);
        assert!((0.35..0.65).contains(&half) && longer > pairs, "{half} {longer}");
        // Far beyond, it is soon over.
        let (always, soon) = simulated(sprt, 100.0, 100, &mut rng);
        assert!(always == 1.0 && soon < pairs / 2.0, "{always} {soon}");
    }
}
