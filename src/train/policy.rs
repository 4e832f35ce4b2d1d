//! Fits which moves are worth looking at first: a softmax over the candidates of a position, whose largest
//! part should be the move that the search chose.

use super::columns::{COLUMN, Columns};
use super::minimise::minimise;
use super::samples::{Choice, Samples};
use crate::eval::combination::COMBINATIONS;
use crate::rules::RuleSpec;

/// Fitted numbers, in nats.
#[derive(Clone, Debug)]
pub struct Policy {
    columns: Columns,
    variables: Vec<f64>,
    /// For each side its columns: a stone of its own, a stone of the opponent in its place.
    pub numbers: Vec<[Vec<f64>; 2]>,
    /// What was found out on the way.
    pub report: Report,
}

/// How well it fits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Choices fitted on, and kept back.
    pub choices: [usize; 2],
    /// Mean −log of the part of the chosen move, fitted and kept back.
    pub losses: [f64; 2],
    /// How often the chosen move is first, and among the first five, where kept back.
    pub hits: [f64; 2],
}

const SIDE: usize = 2 * COLUMN;
/// Variance of the choice between likely candidates.
const LIKELY: f64 = 0.2;
const PRIOR_DEVIATION: f64 = 5.0;
/// The least that ten steps of the minimisation must gain, as a part of what is left.
const TOLERANCE: f64 = 1e-4;

impl Policy {
    /// Fits the numbers of a law; `own_deviation` says by how much a combination is expected to differ from
    /// what its shapes and class promise.
    #[must_use]
    pub fn fit(
        rule: &RuleSpec,
        samples: &Samples,
        own_deviation: f64,
        iterations: usize,
    ) -> Policy {
        let columns = Columns::of(rule);
        let used: Vec<&Choice> = samples.choices.iter().filter(|c| !c.kept_back).collect();
        let held = |deviation: f64| 0.5 / (deviation * deviation);
        let (prior, own) = (held(PRIOR_DEVIATION), held(own_deviation));
        let mut parts = Vec::new();
        let mut curvatures = curvatures(&columns, samples, &used);
        for (i, curvature) in curvatures.iter_mut().enumerate() {
            let is_own = i % COLUMN >= COLUMN - COMBINATIONS;
            *curvature += 2.0 * if is_own { own } else { prior };
        }
        let start = vec![0.0; SIDE * columns.sides()];
        let variables =
            minimise(&start, &curvatures, iterations, TOLERANCE, |variables, gradient| {
                gradient.fill(0.0);
                let numbers = spread(&columns, variables);
                let mut by_number = numbers.clone();
                by_number.iter_mut().flatten().for_each(|column| column.fill(0.0));
                let mut value = 0.0;
                for choice in &used {
                    value += softmax(&columns, samples, choice, &numbers, &mut parts);
                    let [us, them] = [choice.us, !choice.us].map(|c| columns.side(c));
                    let candidates = &samples.candidates[choice.candidates.clone()];
                    for (i, (&[own, enemy], part)) in candidates.iter().zip(&parts).enumerate() {
                        let off = part - if i == 0 { 1.0 } else { 0.0 };
                        by_number[us][0][usize::from(own)] += off;
                        by_number[them][1][usize::from(enemy)] += off;
                    }
                }
                for (side, of_side) in by_number.iter().enumerate() {
                    for (column, gradients) in of_side.iter().enumerate() {
                        let at = side * SIDE + column * COLUMN;
                        let to = &mut gradient[at..at + COLUMN];
                        columns.gather(side, gradients, to);
                        value += Columns::hold(&variables[at..at + COLUMN], to, prior, own);
                    }
                }
                let count = used.len().max(1) as f64;
                gradient.iter_mut().for_each(|g| *g /= count);
                value / count
            });
        let numbers = spread(&columns, &variables);
        let report = report(&columns, samples, &numbers);
        Policy { columns, variables, numbers, report }
    }

    /// Number of sides.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.columns.sides()
    }

    /// Variables of a column (0 own, 1 in the opponent's place) of a side.
    #[must_use]
    pub fn column(&self, side: usize, column: usize) -> &[f64] {
        let at = side * SIDE + column * COLUMN;
        &self.variables[at..at + COLUMN]
    }
}

fn spread(columns: &Columns, variables: &[f64]) -> Vec<[Vec<f64>; 2]> {
    (0..columns.sides())
        .map(|side| {
            [0, 1].map(|column| {
                let at = side * SIDE + column * COLUMN;
                let mut numbers = vec![0.0; COMBINATIONS];
                columns.spread(side, &variables[at..at + COLUMN], &mut numbers);
                numbers
            })
        })
        .collect()
}

/// About how fast the gradient grows along each variable.
fn curvatures(columns: &Columns, samples: &Samples, used: &[&Choice]) -> Vec<f64> {
    let mut curvatures = vec![0.0; SIDE * columns.sides()];
    for choice in used {
        let [us, them] = [choice.us, !choice.us].map(|c| columns.side(c));
        let candidates = &samples.candidates[choice.candidates.clone()];
        let part = LIKELY / candidates.len() as f64;
        for &[own, enemy] in candidates {
            for i in columns.variables_of(us, own.into()) {
                curvatures[us * SIDE + i] += part;
            }
            for i in columns.variables_of(them, enemy.into()) {
                curvatures[them * SIDE + COLUMN + i] += part;
            }
        }
    }
    curvatures
}

/// Fills in the part of each candidate; returns −log of the chosen one's.
fn softmax(
    columns: &Columns,
    samples: &Samples,
    choice: &Choice,
    numbers: &[[Vec<f64>; 2]],
    parts: &mut Vec<f64>,
) -> f64 {
    let [us, them] = [choice.us, !choice.us].map(|c| columns.side(c));
    let (own, enemy) = (&numbers[us][0], &numbers[them][1]);
    parts.clear();
    let candidates = &samples.candidates[choice.candidates.clone()];
    parts.extend(candidates.iter().map(|&[o, e]| own[usize::from(o)] + enemy[usize::from(e)]));
    let most = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let chosen = parts[0];
    let mut sum = 0.0;
    for part in parts.iter_mut() {
        *part = (*part - most).exp();
        sum += *part;
    }
    parts.iter_mut().for_each(|part| *part /= sum);
    sum.ln() + most - chosen
}

fn report(columns: &Columns, samples: &Samples, numbers: &[[Vec<f64>; 2]]) -> Report {
    let mut report = Report::default();
    let mut parts = Vec::new();
    for choice in &samples.choices {
        let kept = usize::from(choice.kept_back);
        report.choices[kept] += 1;
        report.losses[kept] += softmax(columns, samples, choice, numbers, &mut parts);
        if choice.kept_back {
            let better = parts.iter().filter(|&&part| part > parts[0]).count();
            report.hits[0] += f64::from(u8::from(better == 0));
            report.hits[1] += f64::from(u8::from(better < 5));
        }
    }
    for i in 0..2 {
        report.losses[i] /= report.choices[i].max(1) as f64;
        report.hits[i] /= report.choices[1].max(1) as f64;
    }
    report
}
