//! The laboratory: every algorithm by name, on synthetic trees, with its counts and its memory.

mod algorithms;
mod bench;
mod best_first;
mod depth_first;
mod kind;
mod mtd;
mod outcome;
mod params;
mod task;

pub use algorithms::{Algorithm, Info, Status, info, infos};
pub use bench::{BENCH, bench};
pub use kind::Kind;
pub use outcome::{Bytes, Number, Outcome, Run};
pub(crate) use params::{Asked, param};
pub use params::{Param, Params, Setting};
pub use task::{Task, run, run_unrecorded};

use thiserror::Error;

/// Why a run is not possible.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LabError {
    /// No algorithm has this name.
    #[error("algorithm: found `{0}`, expected one of {expected}", expected = algorithms::expected(.0))]
    NoSuchAlgorithm(String),
    /// The algorithm has no such parameter.
    #[error("parameter: found `{name}`, expected {expected}")]
    NoSuchParameter {
        /// What was given.
        name: String,
        /// What there is.
        expected: String,
    },
    /// A parameter is set a second time.
    #[error("parameter: found `{0}` twice, expected it once")]
    Twice(&'static str),
    /// A parameter has no value.
    #[error("parameter {name}: found no value, expected `{name}=` and {expected}")]
    NoValue {
        /// The parameter.
        name: &'static str,
        /// What it may be.
        expected: String,
    },
    /// A parameter cannot be this.
    #[error("parameter {name}: found `{found}`, expected {expected}")]
    Setting {
        /// The parameter.
        name: &'static str,
        /// What was given.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// The parameters are no JSON object.
    #[error("params: found {0}, expected an object")]
    NoObject(String),
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
