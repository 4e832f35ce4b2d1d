//! Elo: the difference in strength that a share of the points stands for.
//!
//! ```text
//! share   0.50   0.507   0.57   0.76   0.91
//! Elo        0       5     50    200    400
//! ```

use super::pairs::Pairs;

/// The share of the points that so much Elo promises.
#[must_use]
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo that a share of the points stands for: infinite at 0 and 1.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// A difference in strength with its margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Elo of the first engine over the second.
    pub elo: f64,
    /// Ends of the interval that holds the true value in 95 % of all matches.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// How likely it is that the first engine is the stronger one, 0…1.
    pub superior: f64,
}

/// 95 % of a normal distribution lie within so many standard deviations.
const NINETY_FIVE: f64 = 1.959_964;

impl Estimate {
    /// What the pairs say. `None` before the first pair.
    ///
    /// The share of the points is taken to be distributed normally; the interval is laid in shares and then
    /// turned into Elo, so that it is longer on the far side.
    #[must_use]
    pub fn of(pairs: &Pairs) -> Option<Estimate> {
        let (share, variance) = (pairs.score()?, pairs.variance()?);
        let deviation = (variance / pairs.count() as f64).sqrt();
        let at = |k: f64| elo_of((share + k * NINETY_FIVE * deviation).clamp(0.0, 1.0));
        let superior = if deviation > 0.0 {
            normal((share - 0.5) / deviation)
        } else if share == 0.5 {
            0.5
        } else {
            f64::from(u8::from(share > 0.5))
        };
        Some(Estimate { elo: elo_of(share), low: at(-1.0), high: at(1.0), superior })
    }
}

/// The part of a standard normal distribution that lies below `x`, within 10⁻⁹.
fn normal(x: f64) -> f64 {
    // Below −38 it is smaller than any number; the series ½ + φ(x)·(x + x³/3 + x⁵/15 + …) needs more terms
    // the farther out, and all of them are positive.
    if x.abs() > 12.0 {
        return f64::from(u8::from(x > 0.0));
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() < within
    }

    #[test]
    fn shares_and_elo_are_inverse() {
        for elo in [-700.0, -35.5, 0.0, 5.0, 200.0] {
            assert!(near(elo_of(share_of(elo)), elo, 1e-9));
        }
        assert!(near(share_of(200.0), 0.759_747, 1e-6));
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// Values of the table that every book of statistics ends with.
    #[test]
    fn the_normal_distribution_is_right() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (NINETY_FIVE, 0.975),
            (-2.5, 0.006_209_665),
            (4.0, 0.999_968_329),
            (-6.0, 9.866e-10),
        ] {
            assert!(near(normal(x), below, 1e-8), "{x}: {}", normal(x));
        }
    }

    /// One point in two of every pair leaves no doubt; half the pairs won and half lost leave much.
    #[test]
    fn the_margin_comes_from_the_pairs() {
        let sure = Estimate::of(&Pairs([0, 0, 100, 0, 0])).unwrap();
        assert_eq!((sure.low, sure.elo, sure.high, sure.superior), (0.0, 0.0, 0.0, 0.5));
        let unsure = Estimate::of(&Pairs([50, 0, 0, 0, 50])).unwrap();
        assert_eq!(unsure.elo, 0.0);
        // A standard deviation of ½ for a pair, 1/20 for a hundred: 0.402 … 0.598 of the points.
        assert!(near(unsure.high, elo_of(0.597_998), 1e-3) && near(unsure.low, -unsure.high, 1e-9));
        assert_eq!(Estimate::of(&Pairs::default()), None);
        let all = Estimate::of(&Pairs([0, 0, 0, 0, 3])).unwrap();
        assert_eq!((all.elo, all.superior), (f64::INFINITY, 1.0));
    }
}
