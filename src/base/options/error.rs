//! Errors of options that cannot be set.

use thiserror::Error;

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OptionError {
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
}
