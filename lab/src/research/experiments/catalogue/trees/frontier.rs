//! Loss against cost on random trees: each family of searches over its parameter, beside shallower alpha-beta.

use super::kinds::{SEEDS, centred};
use crate::research::experiments::catalogue::variants::{
    AWT_BOUND, AWT_BUDGET, awt, awt_by_budget, bct_unscaled, by_depth, frontier_figures, sorted,
    threshold,
};
use crate::research::experiments::{Experiment, Variant};

/// Deep trees, and wide ones that AWT is made for.
const SHAPES: [(u32, u32); 2] = [(6, 6), (40, 3)];

/// Thresholds, as parts of 0.8 · depth · log2 12 bits.
const PARTS: [f64; 6] = [0.15, 0.30, 0.45, 0.60, 0.80, 1.0];

/// M and N, as parts of the range of values.
const RAISES: [f64; 5] = [0.01, 0.02, 0.05, 0.10, 0.20];

/// Budgets of AWT in nodes, with its ticks.
const BUDGETS: [(f64, [&str; 2]); 4] = [
    (500.0, ["125", "250"]),
    (2000.0, ["500", "1000"]),
    (8000.0, ["2000", "4000"]),
    (32_000.0, ["8000", "16000"]),
];

const SERIES: [&str; 8] =
    ["alpha_beta", "alpha_beta sorted", "abt", "ct", "bct", "bct unscaled", AWT_BOUND, AWT_BUDGET];

/// The first series are what the others have to beat.
const BASELINES: usize = 2;

pub(super) fn experiment() -> Experiment {
    let sets = centred(&SHAPES);
    Experiment {
        name: "frontier",
        figure: "none",
        claim: "At some parameter a search loses less than alpha-beta does in the same time",
        figures: frontier_figures("frontier", "random trees", sets.len(), &SERIES, BASELINES),
        points: sets,
        variants: variants(),
        seeds: SEEDS,
        only_by_name: false,
    }
}

fn variants() -> Vec<Variant> {
    let mut all = by_depth(&Variant::of("alpha_beta"), 4);
    all.extend(by_depth(&sorted(), 4));
    for part in PARTS {
        for search in [Variant::of("abt"), Variant::of("ct"), Variant::of("bct"), bct_unscaled()] {
            all.push(threshold(search, part));
        }
    }
    for raise in RAISES {
        all.push(awt(AWT_BOUND, 0.25, raise).at("M=N", raise));
    }
    for (budget, ticks) in BUDGETS {
        all.push(awt_by_budget(ticks, 0.05).at("T", budget));
    }
    all
}
