//! Options of seats and algorithms: names, types, ranges, defaults, and the values that were given.

mod error;
mod group;
mod kind;
mod params;
mod value;

pub use error::OptionError;
pub(crate) use group::{OptionField, OptionReader, option_group, option_words};
pub use kind::OptionType;
pub(crate) use params::option;
pub use params::{OptionSpec, OptionValues};
pub use value::OptionValue;
