//! The error of a line that is not a command, and the words that all commands share.

use thiserror::Error;

/// Why a line is not a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CommandError(pub(super) String);

pub(super) fn found(what: &str, expected: &str) -> CommandError {
    let short: String = what.chars().take(60).collect();
    let what = if short.is_empty() { "nothing".to_owned() } else { format!("`{short}`") };
    CommandError(format!("found {what}, expected {expected}"))
}

/// The word after a key, and what follows it.
pub(super) fn after<'a>(text: &'a str, key: &str) -> Result<(&'a str, &'a str), CommandError> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if word != key {
        return Err(found(word, &format!("`{key}`")));
    }
    let rest = rest.trim_start();
    Ok(rest.split_once(char::is_whitespace).unwrap_or((rest, "")))
}
