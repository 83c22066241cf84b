//! The experiments on positions from games.

mod awt;
mod mt;
mod play;
mod practice;
mod star;
mod threshold;

use super::{PositionSet, Positions};
use crate::game::rules::{Mode, Phase};
use crate::research::experiments::{Axis, Claim, Experiment, Figure, Measure, ProblemSet};
use std::sync::Arc;

/// Positions of each kind if nothing else is asked for: all that are embedded.
const ALL: u64 = 11;

/// The modes and phases, in the order of the figures.
const KINDS: [(Mode, Phase); 6] = [
    (Mode::FourPlayer, Phase::Opening),
    (Mode::FourPlayer, Phase::Middle),
    (Mode::FourPlayer, Phase::End),
    (Mode::TwoPlayer, Phase::Opening),
    (Mode::TwoPlayer, Phase::Middle),
    (Mode::TwoPlayer, Phase::End),
];

/// What a figure over kinds of position has on its x axis.
const POSITIONS: Axis = Axis::Trees("positions: mode and phase");

/// The experiments on positions from games, and on matches.
pub fn experiments(scenes: &PositionSet) -> Vec<Experiment> {
    vec![
        awt::experiment(scenes),
        threshold::experiment(scenes),
        mt::experiment(scenes),
        star::experiment(scenes),
        practice::experiment(scenes),
        play::experiment(),
    ]
}

/// Every kind of position to a depth, and what is not run there.
struct Level {
    depth: u32,
    /// Positions of each kind at most.
    most: usize,
    without: &'static [&'static str],
}

impl Level {
    const fn new(depth: u32, most: usize) -> Self {
        Self { depth, most, without: &[] }
    }
}

/// All kinds of position at some depths, one depth after the other.
fn points(scenes: &PositionSet, levels: &[Level]) -> Vec<Arc<dyn ProblemSet>> {
    let of = |level: &Level, kind| -> Arc<dyn ProblemSet> {
        let positions = Positions::new(scenes, kind, level.depth, level.most);
        Arc::new(positions.without(level.without))
    };
    levels.iter().flat_map(|level| KINDS.map(|kind| of(level, kind))).collect()
}

/// The places of all kinds at one of the depths.
fn at(level: usize) -> Vec<usize> {
    (0..KINDS.len()).map(|kind| KINDS.len() * level + kind).collect()
}

/// The places of all kinds at all of so many depths.
fn everywhere(levels: usize) -> Vec<usize> {
    (0..levels).flat_map(at).collect()
}

/// A figure over all kinds of position at one depth.
struct Drawing {
    name: String,
    thesis: &'static str,
    title: String,
    says: &'static str,
    series: Vec<&'static str>,
}

impl Drawing {
    fn of(self, level: usize, measure: Measure, claims: Vec<Claim>) -> Figure {
        let Self { name, thesis, title, says, series } = self;
        let log =
            matches!(measure, Measure::Nodes | Measure::Leaves | Measure::Bytes | Measure::LookUps);
        let (points, x) = (at(level), POSITIONS);
        Figure { name, thesis, title, says, points, series, measure, x, log, claims }
    }
}

/// Why losses are as they are.
const WHY_LOSS: &str = "The loss of a move is told by a search of up to six plies, so even full \
    search to a smaller depth loses something. It is counted in parts of the worth of a commander; a \
    flag that is lost or missed counts thirty times that, so a few positions may decide the mean.";
