//! The value of an option.

use crate::base::number::Number;

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionValue {
    /// A whole number; [`i64::MAX`] and its negation are the infinities.
    Whole(i64),
    /// A count, at least 0.
    Count(u64),
    /// A real number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// One of the words of the option.
    Word(&'static str),
}

impl OptionValue {
    /// The text of the value, as parsed.
    pub(super) fn text(self) -> String {
        match self {
            Self::Whole(whole) => Number::from(whole).to_string(),
            Self::Count(count) => count.to_string(),
            Self::Real(real) => Number::from(real).to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Word(word) => word.into(),
        }
    }
}
