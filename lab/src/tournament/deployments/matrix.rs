//! The payoff matrix of deployments, the mixture that no deployment of it beats, and their reports.

use super::plan::{DeploymentCandidate, MeasurementPlan};
use super::ranking::PointShare;
use super::report::{columns, padded};
use super::rounds::Halving;
use crate::tournament::rating::{Equilibrium, equilibrium};
use crate::tournament::series::Series;
use junqi_core::base::text::{escaped, page};
use junqi_core::game::draw::KindNames;
use junqi_core::game::format::draw_deployment;
use ndarray::{Array1, Array2};
use serde::Serialize;

/// Largest accepted exploitability of the mixture, in win rate.
const TOLERANCE: f64 = 1e-5;
/// Shares below this are left out of a book.
const MIN_SHARE: f64 = 0.001;

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
        let mut pairs = vec![];
        for (i, first) in candidates.iter().enumerate() {
            pairs.extend(candidates[i + 1..].iter().map(|second| first.against(second)));
        }
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
        // The game is zero-sum around an even score.
        let mixed = equilibrium(&shares.mapv(|share| share - 0.5), TOLERANCE);
        Self { candidates, shares, pairs, mixed }
    }

    /// The rows, in the order of the candidates.
    pub fn rows(&self) -> Vec<MatrixRow> {
        let against = self.shares.dot(&Array1::from(self.mixed.rows.clone()));
        let mut rows = vec![];
        for (i, candidate) in self.candidates.iter().enumerate() {
            rows.push(MatrixRow {
                name: candidate.name.clone(),
                deployment: candidate.deployment.to_string(),
                share: self.mixed.rows[i],
                against_mixture: against[i],
                win_rates: self.shares.row(i).to_vec(),
            });
        }
        rows
    }

    /// Indices of the deployments by decreasing probability in the mixture.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        let mean = |i: usize| self.shares.row(i).mean().unwrap_or(0.5);
        // Rounded, so that deployments that are hardly played are in the order of their means.
        let share = |i: usize| (1e4 * self.mixed.rows[i]).round();
        order.sort_by(|&a, &b| {
            share(b).total_cmp(&share(a)).then(mean(b).total_cmp(&mean(a))).then(a.cmp(&b))
        });
        order
    }

    /// The mixture as a table for the terminal. `conditions` says how it was measured.
    pub fn table(&self, conditions: &str) -> String {
        let rows = self.rows();
        let width = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0).max(10);
        let mut text = format!(
            "{:>7}  {}  {:>9}  {:>9}\n",
            "share %",
            padded("deployment", width),
            "all %",
            "mixture %"
        );
        for i in self.order() {
            let MatrixRow { name, share, against_mixture, win_rates, .. } = &rows[i];
            text += &format!(
                "{:>7.1}  {}  {:>9.1}  {:>9.1}\n",
                100.0 * share,
                padded(name, width),
                100.0 * mean(win_rates),
                100.0 * against_mixture
            );
        }
        text + &format!("{conditions}. Exploitability: {:.5}.\n", self.mixed.exploitability)
    }

    /// The mixture as a book: a deployment file with shares.
    pub fn book(&self, conditions: &str) -> String {
        let mut text = format!("# A mixed equilibrium of {} deployments.\n", self.candidates.len());
        text += &format!("# {conditions}.\n");
        for i in self.order() {
            let DeploymentCandidate { name, about, deployment, .. } = &self.candidates[i];
            let share = self.mixed.rows[i];
            if share >= MIN_SHARE {
                text.push('\n');
                text += &draw_deployment(name, about, Some(share), deployment, KindNames::Letters);
            }
        }
        text
    }

    /// The matrix as a self-contained HTML page.
    pub fn html(&self, conditions: &str) -> String {
        let rows = self.rows();
        let order = self.order();
        let mut text = format!(
            "<h1>Deployments against each other</h1>\n<p>{}. Exploitability of the mixture: {:.5}.</p>\n\
             <p>{HOW}</p>\n<table>\n",
            escaped(conditions),
            self.mixed.exploitability
        );
        text += "<tr><th></th><th class=\"left\">deployment 布局</th><th>share %<br>占比</th><th>mixture %</th>";
        for place in 1..=order.len() {
            text += &format!("<th>{place}</th>");
        }
        text += "</tr>\n";
        for (place, &i) in (1..).zip(&order) {
            let MatrixRow { name, share, against_mixture, win_rates, .. } = &rows[i];
            text += &format!(
                "<tr><td>{place}</td><td class=\"left\">{}</td><td>{:.1}</td><td>{:.1}</td>",
                escaped(name),
                100.0 * share,
                100.0 * against_mixture
            );
            for &j in &order {
                let title = format!("{} : {}", escaped(name), escaped(&rows[j].name));
                text += &format!(
                    "<td class=\"cell\" style=\"background:{}\" title=\"{title}\">{:.0}</td>",
                    shade(win_rates[j]),
                    100.0 * win_rates[j]
                );
            }
            text += "</tr>\n";
        }
        text += "</table>\n";
        page("Deployments against each other", STYLE, &text)
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

const STYLE: &str = "
td.cell { color: #2b2520; padding: 0.15rem 0.4rem } td.left { white-space: nowrap }
";

/// How the matrix is to be read.
const HOW: &str = "A cell is the share of the points of the row against the column, in per cent; both \
    are mirrored by chance, and exchange seats and the first move. The mixture is an equilibrium of the \
    measured shares: no deployment here gets more than a half against it on these games. Cells are \
    measured with errors, which the mixture fits as well; what it is worth has to be measured on other \
    games.";

/// From orange (0) over white (a half) to blue (1). Source of the hues: Okabe & Ito, 2008.
fn shade(share: f64) -> String {
    let part = (2.0 * share - 1.0).clamp(-1.0, 1.0);
    let full = if part < 0.0 { [230.0, 159.0, 0.0] } else { [86.0, 180.0, 233.0] };
    let [r, g, b] = full.map(|channel: f64| (255.0 + part.abs() * (channel - 255.0)).round());
    format!("rgb({r},{g},{b})")
}
