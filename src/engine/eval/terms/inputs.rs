//! What a term reads and where it writes: a position and a sink of features.

use crate::engine::eval::board_map::BoardMap;
use crate::engine::eval::piece_beliefs::PieceBeliefs;
use crate::game::board::{Seat, StationSet};
use crate::game::rules::{Team, World};

/// Receives the amounts of the features.
pub(in crate::engine::eval) trait FeatureSink {
    /// Adds an amount of the feature with this index.
    fn add(&mut self, feature: usize, amount: f32);
}

/// A position, as the terms use it.
pub(in crate::engine::eval) struct TermInputs<'a, C> {
    /// The public state; the kinds of pieces are taken from `beliefs`.
    pub(in crate::engine::eval) world: &'a World,
    pub(in crate::engine::eval) beliefs: &'a C,
    pub(in crate::engine::eval) map: &'a BoardMap,
}

impl<C: PieceBeliefs> TermInputs<'_, C> {
    pub(super) fn team(&self, seat: Seat) -> Team {
        self.world.rules().team(seat)
    }

    /// 1 for the first team, -1 for the second.
    pub(in crate::engine::eval) fn sign(&self, seat: Seat) -> f32 {
        if self.team(seat) == Team::First { 1.0 } else { -1.0 }
    }

    /// The living seats.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.world.alive().iter()
    }

    /// The stations of pieces that can move, by team.
    pub(super) fn movers(&self) -> [StationSet; 2] {
        Team::ALL.map(|team| self.world.movers(team))
    }
}
