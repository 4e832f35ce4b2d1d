//! The minimum of a smooth convex function of many variables: L-BFGS with backtracking.

/// Steps that the curvature is estimated from.
const MEMORY: usize = 12;
/// Part of the expected decrease that a step must bring.
const SUFFICIENT: f64 = 1e-4;
/// Steps that are looked back on to see whether anything is gained any more.
const PATIENCE: usize = 10;
/// The most times that a step is halved.
const MOST_HALVINGS: usize = 40;

/// Walks from `start` to the minimum, at most `iterations` steps; returns where it is. `function` returns its
/// value and fills in its gradient; `curvatures` says about how fast the gradient grows along each variable,
/// above zero. Ends early where ten steps bring less than `tolerance` of the value.
pub fn minimise(
    start: &[f64],
    curvatures: &[f64],
    iterations: usize,
    tolerance: f64,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f64> {
    // Along the scaled variables the function bends alike in all directions.
    let scales: Vec<f64> = curvatures.iter().map(|c| c.max(1e-12).sqrt().recip()).collect();
    let scaled = |x: &[f64]| -> Vec<f64> { x.iter().zip(&scales).map(|(x, s)| x * s).collect() };
    let mut function = |z: &[f64], gradient: &mut [f64]| {
        let value = function(&scaled(z), gradient);
        gradient.iter_mut().zip(&scales).for_each(|(g, s)| *g *= s);
        value
    };
    let mut x: Vec<f64> = start.iter().zip(&scales).map(|(x, s)| x / s).collect();
    let n = x.len();
    let mut gradient = vec![0.0; n];
    let mut value = function(&x, &mut gradient);
    let mut values = Vec::new();
    // Steps, differences of the gradient, and one over their products; the newest last.
    let mut past: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::with_capacity(MEMORY + 1);
    for _ in 0..iterations {
        let mut direction = towards(&gradient, &past);
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            past.clear();
            direction = gradient.iter().map(|g| -g).collect();
            slope = dot(&direction, &gradient);
        }
        let length =
            if past.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt().max(1e-12) } else { 1.0 };
        let mut step = length;
        let mut next = vec![0.0; n];
        let mut next_gradient = vec![0.0; n];
        let mut next_value = f64::INFINITY;
        for _ in 0..MOST_HALVINGS {
            for ((to, from), d) in next.iter_mut().zip(x.iter()).zip(&direction) {
                *to = from + step * d;
            }
            next_value = function(&next, &mut next_gradient);
            if next_value <= value + SUFFICIENT * step * slope {
                break;
            }
            step /= 2.0;
        }
        if next_value.is_nan() || next_value >= value {
            break;
        }
        let moved: Vec<f64> = next.iter().zip(x.iter()).map(|(a, b)| a - b).collect();
        let bent: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(a, b)| a - b).collect();
        let product = dot(&moved, &bent);
        if product > 1e-14 {
            if past.len() == MEMORY {
                past.remove(0);
            }
            past.push((moved, bent, 1.0 / product));
        }
        x = next;
        gradient = next_gradient;
        value = next_value;
        values.push(value);
        let before = values.len().checked_sub(PATIENCE + 1).and_then(|i| values.get(i));
        if before.is_some_and(|before| before - value < tolerance * value.abs()) {
            break;
        }
    }
    scaled(&x)
}

/// The direction of the next step: minus the gradient, bent by what past steps tell of the curvature.
fn towards(gradient: &[f64], past: &[(Vec<f64>, Vec<f64>, f64)]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut weights = Vec::with_capacity(past.len());
    for (moved, bent, rho) in past.iter().rev() {
        let weight = rho * dot(moved, &direction);
        add(&mut direction, bent, -weight);
        weights.push(weight);
    }
    if let Some((_, bent, rho)) = past.last() {
        let scale = 1.0 / (rho * dot(bent, bent));
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for ((moved, bent, rho), weight) in past.iter().zip(weights.into_iter().rev()) {
        let back = rho * dot(bent, &direction);
        add(&mut direction, moved, weight - back);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], what: &[f64], times: f64) {
    to.iter_mut().zip(what).for_each(|(t, w)| *t += times * w);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_narrow_valley_is_found() {
        // Σ i² (x_i − i)² + (x_0 − x_9)⁴, the curvatures known and not
        for known in [false, true] {
            let curvature = |i: usize| if known { 2.0 * (i * i) as f64 } else { 1.0 };
            let curvatures: Vec<f64> = (1..=10).map(curvature).collect();
            let x = minimise(&[3.0; 10], &curvatures, 300, 0.0, |x, g| {
                let mut value = 0.0;
                for (i, (x, g)) in x.iter().zip(g.iter_mut()).enumerate() {
                    let (weight, off) = (((i + 1) * (i + 1)) as f64, x - i as f64);
                    value += weight * off * off;
                    *g = 2.0 * weight * off;
                }
                let apart = x[0] - x[9];
                g[0] += 4.0 * apart.powi(3);
                g[9] -= 4.0 * apart.powi(3);
                value + apart.powi(4)
            });
            assert!((x[3] - 3.0).abs() < 1e-4 && (x[8] - 8.0).abs() < 1e-4, "{x:?}");
            assert!(x[0] > 1.0 && x[9] < 9.0, "{x:?}");
        }
    }
}
