//! The summary of an experiment that was run in shards.

use crate::cli::reporter::Reporter;
use anyhow::Result;
use junqi_lab::research::experiments::ReadyExperiment;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;

/// Counts the runs of an experiment.
pub(in crate::cli) struct ExperimentReporter<'a> {
    ready: &'a ReadyExperiment,
    runs: u64,
}

impl<'a> ExperimentReporter<'a> {
    pub(in crate::cli) fn new(ready: &'a ReadyExperiment) -> Self {
        Self { ready, runs: 0 }
    }
}

impl Reporter for ExperimentReporter<'_> {
    fn line(&mut self, _line: &str) -> Result<ControlFlow<()>> {
        self.runs += 1;
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        let name = self.ready.experiment().name;
        let report = format!("as {name}.jsonl in a folder, `junqi experiment report --out FOLDER`");
        Ok(format!("{name}: {} runs; {report} judges them\n", self.runs))
    }

    fn json(&self) -> Result<Json> {
        Ok(json!({ "experiment": self.ready.experiment().name, "runs": self.runs }))
    }
}
