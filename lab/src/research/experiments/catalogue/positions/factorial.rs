//! What each search gains when alpha-beta has what every program has: all sets of order, table, iterative deepening
//! and quiescence search under three searches.

use super::kinds::{Drawing, Level, points};
use crate::research::experiments::{
    Additions, Check, Experiment, Measure, PositionSet, Sizes, Variant,
};

/// Depths, in plies. Each addition takes a search so much deeper within the cap on nodes.
const LEVELS: [Level; 5] = [
    Level::all(2),
    Level::all(3),
    Level::all(4),
    Level { most: 4, ..Level::all(5) },
    Level { most: 4, ..Level::all(6) },
];

/// The level of the figure.
const DEPTH_4: usize = 2;

const SEEDS: Sizes = Sizes { quick: 1, full: 3 };

const SEARCHES: [&str; 3] = ["alpha_beta", "pvs", "mtd_f"];

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    Experiment {
        name: "game-factorial",
        figure: "none",
        claim: "With order and table other searches save less beside alpha-beta than without",
        points: points(positions, &LEVELS),
        variants: variants(),
        seeds: SEEDS,
        only_by_name: true,
        figures: vec![
            Drawing {
                name: "game-factorial-nodes".into(),
                thesis: "none",
                title: "What order and table change on positions".into(),
                says: SAYS,
                series: vec![
                    "alpha_beta",
                    "pvs",
                    "alpha_beta, table",
                    "alpha_beta, order",
                    "pvs, order",
                    "mtd_f, order, table",
                ],
            }
            .of(DEPTH_4, Measure::Nodes, vec![]),
        ],
    }
}

const SAYS: &str = "The thesis compares searches in the natural order of moves, without a table. Programs have both.";

fn variants() -> Vec<Variant> {
    // Minimax counts the tree itself: how it grows is what the other growths are parts of.
    let mut all = vec![Variant::of("alpha_beta"), Variant::of("minimax").to_depth(3)];
    for additions in Additions::all() {
        for search in SEARCHES {
            // MTD(f) searches the same nodes many times, so that it needs a table.
            let is_first = search == "alpha_beta" && additions == Additions::NONE;
            if is_first || search == "mtd_f" && !additions.table {
                continue;
            }
            all.push(variant(search, additions));
        }
    }
    all
}

fn variant(search: &'static str, additions: Additions) -> Variant {
    let deepest = match additions {
        Additions { order: true, table: true, .. } => 6,
        Additions { order: true, .. } => 5,
        _ => 4,
    };
    let name = if additions == Additions::NONE {
        search.to_owned()
    } else {
        format!("{search}, {additions}")
    };
    let check = if additions.quiescence { Check::Free } else { Check::Equal };
    Variant::named(name, search).plus(additions).to_depth(deepest).checked(check)
}
