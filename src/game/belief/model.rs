//! Belief models: priors and behaviour weights learned from games, as stored in files.

use super::{
    BehaviourError, BehaviourModel, ChoiceModel, ChoiceWeights, FeatureWeights, Formation, Prior,
    PriorError,
};
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
    /// If a feature or descriptor is unknown or a weight is out of range.
    pub fn behaviour_model(&self) -> Result<BehaviourModel, BehaviourError> {
        let model = BehaviourModel::new(&self.behaviour)?;
        if self.choices.is_empty() {
            return Ok(model);
        }
        Ok(model.with_choices(Some(ChoiceModel::new(&self.choices)?.into())))
    }
}
