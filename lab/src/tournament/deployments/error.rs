//! Errors of measuring deployments.

use junqi_core::base::job::WorkError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why deployments cannot be measured.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeasurementError {
    /// Too few games for one unit per candidate and round.
    #[error(
        "{games} games per deployment are too few for {rounds} rounds: at least {least} are needed \
         ({unit} games per unit)"
    )]
    Few {
        /// The requested number of games.
        games: u64,
        /// Number of rounds.
        rounds: usize,
        /// The smallest possible number of games.
        least: u64,
        /// Games of a unit.
        unit: u64,
    },
    /// More games than can be counted.
    #[error("{games} games per deployment in {rounds} rounds are too many to count")]
    Many {
        /// The requested number of games per candidate.
        games: u64,
        /// Number of rounds.
        rounds: usize,
    },
    /// There are no candidates.
    #[error("there is no deployment to measure")]
    Nobody,
    /// A file cannot be read, resumed or written, or a game of it not played.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WorkError,
    },
    /// A game cannot be played or evaluated.
    #[error(transparent)]
    Game(WorkError),
}

impl MeasurementError {
    pub(super) fn new(path: Option<&Path>, error: impl Into<WorkError>) -> Self {
        match path {
            Some(path) => Self::File { path: path.to_owned(), error: error.into() },
            None => Self::Game(error.into()),
        }
    }
}
