//! What other readings of the thesis's words would show: the frontiers of the threshold searches and of AWT, with each
//! reading as a line of its own; and SSS\*, which loses nothing, as a point for each order of ties.

use super::kinds::{SEEDS, centred};
use crate::research::experiments::catalogue::variants::{
    awt, awt_of, by_depth, frontier_figures, threshold,
};
use crate::research::experiments::{Check, Experiment, Variant, VariantSetting};

const SHAPES: [(u32, u32); 2] = [(6, 6), (40, 3)];

/// Thresholds, as parts of 0.8 · depth · log2 12 bits, or of 0.8 · log2 12 bits where one node is meant.
const PARTS: [f64; 5] = [0.15, 0.30, 0.45, 0.60, 0.80];

/// M or N, as parts of the range of values.
const RAISES: [f64; 3] = [0.02, 0.05, 0.10];

const SERIES: [&str; 15] = [
    "alpha_beta",
    "abt",
    "abt mean",
    "abt maximum",
    "ct",
    "ct descending",
    "ct width",
    "bct",
    "bct half",
    "bct full",
    "bct order only",
    "awt",
    "awt wide first",
    "sss_star",
    "sss_star newest",
];

pub(super) fn experiment() -> Experiment {
    let sets = centred(&SHAPES);
    Experiment {
        name: "readings",
        figure: "none",
        claim: "No other reading of the thesis's words makes its searches better",
        figures: frontier_figures("readings", "other readings", sets.len(), &SERIES, 1),
        points: sets,
        variants: variants(),
        seeds: SEEDS,
        only_by_name: false,
    }
}

fn variants() -> Vec<Variant> {
    let mut all = by_depth(&Variant::of("alpha_beta"), 4);
    all.push(Variant::of("sss_star"));
    all.push(
        Variant::named("sss_star newest", "sss_star").with("ties", VariantSetting::Is("newest")),
    );
    for part in PARTS {
        all.push(threshold(Variant::of("abt"), part));
        all.push(of_node("abt mean", "mean", part));
        all.push(of_node("abt maximum", "maximum", part));
        all.push(threshold(Variant::of("ct"), part));
        let width = Variant::named("ct width", "ct").with("cut", VariantSetting::Is("width"));
        all.push(threshold(width, part));
        let descending =
            Variant::named("ct descending", "ct").with("order", VariantSetting::Is("descending"));
        all.push(threshold(descending, part));
        all.push(threshold(Variant::of("bct"), part));
        for (name, option, value) in [
            ("bct half", "lambda", "0.25"),
            ("bct full", "lambda", "1"),
            ("bct order only", "scaled_leaves", "false"),
        ] {
            let reading = Variant::named(name, "bct").with(option, VariantSetting::Is(value));
            all.push(threshold(reading, part));
        }
    }
    for raise in RAISES {
        all.push(awt("awt", 0.25, raise).at("M=N", raise));
        all.push(wide_first(raise));
    }
    all
}

/// ABT with an entropy of a path that is comparable to that of one node.
fn of_node(series: &'static str, path: &'static str, part: f64) -> Variant {
    Variant::named(series, "abt")
        .with("path", VariantSetting::Is(path))
        .with("threshold", VariantSetting::OfPlyEntropy(part))
        .at("f", part)
        .checked(Check::Free)
}

/// AWT whose window grows twice as far at the first tick as at the second.
fn wide_first(raise: f64) -> Variant {
    let ticks = [0.25, 0.5].map(VariantSetting::OfNodes);
    awt_of("awt wide first", ticks, [2.0 * raise, raise]).at("N", raise)
}
