//! The results of an experiment: the records of its runs in a file, and measurements of them.
//!
//! The counts of a run that hit a cap are lower bounds. A pair with a bound on one side is used only if
//! the bound decides the comparison. The bound then replaces the number, which understates the
//! difference.

use super::counts::{Cap, Reference, RunCounts};
use super::experiment::Experiment;
use super::figure::{ClaimRelation, Measure};
use super::statistics::{Estimate, RatioEstimate, log_ratios};
use super::{ExperimentError, Fields, ProblemSet};
use crate::tournament::rating::Units;
use junqi_core::base::text::read_json;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// The first bytes of every line.
pub(super) const BEGINNING: &[u8] = b"{\"version\":\"";

/// The identity of a run, known before it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHead {
    /// Version of the program.
    pub version: String,
    /// Name of the experiment.
    pub experiment: String,
    /// The seed of everything.
    pub seed: u64,
    /// The fields of the problem set and of the problem.
    #[serde(flatten)]
    pub problem: Fields,
}

/// A run: all variants of an experiment on one problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The identity.
    #[serde(flatten)]
    pub head: RunHead,
    /// The reference for chosen moves, if not the first variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// The counts by variant name.
    #[serde(rename = "arms")]
    pub variants: BTreeMap<String, RunCounts>,
}

impl RunHead {
    /// The head of a run.
    pub fn new(experiment: &Experiment, set: &dyn ProblemSet, seed: u64, trial: u64) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            experiment: experiment.name.into(),
            seed,
            problem: set.kind().and(set.problem_fields(seed, trial)),
        }
    }

    /// Whether the problem belongs to this set.
    pub(super) fn is_of(&self, set: &dyn ProblemSet) -> bool {
        self.problem.agrees(&set.kind())
    }

    /// Describes the first field that differs from the expected head.
    pub(super) fn difference(&self, expected: &Self) -> Option<String> {
        let found = self.to_json();
        let expected = expected.to_json();
        for (name, value) in expected.as_object().expect("a struct") {
            if found[name] != *value {
                return Some(format!("a run with {name} {}, not {value}", found[name]));
            }
        }
        None
    }

    fn to_json(&self) -> Json {
        serde_json::to_value(self).expect("heads are plain data")
    }
}

impl RunRecord {
    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("records are plain data")
    }
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
    /// Processor time, in seconds: the median of up to nine repetitions.
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
    pub fn read(experiment: &Experiment, path: &Path) -> Result<Vec<Self>, ExperimentError> {
        read_lines(experiment, path, |line| {
            let times: Self = read_json(line).map_err(|e| format!("no times ({e})"))?;
            if times.head.experiment != experiment.name {
                return Err(format!("times of {}", times.head.experiment));
            }
            Ok(times)
        })
    }
}

/// The runs of an experiment, by problem set.
#[derive(Debug, Clone)]
pub struct ExperimentResults<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The runs of each problem set.
    pub(super) runs: Vec<Vec<RunRecord>>,
    /// The times that were measured, of problems that need not be among the runs.
    pub(super) times: Vec<Times>,
}

impl<'a> ExperimentResults<'a> {
    /// Reads the runs in a file, which may still be growing.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is empty, or a line is not a run of this experiment.
    pub fn read(experiment: &'a Experiment, path: &Path) -> Result<Self, ExperimentError> {
        let read = read_lines(experiment, path, |line| run_of(experiment, line))?;
        if read.is_empty() {
            return Err(ExperimentError::NoRuns(experiment.name));
        }
        let mut runs = vec![vec![]; experiment.points.len()];
        for (point, record) in read {
            runs[point].push(record);
        }
        Ok(Self { experiment, runs, times: vec![] })
    }

    /// Adds times.
    #[must_use]
    pub fn with_times(self, times: Vec<Times>) -> Self {
        Self { times, ..self }
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
fn run_of(experiment: &Experiment, line: &str) -> Result<(usize, RunRecord), String> {
    let record: RunRecord = read_json(line).map_err(|e| format!("no run ({e})"))?;
    let head = &record.head;
    if head.experiment != experiment.name {
        return Err(format!("a run of {}", head.experiment));
    }
    let point = experiment.points.iter().position(|set| head.is_of(&**set));
    let point = point.ok_or_else(|| format!("a run with {}", head.problem))?;
    for variant in experiment.variants_at(point) {
        if !record.variants.contains_key(&variant.id) {
            return Err(format!("no {} in it", variant.id));
        }
    }
    Ok((point, record))
}

/// Reads every whole line of a file that may be missing or still growing.
pub(super) fn read_lines<T>(
    experiment: &Experiment,
    path: &Path,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, ExperimentError> {
    let text = match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        text => text?,
    };
    // The last line of a file that grows may not be whole.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut all = vec![];
    for (line, number) in whole.lines().zip(1..) {
        all.push(read(line).map_err(|found| ExperimentError::Line {
            line: number,
            found,
            experiment: experiment.name,
        })?);
    }
    Ok(all)
}

/// A measurement of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observed {
    /// The number.
    pub value: f64,
    /// Whether the number is only a lower bound.
    pub at_least: bool,
}

/// Two paired samples, without the pairs where a cap hides which side is greater.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pairs {
    /// The left sample.
    pub left: Vec<f64>,
    /// The right sample.
    pub right: Vec<f64>,
    /// Number of pairs left out.
    pub left_out: usize,
}

