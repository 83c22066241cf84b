//! The behaviour model: what a piece's behaviour says about its kind.
//!
//! Every feature has a weight for every kind; the factor of a kind is the exponential of the sum
//! of weights times features. Factors multiply the weights of the prior, so the posterior stays
//! exactly counted: it is a conditional random state over assignments (Lafferty et al.,
//! ICML 2001) whose sum over all of them is exact.

use super::{BehaviourStats, FEATURES};
use crate::game::rules::{PieceId, PublicState};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Largest absolute logarithm of a factor, so that behaviour never rules a kind out.
const MOST: f64 = 8.0;

/// Largest absolute weight, in nats per unit of a feature.
const LARGEST: f64 = 100.0;

/// The weights of one feature, as stored in files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureWeights {
    /// The name of the feature.
    pub feature: String,
    /// What the feature measures.
    pub about: String,
    /// Weights by kind, strongest first, in nats per unit of the feature. Only differences matter.
    pub weights: [f64; 12],
}

/// A log-linear model of kinds: weights for all features.
#[derive(Debug, Clone, PartialEq)]
pub struct BehaviourModel {
    weights: Vec<[f64; 12]>,
}

/// An error in feature weights.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BehaviourError {
    /// The feature is unknown.
    #[error("unknown behaviour feature `{0}`")]
    Unknown(String),
    /// A weight is out of range.
    #[error("behaviour feature {0}: weight {1} is out of range, expected -{LARGEST} to {LARGEST}")]
    Weight(String, f64),
}

impl BehaviourModel {
    /// Creates a model from weights by feature; features without weights have no effect.
    ///
    /// # Errors
    ///
    /// If a feature is unknown or a weight is out of range.
    pub fn new(list: &[FeatureWeights]) -> Result<Self, BehaviourError> {
        let mut weights = vec![[0.0; 12]; FEATURES.len()];
        for entry in list {
            let number = FEATURES.iter().position(|f| f.name == entry.feature);
            let number = number.ok_or_else(|| BehaviourError::Unknown(entry.feature.clone()))?;
            if let Some(&bad) = entry.weights.iter().find(|w| !(-LARGEST..=LARGEST).contains(*w)) {
                return Err(BehaviourError::Weight(entry.feature.clone(), bad));
            }
            weights[number] = entry.weights;
        }
        Ok(Self { weights })
    }

    pub(crate) fn from_weights(weights: Vec<[f64; 12]>) -> Self {
        Self { weights }
    }

    /// The weights of all features, as stored in files.
    pub fn to_list(&self) -> Vec<FeatureWeights> {
        let entry = |(feature, &weights): (&super::BehaviourFeature, &[f64; 12])| FeatureWeights {
            feature: feature.name.into(),
            about: feature.about.into(),
            weights,
        };
        FEATURES.iter().zip(&self.weights).map(entry).collect()
    }

    /// The factors by which a piece's behaviour multiplies the weight of each kind.
    pub fn factors(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        piece: PieceId,
    ) -> [f64; 12] {
        let features = behaviour.features(state, piece);
        features.map_or([1.0; 12], |features| self.of(&features))
    }

    pub(crate) fn of(&self, features: &[f64]) -> [f64; 12] {
        let mut sums = [0.0; 12];
        for (&value, weights) in features.iter().zip(&self.weights).filter(|f| *f.0 != 0.0) {
            sums.iter_mut().zip(weights).for_each(|(sum, w)| *sum += value * w);
        }
        sums.map(|sum| sum.clamp(-MOST, MOST).exp())
    }
}
