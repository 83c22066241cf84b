//! Tuning: the strength of the penalty towards prior weights is chosen by cross-validation.
//!
//! Source: the rule of one standard error is that of Breiman and others, "Classification and
//! Regression Trees" (1984): the simplest model within one standard error of the best.

use super::quality::nats;
use super::shape::Shape;
use super::{Example, Pull, Taken, fit_scale};
use crate::research::learn::OpenGame;
use crate::research::learn::game::parts;
use crate::research::learn::score::{mean, mean_and_error};
use junqi_core::engine::eval::{
    EvalFeature, EvalFeatures, FEATURES, Freedom, ModeWeights, WeightsError, features,
};
use std::f64::consts::LN_2;

/// The settings of tuning.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    /// Values of [`Pull::strength`] to try, ascending. A weak penalty predicts results slightly better,
    /// but a search also evaluates positions that players avoid.
    pub strengths: Vec<f64>,
    /// Expected distance of a weight from the prior, in addition to its size there, in centi-pieces.
    pub floor: f64,
    /// Number of folds of the cross-validation.
    pub folds: usize,
    /// Seed of the folds.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { strengths: (2..9).map(|n| 4.0_f64.powi(n)).collect(), floor: 4.0, folds: 4, seed: 1 }
    }
}

/// The result of one strength.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Tried {
    /// The strength, in examples.
    pub strength: f64,
    /// Validation loss, in bits per position.
    pub log_loss: f64,
    /// Difference to the loss of the best strength.
    pub worse: f64,
    /// Standard error of that difference, over games.
    pub error: f64,
}

/// Tuned weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The weights, scaled so that a full army has its value in the prior.
    pub fitted: ModeWeights,
    /// The strength that was chosen.
    pub strength: f64,
    /// The results of all strengths.
    pub tried: Vec<Tried>,
    /// Officers whose order the data would reverse, so that they share a weight.
    pub tied: Vec<Vec<&'static str>>,
    /// Features whose weight would have the wrong sign, so that they weigh nothing.
    pub dropped: Vec<&'static str>,
    /// Games with positions.
    pub games: usize,
    /// Their positions.
    pub positions: usize,
}

impl Tuned {
    /// Cross-validation log loss of the chosen strength, in bits.
    pub fn loss(&self) -> f64 {
        let chosen = self.tried.iter().find(|t| t.strength.total_cmp(&self.strength).is_eq());
        chosen.map_or(f64::INFINITY, |t| t.log_loss)
    }
}

/// The spread of the weights that stay near the prior, as a fraction of that of the others.
const RESTRAINED_SPREAD: f64 = 0.1;

/// The material value of a full army, in centi-pieces: all pieces, with the full tasks of engineers and
/// bombs.
pub fn army_value(weights: &EvalFeatures) -> f64 {
    features().zip(weights).map(|(feature, w)| army_count(feature) * f64::from(*w)).sum()
}

/// How often a feature counts in the value of a full army.
pub(super) fn army_count(feature: EvalFeature) -> f64 {
    feature.army as f64
}

