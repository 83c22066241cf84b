//! Habits: what conduct says about kinds.
//!
//! Every feature has a weight for every kind; the factor of a kind is the exponential of the sum
//! of weights times features. Factors multiply the weights of the prior, so the posterior stays
//! exactly counted: it is a conditional random field over assignments (Lafferty et al.,
//! ICML 2001) whose sum over all of them is exact.

use super::{BehaviourStats, FEATURES};
use crate::game::rules::{PieceId, PublicState};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Largest logarithm of a factor: whatever a piece did, no kind is ruled out.
const MOST: f64 = 8.0;

/// Largest weight, nats for each unit of a feature.
const LARGEST: f64 = 100.0;

/// The weights of a feature as they lie in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureWeights {
    /// The feature.
    pub feature: String,
    /// What it is.
    pub about: String,
    /// Nats for each unit of the feature, by kind, strongest first. Only differences matter.
    pub weights: [f64; 12],
}

/// Weights for all features.
#[derive(Debug, Clone, PartialEq)]
pub struct BehaviourModel {
    weights: Vec<[f64; 12]>,
}

/// Weights that cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BehaviourError {
    /// There is no such feature.
    #[error("found a habit for `{0}`, expected one of the known features")]
    Unknown(String),
    /// A weight is out of range.
    #[error("habit {0}: found weight {1}, expected one from -{LARGEST} to {LARGEST}")]
    Weight(String, f64),
}

impl BehaviourModel {
    /// Weights by feature; those that are not named count nothing.
    ///
    /// # Errors
    ///
    /// If a feature is unknown or a weight is out of range.
    pub fn new(habits: &[FeatureWeights]) -> Result<Self, BehaviourError> {
        let mut weights = vec![[0.0; 12]; FEATURES.len()];
        for habit in habits {
            let number = FEATURES.iter().position(|f| f.name == habit.feature);
            let number = number.ok_or_else(|| BehaviourError::Unknown(habit.feature.clone()))?;
            if let Some(&bad) = habit.weights.iter().find(|w| !(-LARGEST..=LARGEST).contains(*w)) {
                return Err(BehaviourError::Weight(habit.feature.clone(), bad));
            }
            weights[number] = habit.weights;
        }
        Ok(Self { weights })
    }

    pub(crate) fn from_weights(weights: Vec<[f64; 12]>) -> Self {
        Self { weights }
    }

    /// The habits as they lie in a file.
    pub fn to_list(&self) -> Vec<FeatureWeights> {
        let habit = |(feature, &weights): (&super::BehaviourFeature, &[f64; 12])| FeatureWeights {
            feature: feature.name.into(),
            about: feature.about.into(),
            weights,
        };
        FEATURES.iter().zip(&self.weights).map(habit).collect()
    }

    /// What a piece's conduct multiplies the weight of each kind with.
    pub fn factors(
        &self,
        conduct: &BehaviourStats,
        field: &PublicState,
        piece: PieceId,
    ) -> [f64; 12] {
        let features = conduct.features(field, piece);
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
