//! All searches on the same trees: what each finds, visits, looks at and holds.

use super::kinds::{SEEDS, TREES, points};
use crate::research::experiments::catalogue::variants::{aspiration, awt};
use crate::research::experiments::{Check, Experiment, Figure, Measure, Variant, VariantSetting};
use junqi_core::gametree::search::catalogue::{Build, SEARCHES, SearchInfo, SpecialSearch};

/// On incremental trees, because B\* needs their intervals. Star2 and expectiminimax need chance nodes: `game-star`
/// has them.
pub(super) fn experiment() -> Experiment {
    Experiment {
        name: "searches",
        figure: "none",
        claim: "All exact searches find the value of minimax on the same trees",
        points: points("incremental", 1000, &[(6, 4), (6, 5), (6, 6)]),
        variants: variants(),
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

/// Alpha-beta first, which the others are compared with; then all searches in the order of the catalogue.
fn variants() -> Vec<Variant> {
    let mut variants = vec![Variant::of("alpha_beta")];
    for info in &SEARCHES {
        let needs_chance =
            matches!(info.build, Build::Special(SpecialSearch::Expectimax | SpecialSearch::Star2));
        if info.name != "alphabeta" && !needs_chance {
            variants.push(variant(info));
        }
    }
    variants
}

/// A search with its defaults, and a random guess of the value where it starts from one.
fn variant(info: &'static SearchInfo) -> Variant {
    let variant = Variant::of(info.name);
    match info.name {
        "aspiration" => aspiration(),
        "mtdf" => variant.with("guess", VariantSetting::Guess),
        "mtd_best" => variant.with("guess", VariantSetting::Guess).checked(Check::Free),
        "mt" => variant.with("gamma", VariantSetting::Guess).checked(Check::Free),
        "awt" => awt("awt", 0.25, 0.05),
        "abt" | "ct" | "bct" => {
            variant.with("threshold", VariantSetting::OfEntropy(0.8)).checked(Check::Free)
        }
        // They prove the best move or stop at a number of nodes: their value is none or an estimate.
        "b_star" | "pb_star" | "bfmms" | "bfmms_linear" => variant.checked(Check::Free),
        _ => variant,
    }
}

/// Searches beside alpha-beta in a picture: its legend has room for these.
const IN_PICTURE: usize = 13;

fn figures() -> Vec<Figure> {
    let measures = [
        ("loss", "loss of value", Measure::Loss),
        ("nodes", "nodes", Measure::Nodes),
        ("look-ups", "children looked at", Measure::LookUps),
        ("memory", "memory", Measure::Bytes),
    ];
    // The lines have the names of the searches.
    let series: Vec<_> = variants().iter().map(|variant| variant.algo).collect();
    let mut figures = vec![];
    for (name, title, measure) in measures {
        for (part, others) in series[1..].chunks(IN_PICTURE).enumerate() {
            let part = part + 1;
            figures.push(Figure {
                name: format!("searches-{name}-{part}"),
                thesis: "none",
                title: format!("All searches, part {part}: {title}"),
                says: "The thesis compares few searches at a time.",
                points: vec![0, 1, 2],
                series: [&series[..1], others].concat(),
                measure,
                x: TREES,
                log: matches!(measure, Measure::Nodes | Measure::Bytes),
                claims: vec![],
            });
        }
    }
    figures
}
