//! Runs: all algorithms of an experiment on one tree, and all runs into a file.

use super::ExperimentError;
use super::plan::{Arm, Check, Experiment, Known, Point, Root};
use super::record::{BEGINNING, Counts, Head, Record};
use crate::job::{Stop, append_line, lines, ordered};
use crate::lab::{self, LabError, Params};
use crate::random;
use crate::search::Limit;
use rand::RngExt;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Keeps the guesses apart from the trees.
const GUESSES: u64 = 0x6775_6573;

/// An experiment with a seed and a number of trees of every kind.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// What is compared.
    pub plan: &'a Experiment,
    /// The seed of everything.
    pub seed: u64,
    /// Trees of each kind.
    pub seeds: u64,
}

impl Job<'_> {
    /// How many runs there are.
    pub fn runs(&self) -> u64 {
        self.plan.runs(self.seeds)
    }

    /// The kind of tree of a run, and which of its trees: one of every kind, then the next of
    /// every kind, so that a file can be gone on with for more trees.
    fn place(&self, run: u64) -> (&Point, u64) {
        let points = self.plan.points.len() as u64;
        (&self.plan.points[(run % points) as usize], run / points)
    }

    /// Which run it is.
    pub fn head(&self, run: u64) -> Head {
        let (point, trial) = self.place(run);
        Head::new(self.plan, point, self.seed, trial)
    }

    /// The tree of a run, and what its settings may depend on before anything is searched.
    fn known(&self, run: u64) -> Result<(Root, Known), ExperimentError> {
        let (point, trial) = self.place(run);
        let root = point.root(self.seed, trial)?;
        let (lowest, count) = point.range();
        let part = [GUESSES, point.branching.into(), point.depth.into(), trial];
        let guess = random::stream(self.seed, &part).random_range(0..count);
        Ok((root, Known { point: *point, guess: lowest + guess as i64, value: 0, nodes: 0 }))
    }

    /// Runs every algorithm on one tree.
    ///
    /// # Errors
    ///
    /// If an algorithm cannot run, the flag is set meanwhile, or two values disagree.
    pub fn play(&self, run: u64, stop: &AtomicBool) -> Result<Record, ExperimentError> {
        let (root, mut known) = self.known(run)?;
        let mut arms = BTreeMap::new();
        for arm in &self.plan.arms {
            let params = arm.params(&known)?;
            let counts = search(arm, &params, &root, stop)?;
            if arms.is_empty() {
                (known.value, known.nodes) = (counts.value as i64, counts.nodes);
            }
            let wrong = wrong_value(arm, &counts, known.value as f64, &arms);
            if let Some(expected) = wrong {
                return Err(self.disagreement(run, arm, counts.value, expected));
            }
            arms.insert(arm.id.clone(), counts);
        }
        Ok(Record { head: self.head(run), arms })
    }

    fn disagreement(&self, run: u64, arm: &Arm, found: f64, expected: String) -> ExperimentError {
        let (point, trial) = self.place(run);
        ExperimentError::Disagreement {
            arm: arm.id.clone(),
            generator: point.generator,
            branching: point.branching,
            depth: point.depth,
            tree_seed: point.tree_seed(self.seed, trial),
            found,
            expected,
        }
    }

    /// Hands every algorithm of a run with its parameters to `each`, once alpha-beta has said what
    /// they depend on.
    pub(super) fn each_search(
        &self,
        run: u64,
        mut each: impl FnMut(&Arm, &Params, &Root) -> Result<(), ExperimentError>,
    ) -> Result<(), ExperimentError> {
        let (root, mut known) = self.known(run)?;
        let first = &self.plan.arms[0];
        let first = search(first, &first.params(&known)?, &root, &AtomicBool::new(false))?;
        (known.value, known.nodes) = (first.value as i64, first.nodes);
        for arm in &self.plan.arms {
            each(arm, &arm.params(&known)?, &root)?;
        }
        Ok(())
    }

    /// Opens the file of the experiment to go on with it: the number of runs in it.
    ///
    /// # Errors
    ///
    /// If it holds anything but runs of this job, in order.
    pub fn open(&self, path: &Path) -> Result<(File, u64), ExperimentError> {
        self.open_as(path, |record: &Record| {
            (record.head.clone(), record.arms.keys().cloned().collect())
        })
    }

    /// The same for other lines with a head and a list of arms.
    pub(super) fn open_as<R: DeserializeOwned>(
        &self,
        path: &Path,
        told: impl Fn(&R) -> (Head, Vec<String>),
    ) -> Result<(File, u64), ExperimentError> {
        let mut expected: Vec<_> = self.plan.arms.iter().map(|arm| arm.id.clone()).collect();
        expected.sort();
        let opened = lines(path, BEGINNING, |run, line| {
            let record: R = serde_json::from_slice(line).map_err(|e| format!("no run ({e})"))?;
            let (head, arms) = told(&record);
            if run >= self.runs() {
                return Err(format!("more than {} trees of each kind", self.seeds));
            }
            match head.difference(&self.head(run)) {
                Some(difference) => Err(difference),
                None if arms != expected => Err("a run of other algorithms".into()),
                None => Ok(()),
            }
        });
        Ok(opened?)
    }

    /// Makes the runs that are missing in a file, on `jobs` threads, in order: the same bytes for
    /// any number of threads, and however often it was stopped. `each` is told after every run how
    /// many there are.
    ///
    /// # Errors
    ///
    /// As of [`Job::open`] and [`Job::play`].
    pub fn run(
        &self,
        path: &Path,
        jobs: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<Stop, ExperimentError> {
        let (file, done) = self.open(path)?;
        each(done);
        let work = |run| self.play(run, stop);
        ordered(jobs, done..self.runs(), stop, work, |run, record| {
            append_line(&file, &record?.line())?;
            each(run + 1);
            Ok(())
        })
    }
}

fn search(
    arm: &Arm,
    params: &Params,
    root: &Root,
    stop: &AtomicBool,
) -> Result<Counts, ExperimentError> {
    let over = || stop.load(Ordering::Relaxed);
    let limit = Limit { nodes: None, over: Some(&over) };
    let run = lab::run(arm.algo, params, root, limit)?;
    if !run.outcome.complete || run.outcome.value.is_none() {
        return Err(ExperimentError::Stopped);
    }
    Ok(Counts::of(&run.outcome, run.params.to_json()))
}

/// What the value should have been, if it is wrong.
fn wrong_value(
    arm: &Arm,
    counts: &Counts,
    truth: f64,
    before: &BTreeMap<String, Counts>,
) -> Option<String> {
    let other =
        |expected: f64| counts.value.total_cmp(&expected).is_ne().then(|| expected.to_string());
    match &arm.check {
        Check::Free => None,
        Check::Equal => other(truth),
        Check::As(id) => other(before.get(id).map_or(f64::NAN, |counts| counts.value)),
        Check::Within => {
            let raise = |name: &str| counts.params[name].as_f64().unwrap_or(0.0);
            let least = truth - raise("M") - raise("N");
            let inside = (least..=truth).contains(&counts.value);
            (!inside).then(|| format!("{least} to {truth}"))
        }
    }
}

/// Runs without recording, for [`times`](super::times).
pub(super) fn search_bare(arm: &Arm, params: &Params, root: &Root) -> Result<lab::Run, LabError> {
    lab::run_unrecorded(arm.algo, params, root, Limit::default())
}
