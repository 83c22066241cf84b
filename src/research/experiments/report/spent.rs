//! What the searches of an experiment spent, as a table of text.

use crate::research::experiments::numbers::number;
use crate::research::experiments::{Estimate, Experiment, ProblemSet, Times};
use std::sync::Arc;

/// A row for every algorithm and a column for every kind of tree, with a head; empty without times.
pub(super) fn spent(plan: &Experiment, times: &[Times]) -> Vec<Vec<String>> {
    let ran = |point: &&Arc<dyn ProblemSet>| times.iter().any(|run| run.head.is_of(&***point));
    let points: Vec<&Arc<dyn ProblemSet>> = plan.points.iter().filter(ran).collect();
    if points.is_empty() {
        return vec![];
    }
    let head = std::iter::once("mean time, peak heap".to_owned());
    let mut rows = vec![head.chain(points.iter().map(|point| point.title())).collect::<Vec<_>>()];
    for variant in &plan.variants {
        let cells = points.iter().map(|point| cell(times, &***point, &variant.id));
        rows.push(std::iter::once(variant.id.clone()).chain(cells).collect());
    }
    rows
}

fn cell(times: &[Times], point: &dyn ProblemSet, variant: &str) -> String {
    let spent = || {
        times.iter().filter(|run| run.head.is_of(point)).filter_map(|run| run.variants.get(variant))
    };
    let mean = |sample: &[f64]| Estimate::of(sample).mean;
    let time = mean(&spent().map(|spent| 1e3 * spent.seconds).collect::<Vec<_>>());
    let bytes: Vec<f64> = spent().filter_map(|s| s.heap_bytes).map(|bytes| bytes as f64).collect();
    let heap =
        if bytes.is_empty() { String::new() } else { format!(", {} B", number(mean(&bytes))) };
    format!("{} ms{heap}", number(time))
}
