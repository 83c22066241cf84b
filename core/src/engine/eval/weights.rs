//! Weights of the evaluation, and their JSON file.

use super::terms::{EvalFeatures, FEATURES, features};
use crate::base::text::read_json;
use crate::game::rules::Mode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Weights of all features for four-player and two-player games, in centi-pieces, with their origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The data that the weights were fitted to.
    pub source: String,
    /// The method of the fit.
    pub method: String,
    /// Weights for four-player games.
    #[serde(rename = "2v2")]
    pub four: ModeWeights,
    /// Weights for two-player games.
    #[serde(rename = "1v1")]
    pub two: ModeWeights,
}

/// Weights for one mode of play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeWeights {
    /// Value that multiplies the odds of winning by e, in centi-pieces: a value v means a win probability
    /// of 1 / (1 + exp(-v / scale)), a draw counted as half a win.
    pub scale: f64,
    /// Weights by term and feature.
    pub weights: BTreeMap<String, BTreeMap<String, f32>>,
}

/// Why weights are invalid.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The text is not JSON of this form.
    #[error("weights: {0}")]
    Form(String),
    /// A feature has no weight.
    #[error("weights: found no `{1}` in `{0}`, expected a weight for every feature")]
    Missing(&'static str, &'static str),
    /// The number of weights is not the number of features.
    #[error("weights: found {0} weights, expected {FEATURES}, one for every feature")]
    Number(usize),
    /// A weight is not finite, or the scale is not positive.
    #[error("weights: found {1} for `{0}`, expected a finite number, and a scale above 0")]
    Value(String, f64),
}

impl Weights {
    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// If the text has another form, or does not have exactly one weight for every feature.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let weights: Self = read_json(text).map_err(|e| WeightsError::Form(e.to_string()))?;
        weights.four.features()?;
        weights.two.features()?;
        Ok(weights)
    }

    /// The weights set by hand, before tuning: a guess, the same in both modes but for the scale.
    pub fn by_hand() -> Self {
        let mut by_feature = [0.0; FEATURES];
        for (weight, feature) in by_feature.iter_mut().zip(features()) {
            *weight = feature.hand;
        }
        Self {
            source: "a guess, before anything was tuned".into(),
            method: "set by hand".into(),
            four: ModeWeights::new(1500.0, &by_feature),
            two: ModeWeights::new(1000.0, &by_feature),
        }
    }

    /// The weights for a mode of play.
    pub fn of(&self, mode: Mode) -> &ModeWeights {
        match mode {
            Mode::FourPlayer => &self.four,
            Mode::TwoPlayer => &self.two,
        }
    }

    /// The same with other weights for a mode of play.
    #[must_use]
    pub fn with(self, mode: Mode, weights: ModeWeights) -> Self {
        match mode {
            Mode::FourPlayer => Self { four: weights, ..self },
            Mode::TwoPlayer => Self { two: weights, ..self },
        }
    }
}

impl ModeWeights {
    /// The expected result at a value of an unfinished game: 2 p - 1 for a win probability p, from -1 to 1.
    pub fn unfinished_result(&self, value: f64) -> f64 {
        unfinished_result(value, self.scale)
    }

    /// Names weights given in the order of the features.
    pub fn new(scale: f64, by_feature: &EvalFeatures) -> Self {
        let mut weights = BTreeMap::<String, BTreeMap<String, f32>>::new();
        for (feature, weight) in features().zip(by_feature) {
            let term = weights.entry(feature.term.into()).or_default();
            term.insert(feature.name.into(), *weight);
        }
        Self { scale, weights }
    }

    /// The weights in the order of the features.
    ///
    /// # Errors
    ///
    /// If a feature has no weight, there are others, or one is not finite.
    pub fn features(&self) -> Result<EvalFeatures, WeightsError> {
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(WeightsError::Value("scale".into(), self.scale));
        }
        let mut found = [0.0; FEATURES];
        for (feature, weight) in features().zip(&mut found) {
            let term = self.weights.get(feature.term);
            let given = term.and_then(|term| term.get(feature.name));
            *weight = *given.ok_or(WeightsError::Missing(feature.term, feature.name))?;
            if !weight.is_finite() {
                return Err(WeightsError::Value(feature.name.into(), f64::from(*weight)));
            }
        }
        // Every feature has its weight, so that another number means weights of other features.
        let count = self.weights.values().map(BTreeMap::len).sum();
        if count != FEATURES {
            return Err(WeightsError::Number(count));
        }
        Ok(found)
    }
}

/// The expected result at a value of an unfinished game: 2 p - 1 for a win probability p, from -1 to 1.
pub(super) fn unfinished_result(value: f64, scale: f64) -> f64 {
    (value / scale / 2.0).tanh()
}
