//! Errors in the usage of options, and their words.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};

/// Wrong usage that clap does not detect, such as options that contradict each other.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

/// A message of clap without its styles. An argument in it keeps what else a terminal acts on, to be shown.
pub(super) fn plain(message: &str) -> String {
    let mut parts = message.split("\x1b[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => text += rest,
            None => text += &format!("\x1b[{part}"),
        }
    }
    text
}

/// Says of a faulty whole number what was expected.
pub(super) fn with_plain_numbers(error: clap::Error, command: &mut clap::Command) -> clap::Error {
    let Some(fault) = error.source().and_then(|fault| fault.downcast_ref::<ParseIntError>()) else {
        return error;
    };
    let text = error.to_string();
    let found = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let expected = match fault.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        IntErrorKind::Zero => "expected a whole number from 1",
        _ => "expected a whole number, not negative",
    };
    let found = found.replace(&fault.to_string(), expected);
    command.error(error.kind(), found)
}

/// What is wrong with the arguments of a job file: its keys are the options of a command.
pub(super) fn job_fault(error: &clap::Error) -> String {
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    {
        let key = |option: &str| option.trim_start_matches('-').replace('-', "_");
        let nearest = match error.get(ContextKind::SuggestedArg) {
            Some(ContextValue::String(nearest)) => format!("; the nearest is `{}`", key(nearest)),
            _ => String::new(),
        };
        return format!(
            "found the key `{}`, expected an argument or long option of the command{nearest}",
            key(option)
        );
    }
    let text = error.to_string();
    let message = text.split("\n\nUsage:").next().unwrap_or_default();
    message.trim_start_matches("error: ").trim_end().to_owned()
}
