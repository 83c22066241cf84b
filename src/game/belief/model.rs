//! Belief models: priors and behaviour weights learned from games, as stored in files.

use super::{BehaviourError, BehaviourModel, FeatureWeights, Formation, Prior, PriorError};
use serde::{Deserialize, Serialize};

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
    /// The behaviour weights; empty if none were learned.
    #[serde(default)]
    pub habits: Vec<FeatureWeights>,
}

impl BeliefModel {
    /// The prior over deployments.
    ///
    /// # Errors
    ///
    /// If the formations do not form a prior.
    pub fn prior(&self) -> Result<Prior, PriorError> {
        if self.formations.is_empty() {
            return Ok(Prior::uniform());
        }
        Prior::mirrored(self.formations.clone())
    }

    /// The behaviour model.
    ///
    /// # Errors
    ///
    /// If a feature is unknown or a weight is out of range.
    pub fn behaviour_model(&self) -> Result<BehaviourModel, BehaviourError> {
        BehaviourModel::new(&self.habits)
    }
}
