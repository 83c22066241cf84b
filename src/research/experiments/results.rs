//! Reading the file of an experiment.

use super::ExperimentError;
use super::plan::Experiment;
use super::record::RunRecord;
use super::sample::ExperimentResults;
use crate::base::text::read_json;
use std::fs;
use std::io;
use std::path::Path;

/// Reads every whole line of a file that may be missing or still growing.
pub(super) fn read_lines<T>(
    plan: &Experiment,
    path: &Path,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, ExperimentError> {
    let text = match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        text => text?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let numbered = whole.lines().zip(1..).map(|(line, number)| {
        let error = |found| ExperimentError::Line { line: number, found, experiment: plan.name };
        read(line).map_err(error)
    });
    numbered.collect()
}

impl<'a> ExperimentResults<'a> {
    /// Reads the runs in a file, which may still be growing.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is empty, or a line is not a run of this experiment.
    pub fn read(plan: &'a Experiment, path: &Path) -> Result<Self, ExperimentError> {
        let read = read_lines(plan, path, |line| run_of(plan, line))?;
        if read.is_empty() {
            return Err(ExperimentError::NoRuns(plan.name));
        }
        let mut runs = vec![vec![]; plan.points.len()];
        for (point, record) in read {
            runs[point].push(record);
        }
        Ok(Self { plan, runs })
    }

    /// The results of the first problems of each kind alone.
    #[must_use]
    pub fn first(mut self, seeds: u64) -> Self {
        for runs in &mut self.runs {
            runs.truncate(seeds as usize);
        }
        self
    }
}

/// Parses a line; returns the run with the index of its problem set.
fn run_of(plan: &Experiment, line: &str) -> Result<(usize, RunRecord), String> {
    let record: RunRecord = read_json(line).map_err(|e| format!("no run ({e})"))?;
    let head = &record.head;
    if head.experiment != plan.name {
        return Err(format!("a run of {}", head.experiment));
    }
    let point = plan.points.iter().position(|point| head.is_of(&**point));
    let point = point.ok_or_else(|| format!("a run with {}", head.subject))?;
    let mut expected = plan.variants_at(point).filter(|_| plan.play.is_none());
    if let Some(missing) = expected.find(|variant| !record.variants.contains_key(&variant.id)) {
        return Err(format!("no {} in it", missing.id));
    }
    Ok((point, record))
}
