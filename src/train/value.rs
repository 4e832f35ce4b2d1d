//! Fits the value of positions: logistic regression on how games ended and on what the search thought.

use super::columns::{COLUMN, Columns};
use super::minimise::minimise;
use super::samples::{Ply, Sample, Samples};
use crate::eval::Score;
use crate::eval::combination::COMBINATIONS;
use crate::eval::score::WIN_RATE_SCALE;
use crate::eval::threats::FEATURES;
use crate::rules::RuleSpec;

/// How the fit is made.
#[derive(Clone, Copy, Debug)]
pub struct ValueOptions {
    /// Part of the target that is left to what came later: 0 is the score of the search alone, 1 the result
    /// alone.
    pub foresight: f64,
    /// By how much, in the logarithm of the odds, a combination is expected to differ from what its shapes
    /// and class promise.
    pub own_deviation: f64,
    /// Most steps of the minimisation.
    pub iterations: usize,
}

/// Bins of a calibration table.
pub const BINS: usize = 10;

/// Fitted numbers, in the logarithm of the odds.
#[derive(Clone, Debug)]
pub struct Value {
    columns: Columns,
    variables: Vec<f64>,
    /// For each side its columns: when to move, when waiting; a number for each combination.
    pub numbers: Vec<[Vec<f64>; 2]>,
    /// What was found out on the way.
    pub report: Report,
}

/// How well it fits.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Positions fitted on, and kept back.
    pub positions: [usize; 2],
    /// Centi-score of the recorded searches that make one unit of the logarithm of the odds.
    pub search_scale: f64,
    /// Cross entropy per position against the results, fitted and kept back: of the fit…
    pub losses: [f64; 2],
    /// …and of the recorded scores.
    pub search_losses: [f64; 2],
    /// By predicted win rate of the positions kept back: how many, mean prediction, mean result.
    pub calibration: [(usize, f64, f64); BINS],
}

/// Variables of one side: two columns, the threats and the tempo.
const SIDE: usize = TEMPO + 1;
/// The tempo among them.
const TEMPO: usize = 2 * COLUMN + FEATURES;
/// The least that ten steps of the minimisation must gain, as a part of what is left.
const TOLERANCE: f64 = 1e-6;
/// Expected size of shapes' and classes' numbers.
const PRIOR_DEVIATION: f64 = 3.0;
/// Expected size of what threats add.
const THREAT_DEVIATION: f64 = 1.0;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// −log of what a prediction gives to what happened.
fn cross_entropy(predicted: f64, target: f64) -> f64 {
    let p = predicted.clamp(1e-9, 1.0 - 1e-9);
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}

