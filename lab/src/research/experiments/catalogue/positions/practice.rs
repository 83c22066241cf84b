//! What programs that play add to alpha-beta, PVS and MTD(f).

use super::kinds::{Drawing, KINDS, Level, SEEDS, at, everywhere, points};
use crate::research::experiments::{
    Additions, Claim, ClaimRelation, Experiment, Figure, Measure, PositionSet, Variant,
};
use junqi_core::game::rules::Phase;

const LEVELS: [Level; 3] = [Level::all(3), Level::all(4), Level { most: 4, ..Level::all(5) }];

const SERIES: [&str; 5] = ["alpha_beta", "ordered", "alpha_beta table", "pvs table", "mtd_f table"];

/// A search with all that playing programs add.
fn in_play(series: &'static str, search: &'static str) -> Variant {
    Variant::named(series, search).plus(Additions::IN_PLAY)
}

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    Experiment {
        name: "game-practice",
        figure: "none",
        claim: "On positions from games order, table and iterative deepening save most of the nodes",
        points: points(positions, &LEVELS),
        variants: vec![
            Variant::of("alpha_beta"),
            Variant::named("ordered", "alphabeta").plus(Additions::ORDER),
            in_play("alpha_beta table", "alphabeta"),
            in_play("pvs table", "pvs"),
            in_play("mtd_f table", "mtdf"),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const SAYS: &str = "The thesis searches in the natural order of moves. Programs that play order moves \
    by gains, killers and history, remember positions in a table and deepen ply by ply.";

fn drawing(name: &str) -> Drawing {
    Drawing {
        name: format!("game-practice-{name}"),
        thesis: "none",
        title: "Order, table and iterative deepening on positions".into(),
        says: SAYS,
        series: SERIES.to_vec(),
    }
}

fn figures() -> Vec<Figure> {
    let claims = [node_claims(), deep_claims()].concat();
    vec![
        drawing("nodes").over(everywhere(LEVELS.len()), Measure::Nodes, claims),
        drawing("move-loss").of(LEVELS.len() - 1, Measure::MoveLoss, vec![]),
    ]
}

fn node_claims() -> Vec<Claim> {
    let fewer = |text: &str, left, right| {
        Claim::new(text, &at(1), (left, ClaimRelation::Less, &[right]), Measure::Nodes)
    };
    let middle: Vec<usize> =
        at(1).into_iter().filter(|place| KINDS[place % KINDS.len()].1 == Phase::Middle).collect();
    let fifth = ("pvs table", ClaimRelation::Below(0.2), &["alpha_beta"] as &[_]);
    let text = "order, table and deepening take a fifth of alpha-beta's nodes or less at depth 4 in \
        the middle game (our expectation)";
    vec![
        fewer("the order of play visits fewer nodes than the natural one", "ordered", "alpha_beta"),
        fewer(
            "table and deepening visit fewer nodes than the order alone",
            "alpha_beta table",
            "ordered",
        ),
        Claim::new(text, &middle, fifth, Measure::Nodes),
    ]
}

fn deep_claims() -> Vec<Claim> {
    let places = everywhere(LEVELS.len());
    let fewer = |text: &str, left, right| {
        Claim::new(text, &places, (left, ClaimRelation::Less, &[right]), Measure::Nodes)
    };
    vec![
        fewer(
            "PVS visits fewer nodes than alpha-beta, both with order and table",
            "pvs table",
            "alpha_beta table",
        ),
        fewer(
            "MTD(f) visits fewer nodes than PVS, both with order and table",
            "mtd_f table",
            "pvs table",
        ),
    ]
}
