//! Variants and figures that several experiments share.

use crate::research::experiments::{
    Axis, Check, CostAxis, Figure, Measure, Variant, VariantSetting,
};

/// Aspiration from a guess, with half a window of a twentieth of the range.
pub(super) fn aspiration() -> Variant {
    Variant::of("aspiration")
        .with("estimate", VariantSetting::Guess)
        .with("delta", VariantSetting::OfRange(0.05))
}

/// AWT with M = N as a part of the range, and t2 = 2 t1 as a part of alpha-beta's nodes.
pub(super) fn awt(series: &'static str, tick: f64, raise: f64) -> Variant {
    let ticks = [VariantSetting::OfNodes(tick), VariantSetting::OfNodes(2.0 * tick)];
    awt_of(series, ticks, [raise; 2])
}

/// AWT with its ticks, and with M and N as parts of the range.
pub(super) fn awt_of(
    series: &'static str,
    ticks: [VariantSetting; 2],
    raises: [f64; 2],
) -> Variant {
    Variant::named(series, "awt")
        .with("t1", ticks[0])
        .with("t2", ticks[1])
        .with("M", VariantSetting::OfRange(raises[0]))
        .with("N", VariantSetting::OfRange(raises[1]))
        .checked(Check::Within)
}

/// Names of AWT whose ticks are a part of alpha-beta's nodes, which only an oracle knows, and of AWT whose ticks are
/// a part of a budget.
pub(super) const AWT_BOUND: &str = "awt upper bound";
pub(in crate::research::experiments) const AWT_BUDGET: &str = "awt by budget";

/// AWT with M = N as a part of the range, and ticks of so many nodes, whatever the problem is: a quarter and a half of
/// the budget that the thesis's time for a move and nodes per second make.
pub(super) fn awt_by_budget(ticks: [&'static str; 2], raise: f64) -> Variant {
    awt_of(AWT_BUDGET, ticks.map(VariantSetting::Is), [raise; 2])
}

/// A search to the whole depth, and with one ply to `most` plies less.
pub(super) fn by_depth(search: &Variant, most: u32) -> Vec<Variant> {
    let mut all = vec![search.clone()];
    for plies in 1..=most {
        all.push(search.clone().shallower(plies));
    }
    all
}

/// A threshold search with its threshold as a part of the entropy of the problem's paths.
pub(super) fn threshold(variant: Variant, part: f64) -> Variant {
    variant.with("threshold", VariantSetting::OfEntropy(part)).at("f", part).checked(Check::Free)
}

/// Alpha-beta in the order of BCT.
pub(super) fn sorted() -> Variant {
    Variant::named("alpha_beta sorted", "bct")
        .with("threshold", VariantSetting::Is("inf"))
        .with("lambda", VariantSetting::Is("0"))
}

/// BCT without PAYOFF': ABT in the order of static payoffs.
pub(super) fn bct_unscaled() -> Variant {
    Variant::named("bct unscaled", "bct").with("lambda", VariantSetting::Is("0"))
}

/// The loss of the chosen move over processor time, and over nodes, with a panel for each of the problem sets.
pub(super) fn frontier_figures(
    name: &str,
    problems: &str,
    sets: usize,
    series: &[&'static str],
    baselines: usize,
) -> Vec<Figure> {
    let mut figures = vec![];
    for (timed, cost) in [(true, "time"), (false, "nodes")] {
        figures.push(Figure {
            name: format!("{name}-{cost}"),
            thesis: "none",
            title: format!("What a search loses for its {cost}, {problems}"),
            says: "The thesis compares nodes and memory of its searches at one parameter; here each is compared \
                over its parameter, in what it costs and in what its move loses.",
            points: (0..sets).collect(),
            series: series.to_vec(),
            measure: Measure::MoveLoss,
            x: Axis::Cost(CostAxis { timed, baselines }),
            log: false,
            claims: vec![],
        });
    }
    figures
}