impl Value {
    /// Fits the numbers of a law.
    #[must_use]
    pub fn fit(rule: &RuleSpec, samples: &Samples, options: ValueOptions) -> Value {
        let columns = Columns::of(rule);
        let search_scale = search_scale(samples);
        let used: Vec<&Sample> = samples.positions.iter().filter(|s| !s.kept_back).collect();
        let targets = targets(&samples.plies, search_scale, options.foresight);
        let held = |deviation: f64| 0.5 / (deviation * deviation);
        let (prior, own) = (held(PRIOR_DEVIATION), held(options.own_deviation));
        // How firmly each variable of a side is held near zero.
        let hold = |at: usize| match at {
            _ if at < 2 * COLUMN && at % COLUMN >= COLUMN - COMBINATIONS => own,
            _ if at < 2 * COLUMN || at == TEMPO => prior,
            _ => held(THREAT_DEVIATION),
        };
        let means = Means::of(&columns, samples, &used);
        let mut curvatures = curvatures(&columns, samples, &used);
        for (i, curvature) in curvatures.iter_mut().enumerate() {
            *curvature += 2.0 * hold(i % SIDE);
        }
        let start = vec![0.0; SIDE * columns.sides()];
        let steps = options.iterations;
        let mut variables =
            minimise(&start, &curvatures, steps, TOLERANCE, |variables, gradient| {
                gradient.fill(0.0);
                let numbers = spread(&columns, variables);
                let centres = means.centres(&columns, &numbers);
                let mut off_by = [0.0; 2];
                let mut by_number = numbers.clone();
                by_number.iter_mut().flatten().for_each(|column| column.fill(0.0));
                let mut value = 0.0;
                for sample in &used {
                    let us = columns.side(sample.us);
                    let logit = logit(&columns, samples, sample, &numbers, variables) - centres[us];
                    let predicted = sigmoid(logit);
                    let target = targets[sample.ply];
                    value += cross_entropy(predicted, target);
                    let off = predicted - target;
                    off_by[us] += off;
                    let them = columns.side(!sample.us);
                    let [own, enemy] = samples.points(sample);
                    for points in own {
                        by_number[us][0][usize::from(points.combination)] +=
                            off * f64::from(points.count);
                    }
                    for points in enemy {
                        by_number[them][1][usize::from(points.combination)] -=
                            off * f64::from(points.count);
                    }
                    let at = us * SIDE + 2 * COLUMN;
                    sample.threats.iter().for_each(|i| gradient[at + i] += off);
                    gradient[us * SIDE + TEMPO] += off;
                }
                means.take_from(&columns, off_by, &mut by_number);
                by_number.iter_mut().flatten().for_each(|column| column[columns.untouched] = 0.0);
                for (side, [moving, waiting]) in by_number.iter().enumerate() {
                    let both = |sign: f64| -> Vec<f64> {
                        moving.iter().zip(waiting).map(|(m, w)| m + sign * w).collect()
                    };
                    for (column, gradients) in [both(1.0), both(-1.0)].iter().enumerate() {
                        let at = side * SIDE + column * COLUMN;
                        let to = &mut gradient[at..at + COLUMN];
                        columns.gather(side, gradients, to);
                        value += Columns::hold(&variables[at..at + COLUMN], to, prior, own);
                    }
                    for at in 2 * COLUMN..SIDE {
                        let (i, held) = (side * SIDE + at, hold(at));
                        value += held * variables[i] * variables[i];
                        gradient[i] += 2.0 * held * variables[i];
                    }
                }
                let count = used.len().max(1) as f64;
                gradient.iter_mut().for_each(|g| *g /= count);
                value / count
            });
        let numbers = spread(&columns, &variables);
        for (side, centre) in
            means.centres(&columns, &numbers).iter().take(columns.sides()).enumerate()
        {
            variables[side * SIDE + TEMPO] -= centre;
        }
        let mut value = Value { columns, variables, numbers, report: Report::default() };
        value.report = value.report(samples, search_scale);
        value
    }

    /// The logarithm of the odds of the side to move.
    #[must_use]
    pub fn logit(&self, samples: &Samples, sample: &Sample) -> f64 {
        logit(&self.columns, samples, sample, &self.numbers, &self.variables)
    }

    /// Variables of a column (0 to move, 1 waiting) of a side.
    #[must_use]
    pub fn column(&self, side: usize, column: usize) -> Vec<f64> {
        let at = side * SIDE;
        let (worth, turn) = self.variables[at..at + 2 * COLUMN].split_at(COLUMN);
        let sign = if column == 0 { 1.0 } else { -1.0 };
        worth.iter().zip(turn).map(|(worth, turn)| worth + sign * turn).collect()
    }

    /// Threats of a side, and its tempo.
    #[must_use]
    pub fn threats(&self, side: usize) -> (&[f64], f64) {
        let at = side * SIDE + 2 * COLUMN;
        (&self.variables[at..at + FEATURES], self.variables[side * SIDE + TEMPO])
    }

    fn report(&self, samples: &Samples, search_scale: f64) -> Report {
        let mut report = Report { search_scale, ..Report::default() };
        let mut bins = [(0_usize, 0.0, 0.0); BINS];
        let mut known = [0_usize; 2];
        for sample in &samples.positions {
            let kept = usize::from(sample.kept_back);
            let predicted = sigmoid(self.logit(samples, sample));
            report.positions[kept] += 1;
            let Some(result) = sample.result else { continue };
            known[kept] += 1;
            report.losses[kept] += cross_entropy(predicted, result);
            report.search_losses[kept] +=
                cross_entropy(searched(samples.plies[sample.ply].score, search_scale), result);
            if sample.kept_back {
                let bin = &mut bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
                *bin = (bin.0 + 1, bin.1 + predicted, bin.2 + result);
            }
        }
        for (i, known) in known.into_iter().enumerate() {
            let count = known.max(1) as f64;
            report.losses[i] /= count;
            report.search_losses[i] /= count;
        }
        report.calibration = bins.map(|(n, predicted, result)| {
            let count = n.max(1) as f64;
            (n, predicted / count, result / count)
        });
        report
    }
}

