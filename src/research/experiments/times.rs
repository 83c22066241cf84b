//! Time and heap of searches, in a file of their own because they depend on the machine.

use super::record::{BEGINNING, RunHead};
use super::results::read_lines;
use super::run::ExperimentRun;
use super::{Experiment, ExperimentError};
use crate::base::job::{Completion, append_line, open_lines};
use crate::base::text::read_json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The functions of a counting allocator.
#[derive(Debug, Clone, Copy)]
pub struct Heap {
    /// Resets the peak to the bytes held now.
    pub reset: fn(),
    /// The bytes held now.
    pub held: fn() -> usize,
    /// The peak of bytes held since the last reset.
    pub peak: fn() -> usize,
}

/// The times of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The identity of the run.
    #[serde(flatten)]
    pub head: RunHead,
    /// Time and heap by variant name.
    #[serde(rename = "arms")]
    pub variants: BTreeMap<String, TimeSpent>,
}

/// Time and heap of one search, without the tree and the recorded leaves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TimeSpent {
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// Peak heap above the start, in bytes; None without a counting allocator.
    pub heap_bytes: Option<usize>,
}

impl Times {
    /// Reads the times in a file, which may be missing or still growing.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or a line does not belong to this experiment.
    pub fn read(plan: &Experiment, path: &Path) -> Result<Vec<Self>, ExperimentError> {
        read_lines(plan, path, |line| {
            let times: Self = read_json(line).map_err(|e| format!("no times ({e})"))?;
            if times.head.experiment != plan.name {
                return Err(format!("times of {}", times.head.experiment));
            }
            Ok(times)
        })
    }
}

impl ExperimentRun<'_> {
    /// Measures the runs that are missing in a file, one search at a time.
    ///
    /// # Errors
    ///
    /// As of [`ExperimentRun::run`].
    pub fn time(
        &self,
        path: &Path,
        heap: Option<Heap>,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<Completion, ExperimentError> {
        let (file, done) = open_lines(path, BEGINNING, |run, line| {
            let times: Times = read_json(line).map_err(|e| format!("no times ({e})"))?;
            let variants: Vec<String> = times.variants.keys().cloned().collect();
            self.is_own(run, &times.head, &variants)
        })?;
        each(done);
        for run in done..self.runs() {
            let mut variants = BTreeMap::new();
            self.each_search(run, |variant, params, subject| {
                let before = heap.map(|heap| {
                    (heap.reset)();
                    (heap.held)()
                });
                let start = Instant::now();
                subject.spend(variant, params)?;
                let seconds = start.elapsed().as_secs_f64();
                let heap_bytes =
                    heap.zip(before).map(|(heap, before)| (heap.peak)().saturating_sub(before));
                variants.insert(variant.id.clone(), TimeSpent { seconds, heap_bytes });
                Ok(())
            })?;
            if stop.load(Ordering::Relaxed) {
                return Ok(Completion::Stopped);
            }
            let times = Times { head: self.head(run), variants };
            append_line(&file, &serde_json::to_string(&times).expect("times are plain data"))?;
            each(run + 1);
        }
        Ok(Completion::Finished)
    }
}
