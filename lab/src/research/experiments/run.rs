//! Runs: all variants of an experiment on its problems, into a file, their times, and an experiment as a
//! self-contained job.

use super::results::{BEGINNING, RunHead, RunRecord, TimeSpent, Times};
use super::{
    Check, Experiment, ExperimentError, PositionSet, Problem, RunCounts, Variant, experiments,
    named,
};
use cpu_time::ThreadTime;
use junqi_core::base::job::{
    Completion, Job, JobError, JobRun, WorkError, append_line, open_lines,
};
use junqi_core::base::options::OptionValues;
use junqi_core::base::text::read_json;
use junqi_core::game::board::Board;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// An experiment with a seed and a number of problems of each set.
#[derive(Debug, Clone)]
pub struct ExperimentRun<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Seed of trees, guesses and deals.
    pub seed: u64,
    /// Number of problems of each set.
    pub seeds: u64,
}

impl<'a> ExperimentRun<'a> {
    /// All variants on that many problems of each set.
    pub fn new(experiment: &'a Experiment, seed: u64, seeds: u64) -> Self {
        Self { experiment, seed, seeds }
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.experiment.runs(self.seeds)
    }

    /// The index of the problem set of a run, and the number of its problem.
    fn place(&self, run: u64) -> (usize, u64) {
        self.experiment.place(self.seeds, run).expect("a run is one of the job's")
    }

    /// The identity of a run.
    pub fn head(&self, run: u64) -> RunHead {
        let (point, trial) = self.place(run);
        RunHead::new(self.experiment, &*self.experiment.points[point], self.seed, trial)
    }

    /// Runs every variant on one problem.
    ///
    /// # Errors
    ///
    /// If a variant cannot run, the flag is set, or two values disagree.
    pub fn play(&self, run: u64, stop: &AtomicBool) -> Result<RunRecord, ExperimentError> {
        let (point, trial) = self.place(run);
        let set = &self.experiment.points[point];
        let problem = set.problem(self.seed, trial)?;
        let mut known = problem.known();
        let mut variants = BTreeMap::new();
        for variant in self.experiment.variants_at(point) {
            let hidden = !variants.is_empty() && known.value.is_none() && variant.needs_value();
            let counts = if hidden {
                RunCounts::not_run()
            } else {
                problem.search(variant, &problem.options(variant, &known)?, stop)?
            };
            if variants.is_empty() {
                known.learn(&counts);
            }
            if let Some((found, expected)) = wrong_value(variant, &counts, known.value, &variants) {
                return Err(ExperimentError::Disagreement {
                    variant: variant.id.clone(),
                    problem: set.describe(self.seed, trial),
                    found,
                    expected,
                });
            }
            variants.insert(variant.id.clone(), counts);
        }
        Ok(RunRecord { head: self.head(run), reference: problem.reference(), variants })
    }

