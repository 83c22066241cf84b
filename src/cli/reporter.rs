//! Summaries of jobs, built up line by line: the same whether one machine ran the whole job or shards of
//! it were merged.

use super::env::{Env, print, print_json};
use super::note::note;
use anyhow::Result;
use junqi_lab::tournament::Failures;
use serde_json::Value as Json;
use std::ops::ControlFlow;

/// Summarizes the lines of a job.
pub(super) trait Reporter {
    /// Counts the next line; a break means that the job needs no more lines.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>>;
    /// The games that a player lost by a failure; `None` if the lines are no games.
    fn failures(&self) -> Option<&Failures> {
        None
    }
    /// The score so far, for a progress bar; begins with a comma unless it is empty.
    fn progress(&self) -> String {
        String::new()
    }
    /// Whether the job may end before its last line, so that its remaining time is not known.
    fn ends_by_itself(&self) -> bool {
        false
    }
    /// The summary as text, without the failures.
    fn text(&self) -> Result<String>;
    /// The summary as JSON.
    fn json(&self) -> Result<Json>;
}

/// Prints the summary of a job, as text or JSON, and the causes of failures.
pub(super) fn print_summary(env: Env, reporter: &dyn Reporter) -> Result<()> {
    let failures = reporter.failures().map(ToString::to_string).unwrap_or_default();
    if env.json {
        note(failures);
        return print_json(&reporter.json()?);
    }
    print(&(reporter.text()? + &failures))
}
