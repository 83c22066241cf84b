//! The playing consequence: seats of every algorithm against alpha-beta at equal nodes.

use crate::game::rules::Mode;
use crate::research::experiments::{
    Axis, Check, Claim, ClaimRelation, Experiment, Figure, Matches, Measure, Variant,
};
use std::sync::Arc;

/// Units of each mode if nothing else is asked for.
const UNITS: u64 = 20;

/// Nodes for a move.
const NODES: u64 = 1000;

const SERIES: [&str; 9] =
    ["alphabeta", "aspiration", "pvs", "mtdf", "star2", "awt", "abt", "ct", "bct"];

/// Those of the thesis's own searches.
const THESIS: usize = 5;

pub(super) fn experiment() -> Experiment {
    let matches = |mode| Matches::new(mode, NODES);
    Experiment {
        name: "game-play",
        figure: "3.x, 4.26",
        claim: "At equal nodes AWT and the threshold searches play better than alpha-beta",
        points: vec![Arc::new(matches(Mode::FourPlayer)), Arc::new(matches(Mode::TwoPlayer))],
        arms: SERIES.map(|seat| Variant::of(seat).checked(Check::Free)).into(),
        seeds: UNITS,
        figures: vec![
            figure("game-play-thesis", &SERIES[THESIS..], better(&SERIES[THESIS..])),
            figure("game-play-others", &SERIES[1..THESIS], other_claims()),
        ],
    }
}

const SAYS: &str = "The thesis says that its searches play well within the time for a move; matches \
    of seats in units that cancel the luck of the deal are ours. The threshold searches have a \
    threshold of 2.7 bits, about the entropy of one ply in the middle game: with so few nodes a larger \
    one would end no path.";

fn figure(name: &str, series: &[&'static str], claims: Vec<Claim>) -> Figure {
    Figure {
        name: name.into(),
        thesis: "3.x, 4.26",
        title: format!("Seats against alpha-beta at {NODES} nodes a move"),
        says: SAYS,
        points: vec![0, 1],
        series: series.to_vec(),
        measure: Measure::Points,
        x: Axis::Trees("games of four in fours, games of two in pairs"),
        log: false,
        claims,
    }
}

fn against(text: String, seat: &str, relation: ClaimRelation) -> Claim {
    Claim::new(text, &[0, 1], (seat, relation, &["alphabeta"]), Measure::Points)
}

/// The claims that seats are better than alpha-beta.
fn better(seats: &[&str]) -> Vec<Claim> {
    let claim = |seat: &&str| {
        let text = format!("{seat} plays better than alpha-beta at equal nodes (our reading)");
        against(text, seat, ClaimRelation::More)
    };
    seats.iter().map(claim).collect()
}

/// Searches of the same tree play alike; one that averages over fights should see more.
fn other_claims() -> Vec<Claim> {
    let near = |seat: &&str| {
        let text =
            format!("{seat} takes 40 to 60 % of the points from alpha-beta (our expectation)");
        against(text, seat, ClaimRelation::Near(0.2))
    };
    let star = "star2 plays better than alpha-beta at equal nodes (our expectation)";
    let alike = SERIES[1..THESIS - 1].iter().map(near);
    alike.chain([against(star.into(), "star2", ClaimRelation::More)]).collect()
}