    /// Checks that the head and the variants of a line are those of a run.
    fn is_own(&self, run: u64, head: &RunHead, variants: &[String]) -> Result<(), String> {
        if run >= self.runs() {
            let most = self.seeds;
            return Err(format!(
                "more than the {most} problems of each kind that were asked for (ask for as many as it has)"
            ));
        }
        if let Some(difference) = head.difference(&self.head(run)) {
            return Err(difference);
        }
        let (point, _) = self.place(run);
        let mut expected: Vec<&String> =
            self.experiment.variants_at(point).map(|variant| &variant.id).collect();
        expected.sort();
        if variants.iter().ne(expected) {
            return Err("a run of other algorithms".into());
        }
        Ok(())
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
    let expected = match &variant.check {
        Check::Free => return None,
        Check::Equal => truth? as f64,
        Check::As(id) => match before.get(id) {
            Some(counts) => counts.finished_value()?,
            None => f64::NAN, // it is not in this run: a bug, too
        },
        Check::Within => {
            let truth = truth? as f64;
            let raise = |name: &str| counts.options[name].as_f64().unwrap_or(0.0);
            let least = truth - raise("M") - raise("N");
            let inside = (least..=truth).contains(&found);
            return (!inside).then(|| (found, format!("{least} to {truth}")));
        }
    };
    found.total_cmp(&expected).is_ne().then(|| (found, expected.to_string()))
}

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
            let times = self.time_one(run, heap)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(Completion::Stopped);
            }
            append_line(&file, &serde_json::to_string(&times).expect("times are plain data"))?;
            each(run + 1);
        }
        Ok(Completion::Finished)
    }

    /// Measures a run.
    fn time_one(&self, run: u64, heap: Option<Heap>) -> Result<Times, ExperimentError> {
        let (point, trial) = self.place(run);
        let problem = self.experiment.points[point].problem(self.seed, trial)?;
        let mut known = problem.known();
        // The options of the others depend on what the first variant finds.
        let first = &self.experiment.variants[0];
        let options = problem.options(first, &known)?;
        known.learn(&problem.search(first, &options, &AtomicBool::new(false))?);
        let mut variants = BTreeMap::new();
        for variant in self.experiment.variants_at(point) {
            let options = problem.options(variant, &known)?;
            let before = heap.map(|heap| {
                (heap.reset)();
                (heap.held)()
            });
            let seconds = processor_time(&*problem, variant, &options)?;
            let heap_bytes =
                heap.zip(before).map(|(heap, before)| (heap.peak)().saturating_sub(before));
            variants.insert(variant.id.clone(), TimeSpent { seconds, heap_bytes });
        }
        Ok(Times { head: self.head(run), variants })
    }
}

/// A search is repeated until it took this many seconds, or so often; its time is the median.
const LONG_ENOUGH: f64 = 0.02;
const REPETITIONS: usize = 9;

/// The median processor time of repeated searches, in seconds.
fn processor_time(
    problem: &dyn Problem,
    variant: &Variant,
    options: &OptionValues,
) -> Result<f64, ExperimentError> {
    let mut times = vec![];
    let mut sum = 0.0;
    while times.is_empty() || (sum < LONG_ENOUGH && times.len() < REPETITIONS) {
        let start = ThreadTime::now();
        problem.spend(variant, options)?;
        let seconds = start.elapsed().as_secs_f64();
        sum += seconds;
        times.push(seconds);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The file form of an experiment to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentSpec {
    /// Name of the experiment.
    pub name: String,
    /// Seed of trees, guesses and deals.
    pub seed: u64,
    /// Maximum number of trees, positions or match units of each set (default: those of a quick run).
    pub seeds: Option<u64>,
    /// Pairs of name and file text of the positions (default: the embedded positions).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<(String, String)>>,
}

/// An experiment that is ready to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "ExperimentSpec", into = "ExperimentSpec")]
pub struct ReadyExperiment {
    spec: ExperimentSpec,
    experiment: Experiment,
}

impl TryFrom<ExperimentSpec> for ReadyExperiment {
    type Error = String;

    fn try_from(spec: ExperimentSpec) -> Result<Self, String> {
        let positions = match &spec.positions {
            None => PositionSet::embedded(),
            Some(texts) => PositionSet::of_texts(texts, Board::siguo())?,
        };
        let mut chosen =
            named(&spec.name, experiments(&positions)).map_err(|error| error.to_string())?;
        if chosen.len() > 1 {
            let number = chosen.len();
            return Err(format!("found `{}`, {number} experiments, expected one", spec.name));
        }
        Ok(Self { spec, experiment: chosen.remove(0) })
    }
}

impl From<ReadyExperiment> for ExperimentSpec {
    fn from(ready: ReadyExperiment) -> Self {
        ready.spec
    }
}

impl ReadyExperiment {
    /// The experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Whether engines play by the clock, so that runs cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        self.experiment.points.iter().any(|set| set.is_timed())
    }

    fn job(&self) -> ExperimentRun<'_> {
        let seeds = self.spec.seeds.unwrap_or(self.experiment.seeds.quick);
        ExperimentRun::new(&self.experiment, self.spec.seed, seeds)
    }
}

impl Job for ReadyExperiment {
    fn lines(&self) -> u64 {
        self.job().lines()
    }

    fn beginning(&self) -> &'static [u8] {
        self.job().beginning()
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        self.job().line(number, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        self.job().check(number, line)
    }
}
