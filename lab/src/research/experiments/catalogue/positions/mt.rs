//! The searches of chapter 2 on positions from games: PVS, SSS* and the MT drivers.

use super::kinds::{Drawing, Level, SEEDS, everywhere, points};
use crate::research::experiments::{
    Claim, ClaimRelation, Experiment, Figure, Measure, PositionSet, Variant, VariantSetting,
};

const LEVELS: [Level; 3] = [Level::all(2), Level::all(3), Level::all(4)];

const SERIES: [&str; 5] = ["alpha_beta", "pvs", "mtd_f", "mt_sss", "sss_star"];

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    Experiment {
        name: "game-mt",
        figure: "2.9, 2.10, 2.3.x",
        claim: "On positions from games PVS, MTD(f) and SSS* visit fewer leaves than alpha-beta",
        points: points(positions, &LEVELS),
        variants: vec![
            Variant::of("alpha_beta"),
            Variant::of("pvs"),
            Variant::of("mtd_f").with("guess", VariantSetting::Guess),
            Variant::of("mt_sss"),
            Variant::of("sss_star"),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const SAYS: &str = "The thesis compares PVS on random trees (figures 2.9 and 2.10) and SSS* and \
    MT-SSS* in section 2.3; of positions from the game it says nothing that survives.";

fn drawing(name: &str) -> Drawing {
    Drawing {
        name: format!("game-mt-{name}"),
        thesis: "2.9, 2.10, 2.3.x",
        title: "PVS, SSS* and MT on positions, natural order".into(),
        says: SAYS,
        series: SERIES.to_vec(),
    }
}

fn figures() -> Vec<Figure> {
    let last = LEVELS.len() - 1;
    vec![
        drawing("leaves").of(last, Measure::Leaves, leaf_claims()),
        drawing("nodes").over(everywhere(LEVELS.len()), Measure::Nodes, node_claims()),
        drawing("memory").of(last, Measure::Bytes, vec![memory_claim()]),
    ]
}

fn compare(
    text: &str,
    (left, relation, right): (&str, ClaimRelation, &str),
    measure: Measure,
) -> Claim {
    Claim::new(text, &everywhere(LEVELS.len()), (left, relation, &[right]), measure)
}

fn leaf_claims() -> Vec<Claim> {
    let (never, less, leaves) = (ClaimRelation::NeverMore, ClaimRelation::Less, Measure::Leaves);
    let theorem = "SSS* never visits more leaves than alpha-beta (a theorem)";
    let same = "MT-SSS* visits the leaves of SSS* in the same order (a theorem)";
    vec![
        compare(theorem, ("sss_star", never, "alpha_beta"), leaves),
        compare(same, ("mt_sss", ClaimRelation::SameLeaves, "sss_star"), leaves),
        compare(
            "MTD(f) from the static value visits fewer leaves than alpha-beta",
            ("mtd_f", less, "alpha_beta"),
            leaves,
        ),
        compare("PVS visits fewer leaves than alpha-beta", ("pvs", less, "alpha_beta"), leaves),
    ]
}

fn node_claims() -> Vec<Claim> {
    let fewer =
        |text: &str, left| compare(text, (left, ClaimRelation::Less, "alpha_beta"), Measure::Nodes);
    vec![
        fewer("PVS visits fewer nodes than alpha-beta (our expectation)", "pvs"),
        fewer("MTD(f) visits fewer nodes than alpha-beta (our expectation)", "mtd_f"),
        fewer("MT-SSS* visits fewer nodes than alpha-beta (our expectation)", "mt_sss"),
    ]
}

fn memory_claim() -> Claim {
    let text = "MT-SSS* needs less memory than SSS*";
    compare(text, ("mt_sss", ClaimRelation::Less, "sss_star"), Measure::Bytes).because(
        "A state of SSS* holds the way to its node and its list of moves, not a position; with \
         positions in it every state would take twelve kilobytes.",
    )
}
