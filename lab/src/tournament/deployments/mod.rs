//! Measuring deployments (布局): static features, win rates, ranking, improvement, mixtures.
//!
//! One player plays every deployment against the same pool, in the same units, with the same opposing
//! deployments and random numbers, so that results differ by the deployment alone (common random
//! numbers).

mod error;
mod features;
mod hill_climb;
mod matrix;
mod plan;
mod ranking;
pub mod report;
mod rounds;
mod tally;

pub use error::MeasurementError;
pub use features::{
    ArmGraph, DeploymentFeature, DeploymentFeatures, Expectation, FEATURES, Guess, Surprise,
    features,
};
pub use hill_climb::{ClimbStep, HillClimb, Improvement, gain, is_enough, winner};
pub use matrix::{Matrix, MatrixRow};
pub use plan::{DeploymentCandidate, MeasurementPlan, Round, swaps};
pub use ranking::{PointShare, RankedDeployment, Ranking};
pub use rounds::{CandidateState, Halving, RoundPlayer, RoundProgress, RoundsOutcome};
pub use tally::{DeploymentTally, Losses};
