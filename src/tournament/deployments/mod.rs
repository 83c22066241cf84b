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

pub use candidate::{Candidate, swaps};
pub use features::{Arm, Expectation, FEATURES, Feature, Features, Guess, Surprise, features};
pub use halving::{Field, Halving};
pub use improve::{Improve, Step, gain, is_enough, winner};
pub use losses::Losses;
pub use matrix::{Matrix, Row};
pub use plan::{Plan, PlanError, Round};
pub use ranking::{Place, Ranking, Share};
pub use tally::Tally;
