//! Runs: all algorithms of an experiment on one tree, and all runs into a file.

use super::record::{BEGINNING, RunHead, RunRecord};
use super::{Check, Ended, Experiment, ExperimentError, Problem, ProblemSet, RunCounts, Variant};
use crate::base::job::{Completion, Job, JobError, JobRun, WorkError};
use crate::base::options::OptionValues;
use crate::base::text::read_json;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// An experiment with a seed and a number of problems of each set.
#[derive(Debug, Clone)]
pub struct ExperimentRun<'a> {
    /// The experiment.
    pub plan: &'a Experiment,
    /// Seed of trees, guesses and deals.
    pub seed: u64,
    /// Number of problems of each set.
    pub seeds: u64,
    ended: Ended,
}

impl<'a> ExperimentRun<'a> {
    /// All variants on that many problems of each set.
    pub fn new(plan: &'a Experiment, seed: u64, seeds: u64) -> Self {
        Self { plan, seed, seeds, ended: Ended::default() }
    }

    /// Leaves out the variants whose sequential test is decided.
    #[must_use]
    pub fn without(self, ended: Ended) -> Self {
        Self { ended, ..self }
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.plan.runs(self.seeds, &self.ended)
    }

    /// The index of the problem set of a run, and the number of its problem.
    fn place(&self, run: u64) -> (usize, u64) {
        self.plan.place(self.seeds, &self.ended, run).expect("a run is one of the job's")
    }

    /// The variants of a run: the first, and those whose test goes on.
    fn variants(&self, point: usize, trial: u64) -> impl Iterator<Item = &Variant> {
        let first = &self.plan.variants[0].id;
        let runs = move |variant: &&Variant| {
            variant.id == *first || self.ended.runs(point, &variant.id, trial)
        };
        self.plan.variants_at(point).filter(runs)
    }

    /// The identity of a run.
    pub fn head(&self, run: u64) -> RunHead {
        let (point, trial) = self.place(run);
        RunHead::new(self.plan, &*self.plan.points[point], self.seed, trial)
    }

    /// Runs every variant on one problem.
    ///
    /// # Errors
    ///
    /// If a variant cannot run, the flag is set, or two values disagree.
    pub fn play(&self, run: u64, stop: &AtomicBool) -> Result<RunRecord, ExperimentError> {
        let (point, trial) = self.place(run);
        let problems: &dyn ProblemSet = &*self.plan.points[point];
        let subject = problems.subject(self.seed, trial)?;
        let mut known = subject.known();
        let mut variants = BTreeMap::new();
        for variant in self.variants(point, trial) {
            let hidden = !variants.is_empty() && known.value.is_none() && variant.needs_value();
            let counts = if hidden {
                RunCounts::not_run()
            } else {
                subject.search(variant, &subject.params(variant, &known)?, stop)?
            };
            if variants.is_empty() {
                known.learn(&counts);
            }
            if let Some((found, expected)) = wrong_value(variant, &counts, known.value, &variants) {
                let (variant, subject) = (variant.id.clone(), problems.describe(self.seed, trial));
                return Err(ExperimentError::Disagreement { variant, subject, found, expected });
            }
            variants.insert(variant.id.clone(), counts);
        }
        Ok(RunRecord { head: self.head(run), reference: subject.reference(), variants })
    }

    /// Passes every variant of a run with its options to `each`, after the first variant has supplied
    /// the facts that options depend on.
    pub(super) fn each_search(
        &self,
        run: u64,
        mut each: impl FnMut(&Variant, &OptionValues, &dyn Problem) -> Result<(), ExperimentError>,
    ) -> Result<(), ExperimentError> {
        let (point, trial) = self.place(run);
        let subject = self.plan.points[point].subject(self.seed, trial)?;
        let (mut known, first) = (subject.known(), &self.plan.variants[0]);
        let stop = AtomicBool::new(false);
        known.learn(&subject.search(first, &subject.params(first, &known)?, &stop)?);
        for variant in self.variants(point, trial) {
            each(variant, &subject.params(variant, &known)?, &*subject)?;
        }
        Ok(())
    }

    /// Checks that the head and the variants of a line are those of a run.
    pub(super) fn is_own(
        &self,
        run: u64,
        head: &RunHead,
        variants: &[String],
    ) -> Result<(), String> {
        if run >= self.runs() {
            let most = self.seeds;
            return Err(format!(
                "more than the {most} problems of each kind that were asked for (ask for as many as it has)"
            ));
        }
        if let Some(difference) = head.difference(&self.head(run)) {
            return Err(difference);
        }
        let (point, trial) = self.place(run);
        let mut expected: Vec<_> = self.variants(point, trial).map(|variant| &variant.id).collect();
        expected.sort();
        let same = variants.iter().eq(expected);
        if same { Ok(()) } else { Err("a run of other algorithms".into()) }
    }

    /// Makes the runs that are missing in a file, in order, on `jobs` threads. The file has the same
    /// bytes for any number of threads and interruptions. Calls `each` with the number of finished runs.
    ///
    /// # Errors
    ///
    /// If the file has anything but the runs of this job, in order, and as [`ExperimentRun::play`].
    pub fn run(
        &self,
        path: &Path,
        jobs: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<Completion, JobError> {
        let mut run = JobRun::open(self, Some(path), &mut |_| Ok(ControlFlow::Continue(())))?;
        each(run.done());
        run.go_on(jobs, stop, &mut |line| {
            each(line.number + 1);
            Ok(ControlFlow::Continue(()))
        })
    }
}

impl Job for ExperimentRun<'_> {
    fn lines(&self) -> u64 {
        self.runs()
    }

    fn beginning(&self) -> &'static [u8] {
        BEGINNING
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        Ok(self.play(number, stop)?.line())
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let record: RunRecord = read_json(line).map_err(|e| format!("no run ({e})"))?;
        let variants: Vec<String> = record.variants.keys().cloned().collect();
        self.is_own(number, &record.head, &variants)
    }
}

/// The value found and the expected one, if they differ. Runs that hit a cap are not checked.
fn wrong_value(
    variant: &Variant,
    counts: &RunCounts,
    truth: Option<i64>,
    before: &BTreeMap<String, RunCounts>,
) -> Option<(f64, String)> {
    let found = counts.finished_value()?;
    let other =
        |expected: f64| found.total_cmp(&expected).is_ne().then(|| (found, expected.to_string()));
    match &variant.check {
        Check::Free => None,
        Check::Equal => other(truth? as f64),
        Check::As(id) => match before.get(id) {
            Some(counts) => other(counts.finished_value()?),
            None => other(f64::NAN),
        },
        Check::Within => {
            let truth = truth? as f64;
            let raise = |name: &str| counts.params[name].as_f64().unwrap_or(0.0);
            let least = truth - raise("M") - raise("N");
            let inside = (least..=truth).contains(&found);
            (!inside).then(|| (found, format!("{least} to {truth}")))
        }
    }
}
