//! Errors of learning.

use super::{Impossible, UnusableGame};
use junqi_core::engine::eval::WeightsError;
use junqi_core::game::belief::ModelError;
use thiserror::Error;

/// The deepest search that gives a label, in plies.
pub(super) const DEEPEST: u32 = 12;

/// Why games, settings or models cannot be learned from.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The record of a game cannot be used for tuning.
    #[error(transparent)]
    Game(#[from] UnusableGame),
    /// Weights do not fit the features.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Positions that a prior prefers do not win more often.
    #[error(
        "these games cannot fix the scale: the side with the better evaluation does not win more often"
    )]
    Scale,
    /// The prior or the behaviour model is invalid.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A model to start from has no move choices to refine.
    #[error("no move choices, expected a model of `belief fit --choices`")]
    NoChoices,
    /// A true kind had probability 0.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// The player of a tuning by matches has no evaluation with weights, or the sides differ.
    #[error("expected an engine with the option `weights` that plays itself, found {0}")]
    Engine(String),
    /// The search for labels is too deep to end.
    #[error("found a depth of {0} plies, expected 0 to {DEEPEST}")]
    Depth(u32),
    /// The numbers of the labelled games overflow.
    #[error("found {1} games from number {0} on, expected numbers below 2^64")]
    Games(u64, u64),
}
