//! The file of weights.

use super::terms::{EvalFeatures, FEATURES, features};
use crate::game::rules::Mode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Weights of all features, in centi-pieces, for games of four and of two, with where they come
/// from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// What they were fitted to.
    pub source: String,
    /// How.
    pub method: String,
    /// For games of four.
    #[serde(rename = "2v2")]
    pub four: ModeWeights,
    /// For games of two.
    #[serde(rename = "1v1")]
    pub two: ModeWeights,
}

/// Weights for one kind of game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeWeights {
    /// Centi-pieces that make the odds of winning e times as high: a value v stands for a
    /// probability of winning of 1 / (1 + exp(-v / scale)), a draw counted as half a win.
    pub scale: f64,
    /// By term, then by feature.
    pub weights: BTreeMap<String, BTreeMap<String, f32>>,
}

/// Weights that do not fit the features.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is not JSON of this form.
    #[error("weights: {0}")]
    Form(String),
    /// A feature has no weight.
    #[error("weights: found no `{1}` in `{0}`, expected a weight for every feature")]
    Missing(&'static str, &'static str),
    /// There is a weight for something else.
    #[error("weights: found {0} weights, expected {FEATURES}, one for every feature")]
    Number(usize),
    /// A number that no weight can be.
    #[error("weights: found {1} for `{0}`, expected a finite number, and a scale above 0")]
    Value(String, f64),
}

impl Weights {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// If it has another form, or not a weight for every feature.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let weights: Self =
            serde_json::from_str(text).map_err(|e| WeightsError::Form(e.to_string()))?;
        weights.four.features()?;
        weights.two.features()?;
        Ok(weights)
    }

    /// The weights for a kind of game.
    pub fn of(&self, mode: Mode) -> &ModeWeights {
        match mode {
            Mode::FourPlayer => &self.four,
            Mode::TwoPlayer => &self.two,
        }
    }
}

impl ModeWeights {
    /// From weights in the order of the features.
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
    /// If a feature has none, there are others, or one is no number.
    pub fn features(&self) -> Result<EvalFeatures, WeightsError> {
        let count = self.weights.values().map(BTreeMap::len).sum();
        if count != FEATURES {
            return Err(WeightsError::Number(count));
        }
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(WeightsError::Value("scale".into(), self.scale));
        }
        let mut found = [0.0; FEATURES];
        for (feature, weight) in features().zip(&mut found) {
            let term = self.weights.get(feature.term);
            let told = term.and_then(|term| term.get(feature.name));
            *weight = *told.ok_or(WeightsError::Missing(feature.term, feature.name))?;
            if !weight.is_finite() {
                return Err(WeightsError::Value(feature.name.into(), f64::from(*weight)));
            }
        }
        Ok(found)
    }
}
