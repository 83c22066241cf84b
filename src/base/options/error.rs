//! Errors of options that cannot be set.

use thiserror::Error;

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    #[error("parameter: found `{name}`, expected {expected}")]
    NoSuchParameter {
        /// The name given.
        name: String,
        /// The valid names.
        expected: String,
    },
    /// An option is set twice.
    #[error("parameter: found `{0}` twice, expected it once")]
    Twice(&'static str),
    /// An option has no value.
    #[error("parameter {name}: found no value, expected `{name}=` and {expected}")]
    NoValue {
        /// The parameter.
        name: &'static str,
        /// The valid values.
        expected: String,
    },
    /// An option has an invalid value.
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
