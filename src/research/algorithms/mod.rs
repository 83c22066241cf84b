//! The laboratory: every algorithm by name, on synthetic trees, with its counts and its memory.

mod bench;
mod best_first;
mod catalogue;
mod depth_first;
mod mtd;
mod outcome;
mod task;

pub use bench::{BENCH, bench};
pub use catalogue::{Algorithm, AlgorithmInfo, Status, info, infos};
pub use outcome::{AlgorithmRun, MemoryUse, RunOutcome};
pub use task::{AlgorithmTask, run, run_unrecorded};

use crate::base::options::OptionError;
use thiserror::Error;

/// Why a run is not possible.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// No algorithm has this name.
    #[error("algorithm: found `{0}`, expected one of {expected}", expected = catalogue::expected(.0))]
    NoSuchAlgorithm(String),
    /// A parameter cannot be set so.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A node whose payoff is needed has none.
    #[error("node {0}: found no payoff, expected one, for the search evaluates this node")]
    NoPayoff(u64),
    /// The tree has no entropies.
    #[error("entropy: found none in the tree, expected one for every node")]
    NoEntropy,
    /// A node whose interval is needed has none.
    #[error("node {0}: found no pess and opt, expected both, for the search reads its interval")]
    NoInterval(u64),
}
