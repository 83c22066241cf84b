//! Searches where chance decides, on positions from games.

use super::kinds::{Drawing, Level, SEEDS, at, everywhere, points};
use crate::research::experiments::{
    Check, Claim, ClaimRelation, Experiment, Figure, Measure, PositionSet, Variant, VariantSetting,
};

const LEVELS: [Level; 3] = [Level::all(2), Level::all(3), Level::all(4)];

const SERIES: [&str; 4] = ["alpha_beta", "expectimax", "star1", "star2"];

pub(super) fn experiment(positions: &PositionSet) -> Experiment {
    let star = |series, probes| {
        let variant = Variant::named(series, "star2").with("probes", VariantSetting::Is(probes));
        variant.checked(Check::Free)
    };
    Experiment {
        name: "game-star",
        figure: "none",
        claim: "On positions from games Star1 saves most of expectiminimax, and Star2 some of Star1",
        points: points(positions, &LEVELS),
        variants: vec![
            Variant::of("alpha_beta"),
            Variant::of("expectimax").checked(Check::Free).to_depth(3),
            star("star1", "0"),
            star("star2", "1"),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const SAYS: &str = "The thesis lets every fight of unknown pieces end in one way; searches that \
    average over all ends are ours, and what they cost and choose beside it.";

fn drawing(name: &str) -> Drawing {
    Drawing {
        name: format!("game-star-{name}"),
        thesis: "none",
        title: "Searches with chance on positions, natural order".into(),
        says: SAYS,
        series: SERIES.to_vec(),
    }
}

fn figures() -> Vec<Figure> {
    let all = everywhere(LEVELS.len());
    vec![
        drawing("nodes").over(all, Measure::Nodes, node_claims()),
        drawing("move-loss").of(1, Measure::MoveLoss, vec![loss_claim()]),
        drawing("same-move").of(1, Measure::SameMove, vec![]),
    ]
}

fn node_claims() -> Vec<Claim> {
    let fewer = |text: &str, places: &[usize], left, right| {
        Claim::new(text, places, (left, ClaimRelation::Less, &[right]), Measure::Nodes)
    };
    let shallow = [at(0), at(1)].concat();
    let all = everywhere(LEVELS.len());
    vec![
        fewer("Star1 visits fewer nodes than expectiminimax", &shallow, "star1", "expectimax"),
        fewer("Star2 visits fewer nodes than Star1", &all, "star2", "star1"),
    ]
}

fn loss_claim() -> Claim {
    let text = "Star2's moves lose less than alpha-beta's at the same depth (our expectation)";
    let less = ("star2", ClaimRelation::Less, &["alpha_beta"] as &[_]);
    Claim::new(text, &everywhere(LEVELS.len()), less, Measure::MoveLoss).because(
        "The judge is a search without chance: what it calls a loss is one in its own terms.",
    )
}
