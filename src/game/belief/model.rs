//! What was learned from games, as it lies in a file.

use super::{BehaviourError, BehaviourModel, FeatureWeights, Formation, Prior, PriorError};
use serde::{Deserialize, Serialize};

/// A learned prior with where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BeliefModel {
    /// What it was learned from.
    pub source: String,
    /// How.
    pub method: String,
    /// The command that makes it again.
    pub command: String,
    /// Formations; the mirror image of each is as likely. Without any, all deployments are.
    pub formations: Vec<Formation>,
    /// What conduct says; nothing if it was not learned.
    #[serde(default)]
    pub habits: Vec<FeatureWeights>,
}

impl BeliefModel {
    /// The prior over deployments.
    ///
    /// # Errors
    ///
    /// If the formations make none.
    pub fn prior(&self) -> Result<Prior, PriorError> {
        if self.formations.is_empty() {
            return Ok(Prior::uniform());
        }
        Prior::mirrored(self.formations.clone())
    }

    /// What conduct says.
    ///
    /// # Errors
    ///
    /// If a habit is about no known feature.
    pub fn habits(&self) -> Result<BehaviourModel, BehaviourError> {
        BehaviourModel::new(&self.habits)
    }
}
