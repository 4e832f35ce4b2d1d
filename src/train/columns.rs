//! The variables of a fit: for each side and column, shapes and classes that explain most, and what a
//! combination adds of its own.
//!
//! ```text
//! number of a combination = Σ over its shapes shape[s] + class[c] + own
//! ```
//!
//! Shapes and classes are almost free, what is a combination's own is held near zero; so a combination
//! that was hardly ever seen has what its shapes promise.

use crate::board::{BoardSize, Color};
use crate::eval::combination::{self, COMBINATIONS};
use crate::eval::tables::MARKED_CLASSES;
use crate::line::{LawTables, Shape};
use crate::position::Position;
use crate::rules::RuleSpec;

/// Number of shapes.
pub const SHAPES: usize = Shape::ALL.len();
/// Variables of one column.
pub const COLUMN: usize = SHAPES + MARKED_CLASSES + COMBINATIONS;

/// What connects combinations with shapes and classes under a law.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Whether black and white have the same numbers.
    pub alike: bool,
    /// For each side the class, with its mark, of each combination.
    pub classes: Vec<Vec<u8>>,
    /// The combination of a point far from all stones and borders, the same for both sides. There are more of them
    /// the larger the board is, so it is worth nothing, and numbers fitted on one board hold on another.
    pub untouched: usize,
}

impl Columns {
    /// The columns of a law.
    #[must_use]
    pub fn of(rule: &RuleSpec) -> Columns {
        let laws = rule.line_laws();
        let alike = laws[Color::Black] == laws[Color::White];
        let tables = LawTables::get(laws).classes();
        let class = |side: usize| {
            let codes = combination::codes().iter();
            codes.map(|&code| tables[side][usize::from(code)] & 31).collect()
        };
        let classes = (0..if alike { 1 } else { 2 }).map(class).collect();
        let empty = Position::new(rule, BoardSize::FIFTEEN);
        let centre = empty.size().centre();
        let untouched = combination::number(empty.shape_code(Color::Black, centre));
        Columns { alike, classes, untouched }
    }

    /// Number of sides.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.classes.len()
    }

    /// The side whose numbers a colour has.
    #[must_use]
    pub fn side(&self, color: Color) -> usize {
        if self.alike { 0 } else { color.index() }
    }

    /// The number of each combination, from the variables of a column.
    pub fn spread(&self, side: usize, variables: &[f64], numbers: &mut [f64]) {
        let (shapes, rest) = variables.split_at(SHAPES);
        let (classes, own) = rest.split_at(MARKED_CLASSES);
        for (n, number) in numbers.iter_mut().enumerate().skip(1) {
            let code = combination::codes()[n];
            let sum: f64 = (0..4).map(|i| shapes[usize::from(code >> (4 * i) & 15)]).sum();
            *number = sum + classes[usize::from(self.classes[side][n])] + own[n];
        }
        numbers[0] = 0.0;
    }

    /// The variables of a column that a combination has, with the times it has them.
    pub fn variables_of(&self, side: usize, combination: usize) -> impl Iterator<Item = usize> {
        let code = combination::codes()[combination];
        let shapes = (0..4).map(move |i| usize::from(code >> (4 * i) & 15));
        let class = SHAPES + usize::from(self.classes[side][combination]);
        shapes.chain([class, SHAPES + MARKED_CLASSES + combination])
    }

    /// The inverse for gradients: from that of each combination to that of the variables, added up.
    pub fn gather(&self, side: usize, numbers: &[f64], variables: &mut [f64]) {
        let (shapes, rest) = variables.split_at_mut(SHAPES);
        let (classes, own) = rest.split_at_mut(MARKED_CLASSES);
        for (n, &number) in numbers.iter().enumerate().skip(1) {
            let code = combination::codes()[n];
            for i in 0..4 {
                shapes[usize::from(code >> (4 * i) & 15)] += number;
            }
            classes[usize::from(self.classes[side][n])] += number;
            own[n] += number;
        }
    }

    /// Adds what holds the variables near zero, to value and gradient: `prior` for shapes and classes, `own`
    /// for what is a combination's own.
    #[must_use]
    pub fn hold(variables: &[f64], gradient: &mut [f64], prior: f64, own: f64) -> f64 {
        let mut value = 0.0;
        for (i, (v, g)) in variables.iter().zip(gradient).enumerate() {
            let weight = if i % COLUMN < SHAPES + MARKED_CLASSES { prior } else { own };
            value += weight * v * v;
            *g += 2.0 * weight * v;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathering_is_the_transpose_of_spreading() {
        let columns = Columns::of(&RuleSpec::RENJU);
        assert_eq!((columns.sides(), columns.side(Color::White)), (2, 1));
        assert_eq!(Columns::of(&RuleSpec::CARO).sides(), 1);
        let mut rng = fastrand::Rng::with_seed(3);
        let variables: Vec<f64> = (0..COLUMN).map(|_| rng.f64()).collect();
        let weights: Vec<f64> = (0..COMBINATIONS).map(|_| rng.f64()).collect();
        let (mut numbers, mut gathered) = (vec![0.0; COMBINATIONS], vec![0.0; COLUMN]);
        columns.spread(1, &variables, &mut numbers);
        columns.gather(1, &weights, &mut gathered);
        let there: f64 = numbers.iter().zip(&weights).map(|(a, b)| a * b).sum();
        let back: f64 = variables.iter().zip(&gathered).map(|(a, b)| a * b).sum();
        assert!((there - back).abs() < 1e-6 * there.abs(), "{there} {back}");
    }
}
