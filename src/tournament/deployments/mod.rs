//! Deployments (布局), measured: what a deployment is made of, what it is worth in games, which of
//! many is best, how one can be made better, and how to mix them.
//!
//! Every deployment is played by one kind of seat against the same pool, in the same units with the
//! same deployments of others and the same random numbers, so that what differs is the deployment
//! (common random numbers). Seats never learn which deployment they are judged with.

mod candidate;
mod features;
mod halving;
mod improve;
mod losses;
mod matrix;
mod plan;
mod ranking;
pub mod report;
mod tally;

pub use candidate::{DeploymentCandidate, swaps};
pub use features::{
    ArmGraph, DeploymentFeature, DeploymentFeatures, Expectation, FEATURES, Guess, Surprise,
    features,
};
pub use halving::{CandidateState, Halving};
pub use improve::{Improve, ImproveStep, gain, is_enough, winner};
pub use losses::Losses;
pub use matrix::{Matrix, MatrixRow};
pub use plan::{MeasurementPlan, MeasurementPlanError, Round};
pub use ranking::{PointShare, RankedDeployment, Ranking};
pub use tally::DeploymentTally;
