//! Kinds of position that several experiments share, and figures over all of them.

use crate::research::experiments::{
    Axis, Claim, Figure, Measure, PositionSet, Positions, ProblemSet, Sizes,
};
use junqi_core::game::rules::{Mode, Phase};
use std::sync::Arc;

/// Number of positions of each kind, of the 200 embedded ones or those of `--positions`.
pub(super) const SEEDS: Sizes = Sizes { quick: 2, full: 20 };

/// The modes and phases, in the order of the figures.
pub(super) const KINDS: [(Mode, Phase); 6] = [
    (Mode::FourPlayer, Phase::Opening),
    (Mode::FourPlayer, Phase::Middle),
    (Mode::FourPlayer, Phase::End),
    (Mode::TwoPlayer, Phase::Opening),
    (Mode::TwoPlayer, Phase::Middle),
    (Mode::TwoPlayer, Phase::End),
];

/// The x axis of a figure over kinds of position.
pub(super) const POSITIONS: Axis = Axis::Trees("positions: mode and phase");

/// All kinds of position, searched to one depth.
pub(super) struct Level {
    pub(super) depth: u32,
    /// Maximum number of positions of each kind.
    pub(super) most: usize,
}

impl Level {
    /// As many positions as there are.
    pub(super) const fn all(depth: u32) -> Self {
        Self { depth, most: usize::MAX }
    }
}

/// One problem set for each kind of position at each level, level by level.
pub(super) fn points(set: &PositionSet, levels: &[Level]) -> Vec<Arc<dyn ProblemSet>> {
    let of = |level: &Level, kind| -> Arc<dyn ProblemSet> {
        Arc::new(Positions::new(set, kind, level.depth, level.most))
    };
    levels.iter().flat_map(|level| KINDS.map(|kind| of(level, kind))).collect()
}

/// Indices of the problem sets of one level.
pub(super) fn at(level: usize) -> Vec<usize> {
    (0..KINDS.len()).map(|kind| KINDS.len() * level + kind).collect()
}

/// Indices of the problem sets of the first `levels` levels.
pub(super) fn everywhere(levels: usize) -> Vec<usize> {
    (0..levels).flat_map(at).collect()
}

/// A figure over all kinds of position at one depth, without measure and claims.
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) thesis: &'static str,
    pub(super) title: String,
    pub(super) says: &'static str,
    pub(super) series: Vec<&'static str>,
}

impl Drawing {
    /// Adds the level, the measure and the claims.
    pub(super) fn of(self, level: usize, measure: Measure, claims: Vec<Claim>) -> Figure {
        self.over(at(level), measure, claims)
    }

    /// Adds the problem sets, the measure and the claims. Counts are drawn on a logarithmic axis.
    pub(super) fn over(self, points: Vec<usize>, measure: Measure, claims: Vec<Claim>) -> Figure {
        let Self { name, thesis, title, says, series } = self;
        let log =
            matches!(measure, Measure::Nodes | Measure::Leaves | Measure::Bytes | Measure::LookUps);
        Figure { name, thesis, title, says, points, series, measure, x: POSITIONS, log, claims }
    }
}

/// Note of claims about the loss by the chosen move.
pub(super) const WHY_LOSS: &str = "The loss of a move is judged by a search of up to six plies, so even full \
    search to a smaller depth loses something. It is counted as chance of winning, 0 to 1, on the scale of \
    the evaluation.";