/// The number of each combination for each side: when to move and when waiting. The variables are what both
/// have in common and half of what they differ by.
fn spread(columns: &Columns, variables: &[f64]) -> Vec<[Vec<f64>; 2]> {
    (0..columns.sides())
        .map(|side| {
            let mut columns_of = [0, 1].map(|column| {
                let at = side * SIDE + column * COLUMN;
                let mut numbers = vec![0.0; COMBINATIONS];
                columns.spread(side, &variables[at..at + COLUMN], &mut numbers);
                numbers[columns.untouched] = 0.0;
                numbers
            });
            let [worth, turn] = &mut columns_of;
            for (worth, turn) in worth.iter_mut().zip(turn) {
                (*worth, *turn) = (*worth + *turn, *worth - *turn);
            }
            columns_of
        })
        .collect()
}

/// How many points of each combination the positions of a side to move have in the mean. What is fitted is
/// how far a position is from the mean: the number of points without any stone near, say, hardly changes
/// from one position to the next, and would otherwise hide everything else from the minimisation.
struct Means([[Vec<f64>; 2]; 2]);

impl Means {
    fn of(columns: &Columns, samples: &Samples, used: &[&Sample]) -> Means {
        let mut means = [0, 1].map(|_| [0, 1].map(|_| vec![0.0; COMBINATIONS]));
        let mut counts = [0.0_f64; 2];
        for sample in used {
            let us = columns.side(sample.us);
            counts[us] += 1.0;
            for (mean, points) in means[us].iter_mut().zip(samples.points(sample)) {
                for p in points {
                    mean[usize::from(p.combination)] += f64::from(p.count);
                }
            }
        }
        for (means, count) in means.iter_mut().zip(counts) {
            means.iter_mut().flatten().for_each(|mean| *mean /= count.max(1.0));
        }
        Means(means)
    }

    /// What the mean position of each side to move is worth.
    fn centres(&self, columns: &Columns, numbers: &[[Vec<f64>; 2]]) -> [f64; 2] {
        [0, 1].map(|us| {
            let them = other(columns, us);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            match (numbers.get(us), numbers.get(them)) {
                (Some(own), Some(enemy)) => {
                    dot(&self.0[us][0], &own[0]) - dot(&self.0[us][1], &enemy[1])
                }
                _ => 0.0,
            }
        })
    }

    /// What the mean position takes away from the gradients; `off` is the sum over all positions.
    fn take_from(&self, columns: &Columns, off: [f64; 2], by_number: &mut [[Vec<f64>; 2]]) {
        for us in 0..columns.sides() {
            let them = other(columns, us);
            for (gradient, mean) in by_number[us][0].iter_mut().zip(&self.0[us][0]) {
                *gradient -= off[us] * mean;
            }
            for (gradient, mean) in by_number[them][1].iter_mut().zip(&self.0[us][1]) {
                *gradient += off[us] * mean;
            }
        }
    }
}

/// The opponent's side.
fn other(columns: &Columns, us: usize) -> usize {
    if columns.alike { us } else { 1 - us }
}

/// About how fast the gradient grows along each variable.
fn curvatures(columns: &Columns, samples: &Samples, used: &[&Sample]) -> Vec<f64> {
    let mut curvatures = vec![0.0; SIDE * columns.sides()];
    let (mut features, mut touched) = (vec![0.0; curvatures.len()], Vec::new());
    let mut sums = [0, 1].map(|_| vec![0.0; curvatures.len()]);
    let mut counts = [0.0_f64; 2];
    for sample in used {
        let us = columns.side(sample.us);
        counts[us] += 1.0;
        let at = us * SIDE + 2 * COLUMN;
        sample.threats.iter().for_each(|i| curvatures[at + i] += 0.25);
        curvatures[us * SIDE + TEMPO] += 0.25;
        for (points, color, sign) in samples
            .points(sample)
            .into_iter()
            .zip([sample.us, !sample.us])
            .zip([1.0, -1.0])
            .map(|((points, color), sign)| (points, color, sign))
        {
            let side = columns.side(color);
            for p in points.iter().filter(|p| usize::from(p.combination) != columns.untouched) {
                for i in columns.variables_of(side, p.combination.into()) {
                    let i = side * SIDE + i;
                    features[i] += sign * f64::from(p.count);
                    features[i + COLUMN] += f64::from(p.count);
                    touched.extend([i, i + COLUMN]);
                }
            }
        }
        for i in touched.drain(..) {
            curvatures[i] += 0.25 * features[i] * features[i];
            sums[us][i] += features[i];
            features[i] = 0.0;
        }
    }
    for (sums, count) in sums.iter().zip(counts) {
        for (curvature, sum) in curvatures.iter_mut().zip(sums) {
            *curvature = (*curvature - 0.25 * sum * sum / count.max(1.0)).max(0.0);
        }
    }
    curvatures
}

