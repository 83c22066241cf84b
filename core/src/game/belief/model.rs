//! Models: what a piece's behaviour says about its kind, and its storage with a prior in files.
//!
//! Every feature has a weight for every kind; the factor of a kind is the exponential of the sum
//! of weights times features. Factors multiply the weights of the prior, so the posterior stays
//! exactly counted: it is a conditional random field over assignments (Lafferty et al.,
//! ICML 2001) whose normalizing constant is exact.

use super::error::LARGEST;
use super::{
    BehaviourStats, ChoiceModel, ChoiceStats, ChoiceWeights, FEATURES, Formation, KIND_FEATURES,
    ModelError, Prior,
};
use crate::game::rules::{PieceId, PublicState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Largest absolute logarithm of a factor, so that behaviour never rules a kind out.
const MAX_LOG_FACTOR: f64 = 8.0;

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

/// A log-linear model of kinds: weights for all features. [`KIND_FEATURES`] come after [`FEATURES`];
/// each has a value for every kind, from a model of move choices.
#[derive(Debug, Clone, PartialEq)]
pub struct BehaviourModel {
    weights: Vec<[f64; 12]>,
    choices: Option<Arc<ChoiceModel>>,
}

impl BehaviourModel {
    /// The number of features, those with a value for each kind included.
    pub const WEIGHTS: usize = FEATURES.len() + KIND_FEATURES.len();

    /// Creates a model from weights by feature; features without weights have no effect.
    ///
    /// # Errors
    ///
    /// If a feature is unknown or a weight is out of range.
    pub fn new(list: &[FeatureWeights]) -> Result<Self, ModelError> {
        let mut weights = vec![[0.0; 12]; Self::WEIGHTS];
        for entry in list {
            let number = named().position(|(name, _)| name == entry.feature);
            let number = number.ok_or_else(|| ModelError::UnknownFeature(entry.feature.clone()))?;
            if let Some(&bad) = entry.weights.iter().find(|w| !(-LARGEST..=LARGEST).contains(*w)) {
                return Err(ModelError::FeatureWeight(entry.feature.clone(), bad));
            }
            weights[number] = entry.weights;
        }
        Ok(Self { weights, choices: None })
    }

    /// The model with these weights: a row for each feature, a column for each kind.
    pub fn from_weights(weights: Vec<[f64; 12]>) -> Self {
        Self { weights, choices: None }
    }

    /// The weights: a row for each feature, a column for each kind.
    pub fn weights(&self) -> &[[f64; 12]] {
        &self.weights
    }

    /// The same model with a model of move choices.
    #[must_use]
    pub fn with_choices(self, choices: Option<Arc<ChoiceModel>>) -> Self {
        Self { choices, ..self }
    }

    /// The same model, less sure or surer of itself: all logarithms of factors multiplied by `temper`.
    #[must_use]
    pub fn tempered(mut self, temper: f64) -> Self {
        for weight in self.weights.as_flattened_mut() {
            *weight *= temper;
        }
        self
    }

    /// The model of move choices, if there is one.
    pub fn choices(&self) -> Option<&Arc<ChoiceModel>> {
        self.choices.as_ref()
    }

    /// The weights of all features, as stored in files.
    pub fn to_list(&self) -> Vec<FeatureWeights> {
        let mut list = vec![];
        for ((name, about), &weights) in named().zip(&self.weights) {
            list.push(FeatureWeights { feature: name.into(), about: about.into(), weights });
        }
        list
    }

    /// The logarithms of the factors by which a piece's behaviour multiplies the weight of each kind, in nats.
    pub fn log_factors(
        &self,
        behaviour: &BehaviourStats,
        choices: Option<&ChoiceStats>,
        state: &PublicState,
        piece: PieceId,
    ) -> [f64; 12] {
        let Some(features) = behaviour.features(state, piece) else { return [0.0; 12] };
        match choices {
            Some(choices) => self.log_of(&features, &choices.features(piece)),
            None => self.log_of(&features, &[]),
        }
    }

    /// The factors of features and of features by kind; both lists may be empty.
    pub fn of(&self, features: &[f64], by_kind: &[[f64; 12]]) -> [f64; 12] {
        self.log_of(features, by_kind).map(f64::exp)
    }

    fn log_of(&self, features: &[f64], by_kind: &[[f64; 12]]) -> [f64; 12] {
        let mut sums = [0.0; 12];
        for (&value, weights) in features.iter().zip(&self.weights).filter(|f| *f.0 != 0.0) {
            sums.iter_mut().zip(weights).for_each(|(sum, w)| *sum += value * w);
        }
        for (values, weights) in by_kind.iter().zip(&self.weights[FEATURES.len()..]) {
            let parts = values.iter().zip(weights).map(|(value, w)| value * w);
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        sums.map(|sum| sum.clamp(-MAX_LOG_FACTOR, MAX_LOG_FACTOR))
    }
}

/// Names and meanings of all features, in the order of their weights.
fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
    FEATURES.iter().map(|feature| (feature.name, feature.about)).chain(KIND_FEATURES)
}

/// A learned prior and behaviour model, with their provenance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BeliefModel {
    /// The data that it was learned from.
    pub source: String,
    /// The method of learning.
    pub method: String,
    /// The command that reproduces it.
    pub command: String,
    /// The formations; each stands for its mirror image too. Empty for the uniform prior.
    pub formations: Vec<Formation>,
    /// The behaviour weights, `habits` in files; empty if none were learned.
    #[serde(default, rename = "habits")]
    pub behaviour: Vec<FeatureWeights>,
    /// The weights of the model of move choices; empty if none was learned.
    #[serde(default)]
    pub choices: Vec<ChoiceWeights>,
}

impl BeliefModel {
    /// The prior over deployments.
    ///
    /// # Errors
    ///
    /// If the formations do not form a prior.
    pub fn prior(&self) -> Result<Prior, ModelError> {
        if self.formations.is_empty() {
            return Ok(Prior::uniform());
        }
        Prior::mirrored(self.formations.clone())
    }

    /// The behaviour model.
    ///
    /// # Errors
    ///
    /// If a feature or descriptor is unknown or a weight is out of range.
    pub fn behaviour_model(&self) -> Result<BehaviourModel, ModelError> {
        let model = BehaviourModel::new(&self.behaviour)?;
        if self.choices.is_empty() {
            return Ok(model);
        }
        Ok(model.with_choices(Some(ChoiceModel::new(&self.choices)?.into())))
    }
}
