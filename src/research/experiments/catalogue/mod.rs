//! The experiments.

mod awt;
mod sss;
mod threshold;
mod windows;

use super::figure::{Axis, Claim, ClaimRelation, Measure, Test};
use super::plan::Experiment;
use super::{ExperimentError, ProblemSet, TreeKind};
use crate::base::text::expected_name;
use std::sync::Arc;

/// Trees of each kind if nothing else is asked for.
const SEEDS: u64 = 200;

/// The five trees of the thesis: branching and depth. Source: section 2.2.4 (*our reading* of its
/// figures 2.9 and 2.10).
const FIVE: [(u32, u32); 5] = [(6, 6), (7, 6), (8, 6), (9, 6), (7, 7)];

/// The generators of chapter 4, whose payoffs are centred at 0.
const CENTRED: [&str; 3] = ["centred", "incremental", "certain"];

/// What a figure over kinds of tree has on its x axis.
const TREES: Axis = Axis::Trees("tree: branching \u{d7} depth");

/// The experiments on synthetic trees, in the order of the thesis.
pub fn synthetic() -> Vec<Experiment> {
    let mut all = windows::experiments();
    all.push(sss::experiment());
    all.extend(awt::experiments());
    all.extend(threshold::experiments());
    all
}

/// The experiments among all there are that a name stands for: one, or `all`.
///
/// # Errors
///
/// If there is none.
pub fn named(name: &str, all: Vec<Experiment>) -> Result<Vec<Experiment>, ExperimentError> {
    let names: Vec<&str> = all.iter().map(|plan| plan.name).collect();
    let names = expected_name(name, &names);
    let chosen: Vec<_> =
        all.into_iter().filter(|plan| name == "all" || plan.name == name).collect();
    if chosen.is_empty() {
        return Err(ExperimentError::NoSuchExperiment { found: name.into(), names });
    }
    Ok(chosen)
}

type Points = Vec<Arc<dyn ProblemSet>>;

fn points(generator: &'static str, values: u64, shapes: &[(u32, u32)]) -> Points {
    shapes.iter().map(|&shape| TreeKind::new(generator, values, shape).into()).collect()
}

/// A claim as the experiments here write it.
fn claim(
    text: impl Into<String>,
    points: &[usize],
    compared: (&str, ClaimRelation, &[&str]),
    measure: Measure,
) -> Claim {
    Claim::new(text, points, compared, measure)
}

impl Claim {
    /// A claim that compares a measure of an arm with that of others on several kinds of tree.
    pub fn new(
        text: impl Into<String>,
        points: &[usize],
        (left, relation, rights): (&str, ClaimRelation, &[&str]),
        measure: Measure,
    ) -> Self {
        let comparison = |point: usize, right: &str| Test {
            point,
            left: left.into(),
            relation,
            right: right.into(),
            measure,
        };
        let tests = (points.iter())
            .flat_map(|&point| rights.iter().map(move |right| comparison(point, right)));
        Self { text: text.into(), tests: tests.collect(), note: "" }
    }

    /// The same with a reason.
    #[must_use]
    pub fn because(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}
