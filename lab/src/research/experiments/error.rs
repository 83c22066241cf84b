//! The errors of experiments.

use junqi_core::base::job::LinesError;
use junqi_core::base::options::OptionError;
use junqi_core::gametree::search::catalogue::SearchError;
use junqi_core::gametree::tree::TreeError;
use std::io;
use thiserror::Error;

/// The reason why an experiment cannot be run or reported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// No experiment has this name.
    #[error("experiment: found `{found}`, expected all or one of {names}")]
    NoSuchExperiment {
        /// The unknown name.
        found: String,
        /// The known names.
        names: String,
    },
    /// A tree cannot be generated.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// An option is unknown or out of range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An algorithm cannot run.
    #[error(transparent)]
    Algorithm(#[from] SearchError),
    /// Two variants disagree on a value on which they must agree: a bug.
    #[error("{variant} on {problem}: found value {found}, expected {expected}")]
    Disagreement {
        /// The variant.
        variant: String,
        /// The problem.
        problem: String,
        /// The value found.
        found: f64,
        /// The expected value.
        expected: String,
    },
    /// A problem cannot be built.
    #[error("{0}")]
    Problem(String),
    /// The run was stopped before it was complete.
    #[error("stopped in the middle of a run")]
    Stopped,
    /// A file of results cannot be continued.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line of a file of results is not a run of the experiment.
    #[error("line {line}: found {found}, expected a run of {experiment}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// What the line has.
        found: String,
        /// The experiment.
        experiment: &'static str,
    },
    /// The file of results is missing or empty.
    #[error("found no runs, expected some; `junqi experiment run {0}` makes them")]
    NoRuns(&'static str),
    /// A figure cannot be drawn.
    #[error("picture: {0}")]
    Picture(String),
}
