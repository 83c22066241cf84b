//! The experiments.

mod awt;
mod sss;
mod threshold;
mod windows;

use super::ExperimentError;
use super::figure::{Claim, Figure, Measure, Relation, Test};
use super::plan::{Experiment, Point};

/// Trees of each kind if nothing else is asked for.
const SEEDS: u64 = 200;

/// The five trees of the thesis: branching and depth. Source: section 2.2.4 (*our reading* of its
/// figures 2.9 and 2.10).
const FIVE: [(u32, u32); 5] = [(6, 6), (7, 6), (8, 6), (9, 6), (7, 7)];

/// The generators of chapter 4, whose payoffs are centred at 0.
const CENTRED: [&str; 3] = ["centred", "incremental", "certain"];

/// All experiments, in the order of the thesis.
pub fn all() -> Vec<Experiment> {
    let mut all = windows::experiments();
    all.push(sss::experiment());
    all.extend(awt::experiments());
    all.extend(threshold::experiments());
    all
}

/// The figures of an experiment.
pub fn figures(plan: &Experiment) -> Vec<Figure> {
    match plan.name {
        "sss" => sss::figures(plan),
        "awt" => awt::figures(plan),
        "awt-mn" => awt::parameter_figures(plan),
        "threshold" => threshold::figures(plan),
        "threshold-trees" => threshold::tree_figures(plan),
        _ => windows::figures(plan),
    }
}

/// The names of all experiments, for messages.
pub(super) fn names() -> String {
    all().iter().map(|plan| plan.name).collect::<Vec<_>>().join(", ")
}

/// The experiments a name stands for: one, or `all`.
///
/// # Errors
///
/// If there is none.
pub fn named(name: &str) -> Result<Vec<Experiment>, ExperimentError> {
    let chosen: Vec<_> =
        all().into_iter().filter(|plan| name == "all" || plan.name == name).collect();
    if chosen.is_empty() {
        return Err(ExperimentError::NoSuchExperiment(name.into()));
    }
    Ok(chosen)
}

fn points(generator: &'static str, values: u64, shapes: &[(u32, u32)]) -> Vec<Point> {
    shapes.iter().map(|&shape| Point::new(generator, values, shape)).collect()
}

/// A claim that compares a measure of two arms on several kinds of tree.
fn claim(
    text: impl Into<String>,
    points: &[usize],
    (left, relation, rights): (&str, Relation, &[&str]),
    measure: Measure,
) -> Claim {
    let comparison = |point: usize, right: &str| Test {
        point,
        left: left.into(),
        relation,
        right: right.into(),
        measure,
    };
    let tests =
        points.iter().flat_map(|&point| rights.iter().map(move |right| comparison(point, right)));
    Claim { text: text.into(), tests: tests.collect(), note: "" }
}

impl Claim {
    /// The same with a reason.
    fn because(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}
