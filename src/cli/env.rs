//! What every command shares: the global options, usage errors, and standard output.

use super::load::NamedFiles;
pub(super) use super::usage::Usage;
use anyhow::{Context, Result};
use junqi_core::base::text::visible;
use junqi_core::game::board::Board;
use serde::Serialize;
use std::io::Write;

/// The global options, which every command gets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Env {
    /// Whether results are printed as JSON.
    pub(super) json: bool,
    /// The board of `--board`, or the standard one.
    pub(super) board: &'static Board,
    /// The files that the command line names.
    pub(super) files: &'static NamedFiles,
}

impl Env {
    /// Prints a result as JSON or as text, which is made only where it is printed.
    pub(super) fn show(self, json: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
        if self.json { print_json(json) } else { print(&text()) }
    }
}

/// Prints text to standard output.
pub(super) fn print(text: &str) -> Result<()> {
    print_styled(&visible(text))
}

/// Prints text with styles to standard output, without them where the terminal has none.
pub(super) fn print_styled(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context("standard output")
}

/// Prints a value as one line of JSON.
pub(super) fn print_json(value: &impl Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string(value)?))
}
