//! Summaries of jobs, built up line by line: the same whether one machine ran the whole job or shards of
//! it were merged.

use super::env::{Env, print, print_json};
use anyhow::Result;
use serde_json::Value as Json;
use std::ops::ControlFlow;

/// Summarizes the lines of a job.
pub(super) trait Reporter {
    /// Counts the next line; a break means that the job needs no more lines.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>>;
    /// The summary as text.
    fn text(&self) -> Result<String>;
    /// The summary as JSON.
    fn json(&self) -> Result<Json>;
}

/// Prints the summary of a job, as text or JSON.
pub(super) fn print_summary(env: Env, reporter: &dyn Reporter) -> Result<()> {
    if env.json { print_json(&reporter.json()?) } else { print(&reporter.text()?) }
}
