//! Static evaluation of positions, in centi-pieces: by the built-in weights a full army is worth 6,360, a company
//! 100 to 129.
//!
//! A *value* is in centi-pieces. A *result* is 2 p - 1 for a win probability p, from -1 to 1; a draw counts as half a
//! win.
//!
//! The value is a weighted sum of features. Five terms ([`TERMS`]) declare the features and count them for both teams;
//! searches, explanations and the fit of the weights use the same code. For hidden pieces the
//! terms use probabilities, so on a [`BeliefPosition`](crate::game::belief::BeliefPosition) the features
//! are expectations over marginals, with pieces taken as independent. The choice of terms follows
//! "Evaluation function for Siguo game based on two attitudes" (FSKD 2006: captures, position of pieces,
//! guard of the flag) and players' advice; the features themselves are *our reading*, their weights are
//! fitted to game results, those of `pimc` also tuned by matches (`data/weights/README.md`).

mod corrected_belief;
mod evaluation;
mod features;
mod inputs;
mod network;
mod network_inputs;
mod terms;
mod tracked;
mod weights;

pub use corrected_belief::CorrectedBelief;
pub use evaluation::{
    Evaluation, EvaluationTerm, ExpectedResult, MOST_UNFINISHED, WIN, is_decided,
};
pub use features::{EvalFeature, Freedom, Label, Perturbation, Term, WeightStep};
pub use network::{
    Accumulator, FULL, HIDDEN, LINEAR, MOST_OUTPUT, Network, NetworkError, NetworkLayers,
    NetworkOrigin, OUTPUT, SQUARE,
};
pub use network_inputs::{Input, Inputs, POINTS};
pub use terms::{EvalFeatures, FEATURES, TERMS, features};
pub use tracked::{FeatureSums, FeatureTables, Tracked, TrackedEvaluation};
pub use weights::{ModeWeights, Weights, WeightsError};