impl ExperimentResults<'_> {
    /// A measure of a variant on every problem of a set on which it was run, in order; None where it is
    /// unknown.
    pub fn sample(&self, point: usize, variant: &str, measure: Measure) -> Vec<Option<Observed>> {
        let set = &*self.experiment.points[point];
        let first = &self.experiment.variants[0].id;
        let mut sample = vec![];
        for run in &self.runs[point] {
            if let Some(counts) = run.variants.get(variant) {
                let first = run.variants.get(first);
                sample.push(
                    first.and_then(|first| measure.of(counts, first, run.reference.as_ref(), set)),
                );
            }
        }
        sample
    }

    /// The times of a variant and of the first one on problems of a set, in seconds.
    pub(super) fn time_pairs(&self, point: usize, variant: &str) -> Pairs {
        let set = &*self.experiment.points[point];
        let first = &self.experiment.variants[0].id;
        let mut pairs = Pairs::default();
        for run in self.times.iter().filter(|run| run.head.is_of(set)) {
            if let (Some(left), Some(right)) = (run.variants.get(variant), run.variants.get(first))
            {
                pairs.left.push(left.seconds);
                pairs.right.push(right.seconds);
            }
        }
        pairs
    }

    /// What a variant costs beside the first one on problems of a set: processor time, or nodes with look-ups.
    pub(super) fn cost(&self, point: usize, variant: &str, timed: bool) -> Option<RatioEstimate> {
        let pairs = if timed {
            self.time_pairs(point, variant)
        } else {
            let measure = Measure::NodesAndLookUps;
            let first = &self.experiment.variants[0].id;
            let left = self.sample(point, variant, measure);
            let right = self.sample(point, first, measure);
            Pairs::of(&left, &right, ClaimRelation::Less.borders())
        };
        let logarithms = log_ratios(&pairs.left, &pairs.right)?;
        Some(RatioEstimate::of_logarithm(Estimate::of(&logarithms)))
    }

    /// The hash of the leaf order of a variant on every problem of a set; None if a cap was hit.
    pub(super) fn leaf_orders(&self, point: usize, variant: &str) -> Vec<Option<&str>> {
        let runs = self.runs[point].iter();
        runs.map(|run| {
            let counts = run.variants.get(variant)?;
            counts.censored.is_none().then_some(counts.leaf_order.as_str())
        })
        .collect()
    }

    /// The units of a seat's matches against the first variant, on a set of them.
    pub(super) fn units(&self, point: usize, variant: &str) -> Units {
        let games = self.experiment.points[point].games().max(1);
        let mut units = Units::new(games);
        for share in self.sample(point, variant, Measure::Points).into_iter().flatten() {
            let half_points = (share.value * 2.0 * games as f64).round() as i64;
            units.add(half_points.unsigned_abs());
        }
        units
    }

    /// Whether the matches on a set have fewer units than planned.
    pub(super) fn goes_on(&self, point: usize) -> bool {
        let units = self.problems(point) as u64;
        self.experiment.is_match() && units < self.experiment.seeds.full
    }

    /// The number of problems of a set that were run.
    pub fn problems(&self, point: usize) -> usize {
        self.runs[point].len()
    }
}

impl Observed {
    /// The numbers of a pair, bounds included, if they decide whether the left one is below or above the
    /// right one times these factors.
    fn pair(left: Self, right: Self, [below, above]: [f64; 2]) -> Option<(f64, f64)> {
        let (l, r) = (left.value, right.value);
        let known = match (left.at_least, right.at_least) {
            (false, false) => true,
            (true, false) => l > r * above,
            (false, true) => l < r * below,
            (true, true) => false,
        };
        known.then_some((l, r))
    }

    /// Whether left is more than right; None if unknown.
    pub(super) fn is_more(left: Self, right: Self) -> Option<bool> {
        let (l, r) = (left.value, right.value);
        match (left.at_least, right.at_least) {
            (false, false) => Some(l > r),
            (true, false) => (l > r).then_some(true),
            (false, true) => (l <= r).then_some(false),
            (true, true) => None,
        }
    }
}

impl Pairs {
    /// The usable pairs of two samples of the same runs: those that decide on which side of a relation's
    /// [`borders`](super::ClaimRelation::borders) their ratio is.
    pub fn of(left: &[Option<Observed>], right: &[Option<Observed>], borders: [f64; 2]) -> Self {
        let mut pairs = Self::default();
        for (&left, &right) in left.iter().zip(right) {
            match left.zip(right).and_then(|(l, r)| Observed::pair(l, r, borders)) {
                Some((left, right)) => {
                    pairs.left.push(left);
                    pairs.right.push(right);
                }
                None => pairs.left_out += 1,
            }
        }
        pairs
    }
}

