//! The quality of win probabilities as predictions of results.

use crate::research::learn::score::mean;
use serde::Serialize;
use std::f64::consts::LN_2;

/// Number of bins of the calibration table.
pub const RELIABILITY_BINS: usize = 10;

/// The quality of probabilities on a set of games. Intervals are 95 % intervals over games, because the
/// positions of a game share its result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// Games with positions.
    pub games: usize,
    /// Their positions.
    pub positions: usize,
    /// Log-loss, in bits per position; a draw counts as half a win and half a loss.
    pub log_loss: f64,
    /// Its interval.
    pub log_loss_interval: Option<[f64; 2]>,
    /// Brier score: mean squared difference of probability and result.
    pub brier: f64,
    /// Its interval.
    pub brier_interval: Option<[f64; 2]>,
    /// How often the side with the better chances won, of positions of games that were not drawn;
    /// where both have the same, half. None if all were.
    pub accuracy: Option<f64>,
    /// Its interval.
    pub accuracy_interval: Option<[f64; 2]>,
    /// By probability for the first team.
    pub calibration: Vec<Reliability>,
}

/// Weights with their predictive quality.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasuredWeights {
    /// The weights, and the games they were measured on.
    pub with: String,
    /// Their quality.
    #[serde(flatten)]
    pub quality: Quality,
}

/// The results of positions in one bin of probability.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reliability {
    /// Number of positions.
    pub positions: usize,
    /// Their mean probability.
    pub predicted: Option<f64>,
    /// The mean of their results.
    pub found: Option<f64>,
    /// Its interval, if they are of ten games or more.
    pub interval: Option<[f64; 2]>,
}

/// Minimum number of games for an interval.
const ENOUGH: usize = 10;

impl Quality {
    /// Of log-odds for the first team and results, by game. `None` if there is no position.
    pub fn of(games: &[Vec<(f64, f64)>]) -> Option<Self> {
        let (log_loss, log_loss_interval) =
            over(games, |&(odds, result)| Some(nats(odds, result) / LN_2))?;
        let (brier, brier_interval) =
            over(games, |&(odds, result)| Some((sigmoid(odds) - result).powi(2)))?;
        let accuracy = over(games, hit);
        Some(Self {
            games: games.iter().filter(|g| !g.is_empty()).count(),
            positions: games.iter().map(Vec::len).sum(),
            log_loss,
            log_loss_interval,
            brier,
            brier_interval,
            accuracy: accuracy.map(|a| a.0),
            accuracy_interval: within(accuracy.and_then(|a| a.1)),
            calibration: (0..RELIABILITY_BINS).map(|bin| Reliability::of(games, bin)).collect(),
        })
    }
}

/// Whether the side with the better chances won, unless there was no winner.
fn hit(&(odds, result): &(f64, f64)) -> Option<f64> {
    let right = if odds == 0.0 { 0.5 } else { f64::from((odds > 0.0) == (result > 0.5)) };
    ((result - 0.5).abs() > 0.25).then_some(right)
}

/// The mean of what positions score, with its interval over games.
fn over(
    games: &[Vec<(f64, f64)>],
    score: impl Fn(&(f64, f64)) -> Option<f64>,
) -> Option<(f64, Option<[f64; 2]>)> {
    let sums = games.iter().map(|game| {
        let scores = game.iter().filter_map(&score);
        scores.fold((0.0, 0.0), |(sum, n), one| (sum + one, n + 1.0))
    });
    mean(&sums.collect::<Vec<_>>())
}

/// An interval of a share.
fn within(interval: Option<[f64; 2]>) -> Option<[f64; 2]> {
    interval.map(|edges| edges.map(|edge| edge.clamp(0.0, 1.0)))
}

impl Reliability {
    #[expect(clippy::cast_sign_loss, reason = "probabilities are not negative")]
    fn of(games: &[Vec<(f64, f64)>], bin: usize) -> Self {
        let own = |odds: f64| {
            let at = (sigmoid(odds) * RELIABILITY_BINS as f64) as usize;
            at.min(RELIABILITY_BINS - 1) == bin
        };
        let found = over(games, |&(odds, result)| own(odds).then_some(result));
        let predicted = over(games, |&(odds, _)| own(odds).then_some(sigmoid(odds)));
        let many = games.iter().filter(|game| game.iter().any(|p| own(p.0))).count();
        Self {
            positions: games.iter().flatten().filter(|p| own(p.0)).count(),
            predicted: predicted.map(|p| p.0),
            found: found.map(|f| f.0),
            interval: within(found.and_then(|f| f.1)).filter(|_| many >= ENOUGH),
        }
    }
}

/// The probability of log-odds.
pub(in crate::research::learn) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Log-loss of predicted log-odds against a result from 0 to 1, in nats.
pub(in crate::research::learn) fn nats(odds: f64, result: f64) -> f64 {
    // ln(1 + exp(x)) - y x, without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
}