/// The log-odds of the first team by some weights, with the results, by game.
///
/// # Errors
///
/// If the weights do not fit the features.
pub fn log_odds(
    games: &[Taken<'_>],
    fitted: &ModeWeights,
) -> Result<Vec<Vec<(f64, f64)>>, WeightsError> {
    let weights = fitted.features()?;
    let odds = |e: &Example| (dot(&e.features, &weights) / fitted.scale, e.result);
    Ok(games.iter().map(|game| game.examples.iter().map(odds).collect()).collect())
}

fn dot(features: &EvalFeatures, weights: &EvalFeatures) -> f64 {
    features.iter().zip(weights).map(|(x, w)| f64::from(*x) * f64::from(*w)).sum()
}

impl Tuning {
    /// Tunes weights to games, with a penalty towards prior weights. `None` if positions that the prior
    /// prefers do not win more often.
    ///
    /// # Errors
    ///
    /// If the prior weights do not fit the features.
    pub fn run(
        &self,
        games: &[Taken<'_>],
        prior: &ModeWeights,
    ) -> Result<Option<Tuned>, WeightsError> {
        let wanted = prior.features()?;
        let Some(tried) = self.tried(games, &wanted) else { return Ok(None) };
        let strength = self.chosen(&tried);
        let every: Vec<&Example> = games.iter().flat_map(|g| &g.examples).collect();
        let Some(pull) = self.pull(&every, &wanted) else { return Ok(None) };
        let (weights, shape) = Shape::fit(&every, &Pull { strength, ..pull });
        Ok(Some(Tuned {
            fitted: in_centi_pieces(&weights, army_value(&wanted)),
            strength,
            tried,
            tied: shape.tied(),
            dropped: shape.dropped(),
            games: games.iter().filter(|g| !g.examples.is_empty()).count(),
            positions: every.len(),
        }))
    }

    /// The validation loss of every strength; empty if there is only one.
    fn tried(&self, games: &[Taken<'_>], wanted: &EvalFeatures) -> Option<Vec<Tried>> {
        if games.len() < 2 || self.folds < 2 || self.strengths.len() < 2 {
            return Some(vec![]);
        }
        let all: Vec<&OpenGame> = games.iter().map(|g| g.game).collect();
        let part_of = parts(&all, self.folds, self.seed);
        let mut lost = vec![vec![]; self.strengths.len()];
        for fold in 0..self.folds {
            let part = |held| {
                let own = games.iter().zip(&part_of).filter(move |g| (*g.1 == fold) == held);
                own.map(|g| &g.0.examples[..])
            };
            let kept: Vec<&Example> = part(false).flatten().collect();
            if kept.is_empty() {
                continue; // all games share deployments, so no others are left
            }
            let pull = self.pull(&kept, wanted)?;
            for (&strength, lost) in self.strengths.iter().zip(&mut lost) {
                let (weights, _) = Shape::fit(&kept, &Pull { strength, ..pull.clone() });
                lost.extend(part(true).map(|game| (bits(game, &weights), game.len() as f64)));
            }
        }
        if lost.iter().all(Vec::is_empty) { Some(vec![]) } else { self.compared(&lost) }
    }

    /// The loss by strength and game, relative to the best strength.
    fn compared(&self, lost: &[Vec<(f64, f64)>]) -> Option<Vec<Tried>> {
        let mean_of = |games: &[(f64, f64)]| mean(games).map_or(f64::INFINITY, |m| m.0);
        let best = lost.iter().min_by(|a, b| mean_of(a).total_cmp(&mean_of(b)))?;
        let tried = self.strengths.iter().zip(lost).map(|(&strength, games)| {
            let worse = games.iter().zip(best).map(|(own, best)| (own.0 - best.0, own.1));
            let worse = mean_and_error(&worse.collect::<Vec<_>>());
            let error = worse.map_or(0.0, |w| w.1).max(0.0); // 0 for a single game
            Tried { strength, log_loss: mean_of(games), worse: worse.map_or(0.0, |w| w.0), error }
        });
        Some(tried.collect())
    }

    /// The strongest penalty within one standard error of the best.
    fn chosen(&self, tried: &[Tried]) -> f64 {
        let good = tried.iter().rev().find(|t| t.worse <= t.error);
        good.map(|t| t.strength).or(self.strengths.last().copied()).unwrap_or(1.0)
    }

    /// A pull towards weights, in the scale that suits the examples.
    fn pull(&self, examples: &[&Example], wanted: &EvalFeatures) -> Option<Pull> {
        let values: Vec<_> =
            examples.iter().map(|e| (dot(&e.features, wanted), e.result)).collect();
        let scale = fit_scale(&values)?;
        let restrained: Vec<bool> =
            features().map(|feature| feature.freedom == Freedom::Restrained).collect();
        Some(Pull {
            mean: wanted.map(|w| f64::from(w) / scale),
            spread: std::array::from_fn(|j| {
                let w = f64::from(wanted[j]).abs();
                let part = if restrained[j] { RESTRAINED_SPREAD } else { 1.0 };
                part * (w + self.floor) / scale
            }),
            strength: 1.0,
        })
    }
}

/// Bits lost.
fn bits(examples: &[Example], weights: &[f64; FEATURES]) -> f64 {
    let odds = |e: &Example| e.features.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum();
    examples.iter().map(|e| nats(odds(e), e.result)).sum::<f64>() / LN_2
}

/// Weights of log-odds in units in which a full army is worth so much, to a tenth.
fn in_centi_pieces(weights: &[f64; FEATURES], army: f64) -> ModeWeights {
    let scale = army / army_value(&weights.map(|w| w as f32));
    ModeWeights::new(to_a_tenth(scale), &weights.map(|w| to_a_tenth(w * scale) as f32))
}

/// A weight as it is stored.
pub(super) fn to_a_tenth(weight: f64) -> f64 {
    (weight * 10.0).round() / 10.0
}
