//! What can go wrong with an experiment.

use crate::base::job::LinesError;
use crate::base::options::OptionError;
use crate::gametree::tree::TreeError;
use crate::research::algorithms::AlgorithmError;
use std::io;
use thiserror::Error;

/// Why an experiment cannot be run or shown.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// There is none of this name.
    #[error("experiment: found `{found}`, expected all or one of {names}")]
    NoSuchExperiment {
        /// What was asked for.
        found: String,
        /// What there is.
        names: String,
    },
    /// A tree cannot be.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// An option of an algorithm cannot be set so.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An algorithm cannot run.
    #[error(transparent)]
    Lab(#[from] AlgorithmError),
    /// Two algorithms that must agree on the value of a tree do not: the program is wrong.
    #[error("{arm} on {subject}: found value {found}, expected {expected}")]
    Disagreement {
        /// Which of the experiment's algorithms.
        arm: String,
        /// The tree.
        subject: String,
        /// The value that was found.
        found: f64,
        /// What it must be.
        expected: String,
    },
    /// What the algorithms are to be run on cannot be.
    #[error("{0}")]
    Ground(String),
    /// The search was stopped in the middle.
    #[error("stopped in the middle of a run")]
    Stopped,
    /// A file cannot be gone on with.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line of a file of results is none.
    #[error("line {line}: found {found}, expected a run of {experiment}")]
    Line {
        /// From 1.
        line: usize,
        /// What is there.
        found: String,
        /// Whose results these are.
        experiment: &'static str,
    },
    /// There are no results.
    #[error("found no runs, expected some; `junqi experiment run {0}` makes them")]
    NoRuns(&'static str),
    /// A picture cannot be drawn.
    #[error("picture: {0}")]
    Picture(String),
}
