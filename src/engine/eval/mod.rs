//! Evaluation: what a position is worth, in centi-pieces (a company is worth about 100).
//!
//! The value is a sum of features times weights. Five terms, one file each, tell the features of
//! both teams; the same code is summed for a search, listed for a person and fitted to results. Of
//! hidden pieces the terms ask probabilities, so on a [`BeliefPosition`](crate::game::belief::BeliefPosition)
//! they are expectations over marginals, pieces taken as independent. What to look at follows the
//! features of "Evaluation function for Siguo game based on two attitudes" (FSKD 2006: captures,
//! position of pieces, guard of the flag) and the wishes of players; the features themselves are
//! *our reading*, their weights are fitted to results (`data/weights/README.md`).

mod board_map;
mod corrected_belief;
mod evaluation;
mod network;
mod odds;
mod piece_beliefs;
mod terms;
mod weights;

pub use corrected_belief::CorrectedBelief;
pub use evaluation::{Evaluation, WIN};
pub use network::{
    Accumulator, FULL, HIDDEN, Input, Inputs, LINEAR, MOST_OUTPUT, Network, NetworkError,
    NetworkEvaluation, NetworkLayers, NetworkOrigin, OUTPUT, POINTS, SQUARE, TrackedWorld,
    TrackedWorldUndo,
};
pub use odds::OddsEvaluation;
pub use terms::{EvalFeature, EvalFeatures, FEATURES, features};
pub use weights::{ModeWeights, Weights, WeightsError};
