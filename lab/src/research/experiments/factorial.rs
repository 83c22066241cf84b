//! What each search costs with every set of additions of playing programs, and how its cost grows with depth.

use super::figure::{ClaimRelation, Measure};
use super::results::{ExperimentResults, Pairs};
use super::statistics::{Estimate, RatioEstimate, log_ratios};
use super::variant::Variant;
use serde::Serialize;
use std::collections::BTreeMap;

/// The depth at which searches with all sets of additions are compared, in plies.
const COMPARED: u32 = 4;

/// A search with a set of additions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FactorialRow {
    /// The variant.
    pub variant: String,
    /// Nodes at depth 4, relative to those of alpha-beta without additions.
    pub nodes: Option<RatioEstimate>,
    /// Processor time, the same; none if it was not measured.
    pub time: Option<RatioEstimate>,
    /// Peak memory, the same.
    pub memory: Option<RatioEstimate>,
    /// The same, relative to those of alpha-beta with the same additions.
    pub beside_alpha_beta: Option<RatioEstimate>,
    /// The factor of the nodes for one more ply, from straight lines through their logarithms, one line for each
    /// position.
    pub growth: Option<RatioEstimate>,
    /// The power of the tree's own growth that this is: x of b^(x d). Minimax has 1; 0.5 is the least for an
    /// alpha-beta search of a uniform tree.
    pub power: Option<Estimate>,
    /// The greatest depth that it was run to, in plies.
    pub depth: u32,
}

/// A row for every variant of an experiment that compares additions; empty for others. They have minimax, which
/// counts the tree itself, on positions that are searched to several depths.
pub fn factorial(results: &ExperimentResults<'_>) -> Vec<FactorialRow> {
    let experiment = results.experiment;
    let Some(minimax) = experiment.variant("minimax") else { return vec![] };
    let tree = slopes(results, minimax);
    if tree.is_empty() {
        return vec![];
    }
    let base = &experiment.variants[0];
    let mut rows = vec![];
    for variant in &experiment.variants {
        let slopes = slopes(results, variant);
        let same = experiment
            .variants
            .iter()
            .find(|other| other.algo == base.algo && other.additions == variant.additions);
        let mut growths = vec![];
        let mut powers = vec![];
        let mut depth = 0;
        for (position, line) in &slopes {
            growths.push(line.slope);
            powers.extend(tree.get(position).map(|whole| line.slope / whole.slope));
            depth = depth.max(line.depth);
        }
        rows.push(FactorialRow {
            variant: variant.id.clone(),
            nodes: ratio(results, variant, base, Measure::NodesAndLookUps),
            time: time(results, variant),
            memory: ratio(results, variant, base, Measure::Bytes),
            beside_alpha_beta: same
                .and_then(|same| ratio(results, variant, same, Measure::NodesAndLookUps)),
            growth: (!growths.is_empty())
                .then(|| RatioEstimate::of_logarithm(Estimate::of(&growths))),
            power: (!powers.is_empty()).then(|| Estimate::of(&powers)),
            depth,
        });
    }
    rows
}

/// The geometric mean of the ratio of counts at depth 4.
fn ratio(
    results: &ExperimentResults<'_>,
    variant: &Variant,
    base: &Variant,
    measure: Measure,
) -> Option<RatioEstimate> {
    at_depth_4(results, variant, |point| {
        let left = results.sample(point, &variant.id, measure);
        let right = results.sample(point, &base.id, measure);
        Pairs::of(&left, &right, ClaimRelation::Less.borders())
    })
}

/// The geometric mean of the ratio of processor time at depth 4 to that of the first variant.
fn time(results: &ExperimentResults<'_>, variant: &Variant) -> Option<RatioEstimate> {
    at_depth_4(results, variant, |point| results.time_pairs(point, &variant.id))
}

/// The geometric mean of the ratios of pairs at depth 4.
fn at_depth_4(
    results: &ExperimentResults<'_>,
    variant: &Variant,
    pairs: impl Fn(usize) -> Pairs,
) -> Option<RatioEstimate> {
    let mut logarithms = vec![];
    for (point, set) in results.experiment.points.iter().enumerate() {
        if set.depth() == COMPARED && set.runs(variant) {
            let Pairs { left, right, .. } = pairs(point);
            logarithms.extend(log_ratios(&left, &right).unwrap_or_default());
        }
    }
    (!logarithms.is_empty()).then(|| RatioEstimate::of_logarithm(Estimate::of(&logarithms)))
}

/// The logarithm of the nodes of a search to a depth.
struct Place {
    depth: u32,
    nodes: f64,
}

/// A straight line through the logarithms of nodes over depths.
struct Line {
    slope: f64,
    /// The greatest depth, in plies.
    depth: u32,
}

/// The lines of a variant by position, through the depths that it finished.
fn slopes(results: &ExperimentResults<'_>, variant: &Variant) -> BTreeMap<String, Line> {
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (set, runs) in results.experiment.points.iter().zip(&results.runs) {
        for run in runs {
            let (Some(counts), Some(position)) =
                (run.variants.get(&variant.id), run.head.problem.get("position"))
            else {
                continue;
            };
            if counts.censored.is_none() {
                let nodes = (counts.nodes + counts.look_ups) as f64;
                let place = Place { depth: set.depth(), nodes: nodes.ln() };
                places.entry(position.to_string()).or_default().push(place);
            }
        }
    }
    let mut lines = BTreeMap::new();
    for (position, places) in places {
        if let Some(slope) = slope(&places) {
            let depth = places.last().map_or(0, |place| place.depth);
            lines.insert(position, Line { slope, depth });
        }
    }
    lines
}

/// The slope of the line of least squares; None below two different depths.
fn slope(places: &[Place]) -> Option<f64> {
    let n = places.len() as f64;
    let mean_depth = places.iter().map(|place| f64::from(place.depth)).sum::<f64>() / n;
    let mean_nodes = places.iter().map(|place| place.nodes).sum::<f64>() / n;
    let mut products = 0.0;
    let mut squares = 0.0;
    for place in places {
        let from_mean = f64::from(place.depth) - mean_depth;
        products += from_mean * (place.nodes - mean_nodes);
        squares += from_mean.powi(2);
    }
    (squares > 0.0).then(|| products / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_powers_has_their_factor() {
        let mut places = vec![];
        for depth in 2..6 {
            let nodes = f64::from(7 * 3_i32.pow(depth)).ln();
            places.push(Place { depth, nodes });
        }
        let through = slope(&places).expect("four depths");
        assert!((through.exp() - 3.0).abs() < 1e-9, "{through}");
        assert!(slope(&places[..1]).is_none());
    }
}
