//! The two halves of the suite.

use crate::base::random::derive;
use crate::game::format::GameRecord;
use serde::{Deserialize, Serialize};

/// The half of the suite that a moment belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// For development and tuning.
    Tune,
    /// For measuring alone, never for tuning.
    Kept,
}

impl Half {
    /// Both halves.
    pub const ALL: [Self; 2] = [Self::Tune, Self::Kept];

    /// The half of all moments of a game. It follows from the deployments alone, whatever their seats, so that
    /// games from the same deal are in the same half.
    pub fn of(record: &GameRecord) -> Self {
        let mut deployments: Vec<&String> = record.deployments.iter().flatten().collect();
        deployments.sort();
        let bytes = deployments.into_iter().flat_map(|text| text.bytes());
        let numbers: Vec<u64> = bytes.map(u64::from).collect();
        if derive(0, &numbers).is_multiple_of(2) { Self::Tune } else { Self::Kept }
    }

    /// The name, as in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tune => "tune",
            Self::Kept => "kept",
        }
    }
}
