//! Times and heap: what differs from machine to machine, in a file of its own.

use super::record::{BEGINNING, RunHead};
use super::results::read_lines;
use super::run::ExperimentRun;
use super::{Experiment, ExperimentError};
use crate::base::job::{Completion, append_line, open_lines};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A counting allocator, seen from here.
#[derive(Debug, Clone, Copy)]
pub struct Heap {
    /// Forgets the peak: from now on it is what is held now.
    pub reset: fn(),
    /// The bytes held now.
    pub held: fn() -> usize,
    /// The most bytes held since the peak was forgotten.
    pub peak: fn() -> usize,
}

/// The times of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Which run.
    #[serde(flatten)]
    pub head: RunHead,
    /// By the name of the arm.
    pub arms: BTreeMap<String, TimeSpent>,
}

/// What a search spent, the tree and the record of its leaves left out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TimeSpent {
    /// Wall clock.
    pub seconds: f64,
    /// Peak bytes on the heap above those held before; none if nothing counts them.
    pub heap_bytes: Option<usize>,
}

impl Times {
    /// The times in a file, which may be missing or still growing.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a line is no times of this experiment.
    pub fn read(plan: &Experiment, path: &Path) -> Result<Vec<Self>, ExperimentError> {
        read_lines(plan, path, |line| {
            let times: Self = serde_json::from_str(line).map_err(|e| format!("no times ({e})"))?;
            if times.head.experiment != plan.name {
                return Err(format!("times of {}", times.head.experiment));
            }
            Ok(times)
        })
    }
}

impl ExperimentRun<'_> {
    /// Times the runs that are missing in a file, one search at a time.
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
            let times: Times =
                serde_json::from_slice(line).map_err(|e| format!("no times ({e})"))?;
            let arms: Vec<String> = times.arms.keys().cloned().collect();
            self.is_own(run, &times.head, &arms)
        })?;
        each(done);
        for run in done..self.runs() {
            let mut arms = BTreeMap::new();
            self.each_search(run, |arm, params, subject| {
                let before = heap.map(|heap| {
                    (heap.reset)();
                    (heap.held)()
                });
                let start = Instant::now();
                subject.spend(arm, params)?;
                let seconds = start.elapsed().as_secs_f64();
                let heap_bytes =
                    heap.zip(before).map(|(heap, before)| (heap.peak)().saturating_sub(before));
                arms.insert(arm.id.clone(), TimeSpent { seconds, heap_bytes });
                Ok(())
            })?;
            if stop.load(Ordering::Relaxed) {
                return Ok(Completion::Asked);
            }
            let times = Times { head: self.head(run), arms };
            append_line(&file, &serde_json::to_string(&times).expect("times are plain data"))?;
            each(run + 1);
        }
        Ok(Completion::Finished)
    }
}
