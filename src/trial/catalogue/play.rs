//! The playing consequence: seats of every algorithm against alpha-beta at equal nodes.

use crate::experiment::{Arm, Axis, Check, Claim, Experiment, Figure, Measure, Relation};
use crate::rules::Mode;
use crate::trial::Matches;
use std::sync::Arc;

/// Units of each mode if nothing else is asked for.
const UNITS: u64 = 20;

/// Nodes for a move.
const NODES: u64 = 1000;

const SERIES: [&str; 9] =
    ["alphabeta", "aspiration", "pvs", "mtdf", "awt", "abt", "ct", "bct", "star2"];

pub(super) fn experiment() -> Experiment {
    let matches = |mode| Matches::new(mode, NODES);
    Experiment {
        name: "game-play",
        figure: "3.x, 4.26",
        claim: "At equal nodes AWT and the threshold searches play better than alpha-beta",
        points: vec![Arc::new(matches(Mode::Two)), Arc::new(matches(Mode::One))],
        arms: SERIES.map(|seat| Arm::of(seat).checked(Check::Free)).into(),
        seeds: UNITS,
        figures: vec![figure()],
    }
}

const SAYS: &str = "The thesis says that its searches play well within the time for a move; matches \
    of seats in units that cancel the luck of the deal are ours.";

fn figure() -> Figure {
    Figure {
        name: "game-play".into(),
        thesis: "3.x, 4.26",
        title: format!("Seats against alpha-beta at {NODES} nodes a move"),
        says: SAYS,
        points: vec![0, 1],
        series: SERIES.to_vec(),
        measure: Measure::Points,
        x: Axis::Trees("games of four in fours, games of two in pairs"),
        log: false,
        claims: claims(),
    }
}

fn claims() -> Vec<Claim> {
    let against = |text: String, seat: &str, relation| {
        Claim::new(text, &[0, 1], (seat, relation, &["alphabeta"]), Measure::Points)
    };
    let better = |seat: &&str| {
        let text = format!("{seat} plays better than alpha-beta at equal nodes (our reading)");
        against(text, seat, Relation::More)
    };
    let near = |seat: &&str| {
        let text =
            format!("{seat} takes 40 to 60 % of the points from alpha-beta (our expectation)");
        against(text, seat, Relation::Near(0.2))
    };
    let thesis = ["awt", "abt", "ct", "bct", "star2"];
    thesis.iter().map(better).chain(["aspiration", "pvs", "mtdf"].iter().map(near)).collect()
}
