//! Logistic regression by Newton's method, exact for every set of examples.
//!
//! Source: Newton's steps for the logistic model are iteratively reweighted least squares (Green,
//! JRSS B 46 (1984)); the penalty is a normal prior around given weights.

use super::positions::Example;
use super::quality::{nats, sigmoid};
use junqi_core::engine::eval::FEATURES;
use ndarray::{Array1, Array2};
use rayon::prelude::*;

/// Weights in units of log-odds, in the order of the features.
type Row = [f64; FEATURES];

/// The prior of the weights: a normal distribution.
#[derive(Debug, Clone, PartialEq)]
pub struct Pull {
    /// Mean of the prior.
    pub mean: Row,
    /// Standard deviation of each weight, above 0.
    pub spread: Row,
    /// Strength: the penalty is half of it times the sum of squares in standard deviations.
    pub strength: f64,
}

/// Examples per partial sum; the sums are added in order, so that threads do not matter.
const CHUNK: usize = 2048;
/// The iteration ends when no weight changes by more than this, in standard deviations.
const ENOUGH: f64 = 1e-7;
/// Maximum number of steps; about ten are enough.
const STEPS: usize = 60;

/// The group of each feature, from 0. Features of a group share a weight; those without a group have
/// weight 0.
pub type FeatureGroups = [Option<usize>; FEATURES];

/// The weights that minimise log-loss plus penalty.
pub fn fit_weights(examples: &[&Example], pull: &Pull, groups: &FeatureGroups) -> Row {
    let mut weights = pulled_together(&pull.mean, groups);
    let mut loss = total(examples, pull, &weights);
    for _ in 0..STEPS {
        let step = newton(examples, pull, groups, &weights);
        let mut part = 1.0;
        let taken = loop {
            let next = std::array::from_fn(|j| weights[j] - part * step[j]);
            let now = total(examples, pull, &next);
            if now <= loss || part < 1e-6 {
                loss = now.min(loss);
                break next;
            }
            part /= 2.0;
        };
        let far = |j: usize| (taken[j] - weights[j]).abs() / pull.spread[j];
        let longest = (0..FEATURES).map(far).fold(0.0, f64::max);
        weights = taken;
        if longest < ENOUGH || part < 1e-6 {
            break;
        }
    }
    weights
}

/// The mean of every group in place of each of its members.
fn pulled_together(mean: &Row, groups: &FeatureGroups) -> Row {
    std::array::from_fn(|j| {
        if groups[j].is_none() {
            return 0.0;
        }
        let own: Vec<f64> =
            (0..FEATURES).filter(|&i| groups[i] == groups[j]).map(|i| mean[i]).collect();
        own.iter().sum::<f64>() / own.len() as f64
    })
}

/// The scale, in centi-pieces per unit of log-odds, with which values predict results best. `None` if
/// higher values do not win more often.
pub fn fit_scale(values: &[(f64, f64)]) -> Option<f64> {
    // The derivative in the inverse of the scale falls, so that its zero can be halved for.
    let slope = |k: f64| -> f64 { values.iter().map(|(v, y)| v * (y - sigmoid(k * v))).sum() };
    let mut low = 0.0;
    let mut high = 1.0;
    if slope(low) <= 0.0 || slope(high) >= 0.0 {
        return None;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        *(if slope(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    Some(1.0 / f64::midpoint(low, high))
}

fn odds(example: &Example, weights: &Row) -> f64 {
    example.features.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum()
}

fn total(examples: &[&Example], pull: &Pull, weights: &Row) -> f64 {
    let sum = |chunk: &[&Example]| -> f64 {
        chunk.iter().map(|e| nats(odds(e, weights), e.result)).sum()
    };
    let sums: Vec<f64> = examples.par_chunks(CHUNK).map(sum).collect();
    let square = |j: usize| ((weights[j] - pull.mean[j]) / pull.spread[j]).powi(2);
    sums.iter().sum::<f64>() + pull.strength / 2.0 * (0..FEATURES).map(square).sum::<f64>()
}

/// A gradient with the matrix of second derivatives.
struct Slope {
    gradient: Array1<f64>,
    curvature: Array2<f64>,
}

impl Slope {
    fn new(size: usize) -> Self {
        Self { gradient: Array1::zeros(size), curvature: Array2::zeros((size, size)) }
    }

    fn of(chunk: &[&Example], weights: &Row, groups: &FeatureGroups, size: usize) -> Self {
        let mut slope = Self::new(size);
        let mut row = vec![0.0; size];
        for example in chunk {
            row.fill(0.0);
            for (x, group) in example.features.iter().zip(groups) {
                if let Some(group) = group {
                    row[*group] += f64::from(*x);
                }
            }
            let p = sigmoid(odds(example, weights));
            let some: Vec<usize> = (0..size).filter(|&j| row[j] != 0.0).collect();
            for (n, &i) in some.iter().enumerate() {
                slope.gradient[i] += (p - example.result) * row[i];
                let scaled = p * (1.0 - p) * row[i];
                some[..=n].iter().for_each(|&j| slope.curvature[[i, j]] += scaled * row[j]);
            }
        }
        slope
    }
}

/// The step of Newton's method, to be taken off the weights.
fn newton(examples: &[&Example], pull: &Pull, groups: &FeatureGroups, weights: &Row) -> Row {
    let size = groups.iter().flatten().max().map_or(0, |most| most + 1);
    let slope = |chunk: &[&Example]| Slope::of(chunk, weights, groups, size);
    let parts: Vec<Slope> = examples.par_chunks(CHUNK).map(slope).collect();
    let mut all = Slope::new(size);
    for part in parts {
        all.gradient += &part.gradient;
        all.curvature += &part.curvature;
    }
    for (j, &group) in groups.iter().enumerate() {
        let Some(group) = group else { continue };
        let stiff = pull.strength / pull.spread[j].powi(2);
        all.gradient[group] += stiff * (weights[j] - pull.mean[j]);
        all.curvature[[group, group]] += stiff;
    }
    let step = solve(all.curvature, all.gradient);
    std::array::from_fn(|j| groups[j].map_or(0.0, |group| step[group]))
}

/// Solves a positive definite system, of whose matrix the lower half is given, by Cholesky's
/// method.
pub(super) fn solve(mut a: Array2<f64>, mut b: Array1<f64>) -> Array1<f64> {
    let size = b.len();
    for i in 0..size {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[[i, k]] * a[[j, k]]).sum();
            let rest = a[[i, j]] - sum;
            a[[i, j]] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / a[[j, j]] };
        }
    }
    for i in 0..size {
        let sum: f64 = (0..i).map(|k| a[[i, k]] * b[k]).sum();
        b[i] = (b[i] - sum) / a[[i, i]];
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| a[[k, i]] * b[k]).sum();
        b[i] = (b[i] - sum) / a[[i, i]];
    }
    b
}
