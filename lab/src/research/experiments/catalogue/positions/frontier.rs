//! Loss against cost on positions from games: each family of searches over its parameter, beside alpha-beta with
//! less depth, with order and as in play.

use super::kinds::{KINDS, Level, SEEDS, points};
use crate::research::experiments::catalogue::variants::{
    AWT_BOUND, AWT_BUDGET, awt, awt_by_budget, by_depth, frontier_figures, threshold,
};
use crate::research::experiments::{Additions, Experiment, PositionSet, Variant};

const LEVELS: [Level; 1] = [Level::all(4)];

/// Thresholds, as parts of the entropy of a path of three plies on which no move reveals information.
const PARTS: [f64; 4] = [0.66, 0.99, 0.998, 0.9999];

/// M and N, as parts of a commander.
const RAISES: [f64; 4] = [0.02, 0.05, 0.10, 0.20];

/// Budgets of AWT in nodes, with its ticks.
const BUDGETS: [(f64, [&str; 2]); 4] = [
    (1e3, ["250", "500"]),
    (1e4, ["2500", "5000"]),
    (1e5, ["25000", "50000"]),
    (1e6, ["250000", "500000"]),
];

const SERIES: [&str; 8] =
    ["alpha_beta", "ordered", "alpha_beta table", "abt", "ct", "bct", AWT_BOUND, AWT_BUDGET];

/// The first series are what the others have to beat.
const BASELINES: usize = 3;

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    Experiment {
        name: "game-frontier",
        figure: "none",
        claim: "On positions from games a search loses less at some parameter than alpha-beta does in the same time",
        points: points(positions, &LEVELS),
        variants: variants(),
        seeds: SEEDS,
        only_by_name: false,
        figures: frontier_figures(
            "game-frontier",
            "positions from games",
            KINDS.len(),
            &SERIES,
            BASELINES,
        ),
    }
}

fn variants() -> Vec<Variant> {
    let natural = Variant::of("alpha_beta");
    let ordered = Variant::named("ordered", "alphabeta").plus(Additions::ORDER);
    let in_play = Variant::named("alpha_beta table", "alphabeta").plus(Additions::IN_PLAY);
    let mut all = vec![];
    for search in [natural, ordered, in_play] {
        all.extend(by_depth(&search, 3));
    }
    for part in PARTS {
        for search in ["abt", "ct", "bct"] {
            all.push(threshold(Variant::of(search), part));
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
