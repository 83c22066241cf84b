//! The accumulator of a network, updated as a world makes moves.

use super::accumulator::{Accumulator, Network};
use super::layers::NetworkError;
use crate::engine::eval::tracked::{Tracked, Tracker};
use crate::game::rules::{Move, Undo, World};
use std::sync::Arc;

impl Tracked<Network> {
    /// A world evaluated by a network; computes the accumulator from scratch.
    ///
    /// # Errors
    ///
    /// If the network is for another kind of game, or the board is not the standard one.
    pub fn by_network(world: World, network: Arc<Network>) -> Result<Self, NetworkError> {
        network.suits(&world)?;
        Ok(Self::with(world, network))
    }
}

impl Tracker for Network {
    type Sums = Accumulator;

    fn sums(&self, world: &World) -> Accumulator {
        Self::sums(self, world)
    }

    #[inline]
    fn update(&self, sums: &mut Accumulator, world: &World, m: Move, undo: &Undo) {
        if let Some(mover) = undo.relocated() {
            self.relocate(sums, mover.seat(), world.kind(mover), [m.from, m.to]);
        }
        for (piece, at) in world.fallen_since(undo) {
            self.lift(sums, piece.seat(), world.kind(piece), at);
        }
        for seat in undo.shown_since(world) {
            self.show(sums, seat);
        }
        self.pass(sums, world.turn());
    }

    #[inline]
    fn first_team_value(&self, sums: &Accumulator, _world: &World) -> i64 {
        Self::first_team_value(self, sums)
    }
}
