//! Static evaluation of positions, in centi-pieces: by the built-in weights a full army is worth 6,360, a company
//! 100 to 129.
//!
//! A *value* is in centi-pieces. A *result* is 2 p - 1 for a win probability p, from -1 to 1; a draw counts as half a
//! win.
//!
//! The value is a weighted sum of features. Five terms, one file each, compute the features of both
//! teams; searches, explanations and the fit of the weights use the same code. For hidden pieces the
//! terms use probabilities, so on a [`BeliefPosition`](crate::game::belief::BeliefPosition) the features
//! are expectations over marginals, with pieces taken as independent. The choice of terms follows
//! "Evaluation function for Siguo game based on two attitudes" (FSKD 2006: captures, position of pieces,
//! guard of the flag) and players' advice; the features themselves are *our reading*, their weights are
//! fitted to game results, those of `pimc` also tuned by matches (`data/weights/README.md`).

mod board_map;
mod corrected_belief;
mod evaluation;
mod expected_result;
mod explained;
mod gain_table;
mod network;
mod piece_beliefs;
mod terms;
mod tracked;
mod weights;

pub use corrected_belief::CorrectedBelief;
pub use evaluation::{Evaluation, MOST_UNFINISHED, WIN, is_decided};
pub use expected_result::ExpectedResult;
pub use explained::EvaluationTerm;
pub use network::{
    Accumulator, FULL, FeaturesWithNetwork, HIDDEN, Input, Inputs, LINEAR, MOST_OUTPUT, Network,
    NetworkError, NetworkLayers, NetworkOrigin, OUTPUT, POINTS, SQUARE,
};
pub use terms::{EvalFeature, EvalFeatures, FEATURES, features};
pub use tracked::{
    FeatureSums, FeatureTables, FeatureTracker, Tracked, TrackedEvaluation, Tracker,
};
pub use weights::{ModeWeights, Weights, WeightsError};