impl Measure {
    /// The measure of a variant in a run, given the first variant, the reference move and the problem set.
    fn of(
        self,
        counts: &RunCounts,
        first: &RunCounts,
        reference: Option<&Reference>,
        set: &dyn ProblemSet,
    ) -> Option<Observed> {
        let finished = counts.censored.is_none();
        let value = match self {
            Self::Loss => (first.finished_value()? - counts.finished_value()?) / set.range() as f64,
            Self::MoveLoss => {
                let best = reference.map_or(0.0, |reference| reference.value);
                let loss = counts.loss.filter(|_| finished)?;
                set.worth(best) - set.worth(best - loss)
            }
            Self::SameMove => {
                let best = counts.best.as_deref().filter(|_| finished)?;
                let reference = reference.map(|reference| reference.best.as_str());
                f64::from(u8::from(best == reference.or(first.best.as_deref())?))
            }
            Self::Points => counts.finished_value()?,
            // A lower bound below the line bounds the ratio above: nothing is known.
            Self::LeavesRatio | Self::NodesRatio if first.censored.is_some() => return None,
            Self::LeavesRatio => counts.leaves as f64 / first.leaves as f64,
            Self::NodesRatio => counts.nodes as f64 / first.nodes as f64,
            _ => self.count(counts) as f64,
        };
        let ran = counts.censored != Some(Cap::Value);
        ran.then_some(Observed { value, at_least: !finished })
    }

    /// The count behind the measure; nodes for measures that are not counts.
    fn count(self, counts: &RunCounts) -> u64 {
        match self {
            Self::Leaves => counts.leaves,
            Self::Interior => counts.nodes.saturating_sub(counts.leaves),
            Self::Bytes => counts.bytes,
            Self::Entries => counts.entries,
            Self::ListSteps => counts.list_steps,
            Self::Passes => counts.passes,
            Self::LookUps => counts.look_ups,
            Self::NodesAndLookUps => counts.nodes + counts.look_ups,
            _ => counts.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::experiments::{ClaimRelation, TreeKind};

    fn seen(value: f64, at_least: bool) -> Option<Observed> {
        (!value.is_nan()).then_some(Observed { value, at_least })
    }

    fn exact(value: f64) -> Option<Observed> {
        seen(value, false)
    }

    fn bound(value: f64) -> Option<Observed> {
        seen(value, true)
    }

    #[test]
    fn a_bound_is_used_where_it_decides() {
        let left = [exact(1.0), exact(9.0), bound(9.0), bound(9.0), bound(9.0), None];
        let right = [bound(9.0), bound(5.0), exact(5.0), exact(9.5), bound(9.0), exact(1.0)];
        let pairs = Pairs::of(&left, &right, [1.0, 1.0]);
        assert_eq!((pairs.left, pairs.right), (vec![1.0, 9.0], vec![9.0, 5.0]));
        assert_eq!(pairs.left_out, 4);
    }

    #[test]
    fn nearness_is_hidden_by_a_bound_that_is_near() {
        let (left, right) = ([bound(105.0), bound(120.0)], [exact(100.0), exact(100.0)]);
        let pairs = Pairs::of(&left, &right, ClaimRelation::Near(0.1).borders());
        assert_eq!((pairs.left, pairs.left_out), (vec![120.0], 1));
    }

    #[test]
    fn a_part_is_hidden_by_a_bound_on_the_wrong_side_of_it() {
        let left = [exact(2.0), exact(0.5), bound(2.0), bound(0.5)];
        let right = [bound(5.0), bound(5.0), exact(5.0), exact(5.0)];
        let pairs = Pairs::of(&left, &right, ClaimRelation::Below(0.2).borders());
        assert_eq!((pairs.left, pairs.left_out), (vec![0.5, 2.0], 2));
    }

    #[test]
    fn a_capped_run_counts_as_a_bound_and_has_no_value() {
        let run = RunCounts {
            nodes: 50,
            value: Some(3.0),
            best: Some("a1-a2".into()),
            loss: Some(2.0),
            ..RunCounts::default()
        };
        let set = TreeKind::new("uniform", 10, (2, 2));
        let reference = Reference { best: "a1-a2".into(), value: 5.0, depth: 1, random_loss: None };
        let of = |measure: Measure, counts: &RunCounts, first: &RunCounts| {
            measure.of(counts, first, Some(&reference), &set)
        };
        assert_eq!(of(Measure::MoveLoss, &run, &run), exact(0.2));
        assert_eq!(of(Measure::SameMove, &run, &run), exact(1.0));
        let capped = RunCounts { censored: Some(Cap::Nodes), ..run.clone() };
        assert_eq!(of(Measure::Nodes, &capped, &run), bound(50.0));
        assert_eq!(of(Measure::NodesRatio, &capped, &run), bound(1.0));
        assert_eq!(of(Measure::NodesRatio, &run, &capped), None);
        for measure in [Measure::Loss, Measure::MoveLoss, Measure::SameMove] {
            assert_eq!(of(measure, &capped, &run), None);
        }
        assert_eq!(of(Measure::Nodes, &RunCounts::not_run(), &run), None);
    }
}
