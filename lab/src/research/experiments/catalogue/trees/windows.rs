//! Figures 2.9 and 2.10: alpha-beta, aspiration and PVS.

use super::kinds::{FIVE, SEEDS, TREES, points};
use crate::research::experiments::catalogue::variants::aspiration;
use crate::research::experiments::{
    Claim, ClaimRelation, Experiment, Figure, Measure, Variant, VariantSetting,
};

pub(super) fn experiments() -> Vec<Experiment> {
    let plan = |name, generator, values| Experiment {
        name,
        figure: "2.9, 2.10",
        claim: "PVS visits more leaves than alpha-beta and aspiration on the two smaller trees and \
                fewer on the three larger; memory is nearly the same",
        points: points(generator, values, &FIVE),
        variants: vec![
            Variant::of("alpha_beta"),
            aspiration(),
            Variant::of("pvs"),
            Variant::named("pvs fail-soft", "pvs").with("clamp", VariantSetting::Is("false")),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(name),
    };
    vec![
        plan("fig2.9", "uniform", 1000),
        plan("fig2.9-r100", "uniform", 100),
        plan("fig2.9-distinct", "distinct", 1),
    ]
}

const SERIES: [&str; 4] = ["alpha_beta", "aspiration", "pvs", "pvs fail-soft"];

fn figures(name: &str) -> Vec<Figure> {
    let (suffix, values) = match name {
        "fig2.9-r100" => ("-r100", "100 different values"),
        "fig2.9-distinct" => ("-distinct", "all values different"),
        _ => ("", "1000 different values"),
    };
    let figure = |number: &'static str, says, measure, claims| Figure {
        name: format!("fig{number}{suffix}"),
        thesis: number,
        title: format!("Alpha-beta, aspiration and PVS, {values}"),
        says,
        points: vec![0, 1, 2, 3, 4],
        series: SERIES.to_vec(),
        measure,
        x: TREES,
        log: false,
        claims,
    };
    let says_leaves = "PVS lies above alpha-beta and aspiration on the first two trees and below \
        both on the last three; aspiration is close to alpha-beta. One random tree per point.";
    let says_memory = "The three curves are almost equal and grow with the tree, that of PVS less.";
    let leaves = figure("2.9", says_leaves, Measure::Leaves, leaf_claims());
    let ratio = Figure {
        name: format!("{}-ratio", leaves.name),
        measure: Measure::LeavesRatio,
        claims: vec![],
        ..leaves.clone()
    };
    let mut figures = vec![leaves, ratio];
    if suffix.is_empty() {
        // What is held does not depend on the values.
        figures.push(figure("2.10", says_memory, Measure::Bytes, memory_claims()));
    }
    figures
}

fn leaf_claims() -> Vec<Claim> {
    let others: &[&str] = &["alpha_beta", "aspiration"];
    let leaves = Measure::Leaves;
    vec![
        Claim::new(
            "PVS visits more leaves than alpha-beta and aspiration on the first two trees",
            &[0, 1],
            ("pvs", ClaimRelation::More, others),
            leaves,
        ),
        Claim::new(
            "PVS visits fewer leaves than both on the last three trees",
            &[2, 3, 4],
            ("pvs", ClaimRelation::Less, others),
            leaves,
        )
        .because(
            "Every null window that fails costs a second search. It fails less often the more \
             values tie and the larger the tree is, so PVS falls against alpha-beta from left to \
             right. Whether the two cross within these five trees depends on the values: with 100 \
             of them they do, as in the thesis, with 1000 or more they do not.",
        ),
        Claim::new(
            "the fail-soft form of PVS visits fewer leaves than both on the last three trees",
            &[2, 3, 4],
            ("pvs fail-soft", ClaimRelation::Less, others),
            leaves,
        ),
        Claim::new(
            "aspiration with a random guess is within 10 % of alpha-beta",
            &[0, 1, 2, 3, 4],
            ("aspiration", ClaimRelation::Near(0.1), &["alpha_beta"]),
            leaves,
        ),
    ]
}

fn memory_claims() -> Vec<Claim> {
    let all = [0, 1, 2, 3, 4];
    let near = |left: &'static str| (left, ClaimRelation::Near(0.1), &["alpha_beta"] as &[_]);
    let text = |name: &str| format!("the memory of {name} is within 10 % of alpha-beta's");
    let note = "All three hold one frame per ply of the current line: what a depth-first search \
        needs depends on the depth alone, so it is the same for 6 and 9 branches. The thesis's \
        growth with the number of leaves cannot be the search's own.";
    vec![
        Claim::new(text("aspiration"), &all, near("aspiration"), Measure::Bytes),
        Claim::new(text("PVS"), &all, near("pvs"), Measure::Bytes).because(note),
    ]
}
