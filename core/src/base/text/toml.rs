//! TOML texts: faults with their place, and values as words.

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a text is not TOML.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: not valid TOML: {message}")]
#[non_exhaustive]
pub struct TomlFault {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Message of the TOML parser.
    pub message: String,
}

/// Parses a text as TOML, whose numbers are still text.
///
/// # Errors
///
/// If it is none.
pub fn parse_toml(text: &str) -> Result<Spanned<DeTable<'_>>, TomlFault> {
    DeTable::parse(text).map_err(|error| {
        let before = &text[..error.span().map_or(text.len(), |place| place.start)];
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let line = before.matches('\n').count() + 1;
        TomlFault { line, column, message: error.message().into() }
    })
}

/// Text, a number, true or false as a word of a command line; whole numbers in decimal.
pub fn toml_word(value: &DeValue<'_>) -> Option<String> {
    let unsigned = |number: &str| number.strip_prefix('+').unwrap_or(number).to_owned();
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Integer(number) => {
            let whole = i128::from_str_radix(number.as_str(), number.radix());
            whole.map_or_else(|_| number.as_str().into(), |whole| whole.to_string())
        }
        DeValue::Float(number) => unsigned(number.as_str()),
        _ => return None,
    })
}

/// The type of a value, in words.
pub fn toml_kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
