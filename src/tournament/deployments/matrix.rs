//! Every deployment against every other, and how to mix them.

use super::{DeploymentCandidate, Halving, MeasurementPlan, PointShare};
use crate::tournament::Series;
use crate::tournament::rating::{Equilibrium, equilibrium};
use ndarray::Array2;
use serde::Serialize;

/// How exploitable a mixture may be, in win rate.
const TOLERANCE: f64 = 1e-5;

/// What deployments gain against each other.
#[derive(Debug)]
pub struct Matrix {
    /// The deployments.
    pub candidates: Vec<DeploymentCandidate>,
    /// By row and column, the share of the points of the row against the column; a half on the diagonal.
    pub shares: Array2<f64>,
    /// By pair, the share with its interval, in the order of [`Matrix::plan`].
    pub pairs: Vec<PointShare>,
    /// The mixture nobody in the matrix beats.
    pub mixed: Equilibrium,
}

/// A row of it, for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixRow {
    /// The deployment's name.
    pub name: String,
    /// The deployment on a line.
    pub deployment: String,
    /// How often the mixture plays it.
    pub share: f64,
    /// Its share of the points against the mixture.
    pub against_mixture: f64,
    /// Its share of the points against each, in order.
    pub win_rates: Vec<f64>,
}

impl Matrix {
    /// The games it is made of: every two, so many games each.
    pub fn plan(candidates: &[DeploymentCandidate], series: Series, games: u64) -> MeasurementPlan {
        let with = |(i, first): (usize, &DeploymentCandidate)| -> Vec<DeploymentCandidate> {
            candidates[i + 1..].iter().map(|second| first.against(second)).collect()
        };
        let pairs = candidates.iter().enumerate().flat_map(with).collect();
        MeasurementPlan { candidates: pairs, series, games, rounds: 1 }
    }

    /// What those games came to.
    pub fn new(candidates: Vec<DeploymentCandidate>, played: &Halving<'_>) -> Self {
        let count = candidates.len();
        let mut shares = Array2::from_elem((count, count), 0.5);
        let mut fields = played.fields().iter();
        let mut pairs = vec![];
        for i in 0..count {
            for (j, field) in (i + 1..count).zip(fields.by_ref()) {
                let score = field.tally.score();
                shares[[i, j]] = score;
                shares[[j, i]] = 1.0 - score;
                pairs.push(PointShare::of(&field.tally.units));
            }
        }
        let mixed = equilibrium(&shares.mapv(|share| share - 0.5), TOLERANCE);
        Self { candidates, shares, pairs, mixed }
    }

    /// The rows, in the order of the candidates.
    pub fn rows(&self) -> Vec<MatrixRow> {
        let against = self.shares.dot(&ndarray::Array1::from(self.mixed.rows.clone()));
        let row = |(i, candidate): (usize, &DeploymentCandidate)| MatrixRow {
            name: candidate.name.clone(),
            deployment: candidate.deployment.to_string(),
            share: self.mixed.rows[i],
            against_mixture: against[i],
            win_rates: self.shares.row(i).to_vec(),
        };
        self.candidates.iter().enumerate().map(row).collect()
    }

    /// Places of the deployments, those that the mixture plays most first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        let mean = |i: usize| self.shares.row(i).mean().unwrap_or(0.5);
        let share = |i: usize| (1e4 * self.mixed.rows[i]).round();
        order.sort_by(|&a, &b| {
            share(b).total_cmp(&share(a)).then(mean(b).total_cmp(&mean(a))).then(a.cmp(&b))
        });
        order
    }
}
