//! The value of an option.

use crate::base::number::Number;

/// A parameter that is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionValue {
    /// A whole number; [`i64::MAX`] and its negation are the infinities.
    Whole(i64),
    /// A number of something.
    Count(u64),
    /// A real number.
    Real(f64),
    /// On or off.
    Flag(bool),
    /// A choice.
    Word(&'static str),
}

impl OptionValue {
    /// As it is written.
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
