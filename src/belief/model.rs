//! What was learned from games, as it lies in a file.

use super::{Formation, Prior, PriorError};
use serde::{Deserialize, Serialize};

/// A learned prior with where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// What it was learned from.
    pub source: String,
    /// How.
    pub method: String,
    /// The command that makes it again.
    pub command: String,
    /// Formations; the mirror image of each is as likely.
    pub formations: Vec<Formation>,
}

impl Model {
    /// The prior over deployments.
    ///
    /// # Errors
    ///
    /// If the formations make none.
    pub fn prior(&self) -> Result<Prior, PriorError> {
        Prior::mirrored(self.formations.clone())
    }
}
