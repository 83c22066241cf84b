//! The errors of running an algorithm on a tree.

use crate::base::options::OptionError;
use crate::base::text::expected_name;
use thiserror::Error;

/// The reason why an algorithm cannot run.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// No algorithm has this name.
    #[error("algorithm: found `{found}`, expected one of {expected}")]
    NoSuchAlgorithm {
        /// The unknown name.
        found: String,
        /// The known names.
        expected: String,
    },
    /// An option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The search evaluates a node that has no payoff.
    #[error("node {0}: found no payoff, expected one, for the search evaluates this node")]
    NoPayoff(u64),
    /// The search needs entropies and the tree has none.
    #[error("entropy: found none in the tree, expected one for every node")]
    NoEntropy,
    /// The search reads the interval of a node that has none.
    #[error("node {0}: found no pess and opt, expected both, for the search reads its interval")]
    NoInterval(u64),
}

impl AlgorithmError {
    /// The error for an unknown name, with the nearest of the known names first.
    pub(in crate::research) fn unknown(found: &str, known: &[&str]) -> Self {
        Self::NoSuchAlgorithm { found: found.into(), expected: expected_name(found, known) }
    }
}
