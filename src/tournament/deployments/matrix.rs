//! The payoff matrix of deployments, and the mixture that no deployment of it beats.

use super::candidate::DeploymentCandidate;
use super::halving::Halving;
use super::plan::MeasurementPlan;
use super::ranking::PointShare;
use crate::tournament::rating::{Equilibrium, equilibrium};
use crate::tournament::series::Series;
use ndarray::Array2;
use serde::Serialize;

/// Largest accepted exploitability of the mixture, in win rate.
const TOLERANCE: f64 = 1e-5;

/// The payoff matrix of some deployments with its equilibrium mixture.
#[derive(Debug)]
pub struct Matrix {
    /// The deployments.
    pub candidates: Vec<DeploymentCandidate>,
    /// Score of the row's deployment against the column's, 0 to 1; 0.5 on the diagonal.
    pub shares: Array2<f64>,
    /// Score of each pair with its interval, in the order of [`Matrix::plan`].
    pub pairs: Vec<PointShare>,
    /// The mixture that no deployment of the matrix beats.
    pub mixed: Equilibrium,
}

/// A row of the matrix, for JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixRow {
    /// Name of the deployment.
    pub name: String,
    /// The deployment as one line of text.
    pub deployment: String,
    /// Its probability in the mixture.
    pub share: f64,
    /// Its score against the mixture, 0 to 1.
    pub against_mixture: f64,
    /// Its score against each deployment, in order, 0 to 1.
    pub win_rates: Vec<f64>,
}

impl Matrix {
    /// The measurement behind the matrix: every pair of candidates plays `games` games.
    pub fn plan(candidates: &[DeploymentCandidate], series: Series, games: u64) -> MeasurementPlan {
        let with = |(i, first): (usize, &DeploymentCandidate)| -> Vec<DeploymentCandidate> {
            candidates[i + 1..].iter().map(|second| first.against(second)).collect()
        };
        let pairs = candidates.iter().enumerate().flat_map(with).collect();
        MeasurementPlan { candidates: pairs, series, games, rounds: 1 }
    }

    /// The matrix of a finished measurement.
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

    /// Indices of the deployments by decreasing probability in the mixture.
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
