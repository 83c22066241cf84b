//! Kinds of synthetic tree that several experiments share.

use crate::research::experiments::{Axis, ProblemSet, Sizes, TreeKind};
use std::sync::Arc;

/// Number of trees of each kind.
pub(super) const SEEDS: Sizes = Sizes { quick: 40, full: 200 };

/// The five trees of the thesis: branching factor and depth. Source: section 2.2.4 (*our reading* of
/// its figures 2.9 and 2.10).
pub(super) const FIVE: [(u32, u32); 5] = [(6, 6), (7, 6), (8, 6), (9, 6), (7, 7)];

/// The generators of chapter 4, whose payoffs are centred at 0.
pub(super) const CENTRED: [&str; 3] = ["centred", "incremental", "certain"];

/// Their payoffs lie between -R and R.
const PAYOFFS: u64 = 1000;

/// The kind of tree that such a generator makes, in words.
pub(super) fn kind(generator: &str) -> &'static str {
    match generator {
        "centred" => "independent payoffs",
        "incremental" => "incremental payoffs",
        _ => "certain moves are good",
    }
}

/// The x axis of a figure over kinds of tree.
pub(super) const TREES: Axis = Axis::Trees("tree: branching \u{d7} depth");

/// One problem set for each shape, given as (branching factor, depth).
pub(super) fn points(
    generator: &'static str,
    values: u64,
    shapes: &[(u32, u32)],
) -> Vec<Arc<dyn ProblemSet>> {
    shapes.iter().map(|&shape| TreeKind::new(generator, values, shape).into()).collect()
}

/// The trees of chapter 4 with these shapes, generator by generator.
pub(super) fn centred(shapes: &[(u32, u32)]) -> Vec<Arc<dyn ProblemSet>> {
    let mut all = vec![];
    for generator in CENTRED {
        all.extend(points(generator, PAYOFFS, shapes));
    }
    all
}
