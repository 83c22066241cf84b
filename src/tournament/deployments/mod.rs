//! Measuring deployments (布局): static features, win rates, ranking, improvement, mixtures.
//!
//! One engine plays every deployment against the same pool, in the same units, with the same opposing
//! deployments and random numbers, so that results differ by the deployment alone (common random
//! numbers).

mod candidate;
mod features;
mod halving;
mod hill_climb;
mod losses;
mod matrix;
mod plan;
mod ranking;
mod reasons;
pub mod report;
mod rounds;
mod tally;

pub use candidate::{DeploymentCandidate, swaps};
pub use features::{
    ArmGraph, DeploymentFeature, DeploymentFeatures, Expectation, FEATURES, Guess, Surprise,
    features,
};
pub use halving::{CandidateState, Halving};
pub use hill_climb::{ClimbStep, HillClimb, Improvement, gain, is_enough, winner};
pub use losses::Losses;
pub use matrix::{Matrix, MatrixRow};
pub use plan::{MeasurementPlan, MeasurementPlanError, Round};
pub use ranking::{PointShare, RankedDeployment, Ranking};
pub use rounds::{RoundPlayer, RoundProgress, RoundsError, RoundsOutcome};
pub use tally::DeploymentTally;