fn logit(
    columns: &Columns,
    samples: &Samples,
    sample: &Sample,
    numbers: &[[Vec<f64>; 2]],
    variables: &[f64],
) -> f64 {
    let [us, them] = [sample.us, !sample.us].map(|c| columns.side(c));
    let [own, enemy] = samples.points(sample);
    let sum = |points: &[super::samples::Points], numbers: &[f64]| -> f64 {
        points.iter().map(|p| numbers[usize::from(p.combination)] * f64::from(p.count)).sum()
    };
    let at = us * SIDE + 2 * COLUMN;
    sum(own, &numbers[us][0]) - sum(enemy, &numbers[them][1])
        + sample.threats.iter().map(|i| variables[at + i]).sum::<f64>()
        + variables[us * SIDE + TEMPO]
}

/// What the search thought, as a win rate; a proved win is one.
fn searched(score: i16, scale: f64) -> f64 {
    match Score(score.into()) {
        score if score.is_decisive() => score.win_rate(),
        Score(score) => sigmoid(f64::from(score) / scale),
    }
}

/// What each ply is fitted to: the score of its search, and for the rest what the next ply is fitted to, seen from
/// the other side; at the end of a game its result (TD(λ), Sutton 1988). Nothing that came after a move at random
/// says anything about the position before it, and a proved score needs nothing to come.
fn targets(plies: &[Ply], scale: f64, foresight: f64) -> Vec<f64> {
    let mut targets = vec![0.5; plies.len()];
    let mut next = 0.5;
    for (ply, target) in plies.iter().zip(&mut targets).rev() {
        let own = searched(ply.score, scale);
        let later = ply.end.unwrap_or(1.0 - next);
        let alone = ply.alone || Score(ply.score.into()).is_decisive();
        next = if alone { own } else { own + foresight * (later - own) };
        *target = next;
    }
    targets
}

/// Centi-score of the recorded searches that make one unit of the logarithm of the odds.
fn search_scale(samples: &Samples) -> f64 {
    // One over the scale is fitted, with the score in units of the usual scale.
    let unit = f64::from(WIN_RATE_SCALE);
    let slope = minimise(&[1.0], &[1.0], 50, 1e-10, |slope, gradient| {
        let mut value = 0.0;
        gradient[0] = 0.0;
        let mut count = 1.0;
        for sample in &samples.positions {
            let score = samples.plies[sample.ply].score;
            let Some(result) = sample.result.filter(|_| !Score(score.into()).is_decisive()) else {
                continue;
            };
            let x = f64::from(score) / unit;
            let predicted = sigmoid(slope[0] * x);
            value += cross_entropy(predicted, result);
            gradient[0] += (predicted - result) * x;
            count += 1.0;
        }
        gradient[0] /= count;
        value / count
    });
    unit / slope[0].max(0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_looks_ahead_until_the_game_says_no_more() {
        let ply = |score| Ply { score, alone: false, end: None };
        let game = [ply(0), Ply { end: Some(1.0), ..ply(0) }];
        // The result is seen from the other side one ply before.
        assert_eq!(targets(&game, 400.0, 0.0), [0.5, 0.5]);
        assert_eq!(targets(&game, 400.0, 1.0), [0.0, 1.0]);
        assert_eq!(targets(&game, 400.0, 0.5), [0.375, 0.75]);
        // What was drawn at random hides what came after it.
        let drawn = [Ply { alone: true, ..ply(0) }, ply(29_990)];
        assert_eq!(targets(&drawn, 400.0, 1.0), [0.5, 1.0]);
        // A game knows nothing of the next one in the record.
        let two = [game[0], game[1], ply(-30), Ply { end: Some(0.5), ..ply(30) }];
        assert_eq!(targets(&two, 400.0, 1.0), [0.0, 1.0, 0.5, 0.5]);
    }
}
