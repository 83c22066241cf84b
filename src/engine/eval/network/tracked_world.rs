//! An open world with the accumulator of a network, updated move by move.

use super::accumulator::{Accumulator, Network};
use super::layers::NetworkError;
use crate::engine::delegate::delegate;
use crate::game::rules::{Move, Undo, World};
use crate::gametree::position::{Indexed, Node, Noisy, Position};
use std::sync::Arc;

/// A [`World`] with the [`Accumulator`] of a [`Network`], as a position of a search.
#[derive(Debug, Clone)]
pub struct TrackedWorld {
    world: World,
    network: Arc<Network>,
    sums: Accumulator,
}

/// The undo information of a move.
#[derive(Debug, Clone, Copy)]
pub struct TrackedWorldUndo {
    undo: Undo,
    sums: Accumulator,
}

impl TrackedWorld {
    /// Computes the accumulator of a world from scratch.
    ///
    /// # Errors
    ///
    /// If the network is for another kind of game, or the board is not the standard one.
    pub fn new(world: World, network: Arc<Network>) -> Result<Self, NetworkError> {
        network.suits(&world)?;
        Ok(Self { sums: network.sums(&world), world, network })
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, without the accumulator.
    pub fn into_world(self) -> World {
        self.world
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The accumulator.
    pub fn sums(&self) -> &Accumulator {
        &self.sums
    }

    /// Value of the world for the first team while the game goes on, in centi-pieces.
    #[inline]
    pub fn first_team_value(&self) -> i64 {
        self.network.first_team_value(&self.sums)
    }

    /// Updates the accumulator after the world has made a move.
    #[inline]
    fn update(&mut self, m: Move, undo: &Undo) {
        let Self { world, network, sums } = self;
        if let Some(mover) = undo.relocated() {
            network.relocate(sums, mover.seat(), world.kind(mover), [m.from, m.to]);
        }
        for (piece, at) in world.fallen_since(undo) {
            network.lift(sums, piece.seat(), world.kind(piece), at);
        }
        for seat in undo.shown_since(world) {
            network.show(sums, seat);
        }
        network.pass(sums, world.turn());
    }
}

impl AsRef<World> for TrackedWorld {
    fn as_ref(&self) -> &World {
        &self.world
    }
}

impl Node for TrackedWorld {
    type Undo = TrackedWorldUndo;
    delegate!(Node for world: World);

    #[inline]
    fn unmake(&mut self, m: Move, undo: TrackedWorldUndo) {
        self.world.unmake(m, undo.undo);
        self.sums = undo.sums;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.world.key()
    }
}

impl Position for TrackedWorld {
    #[inline]
    fn make(&mut self, m: Move) -> TrackedWorldUndo {
        let sums = self.sums;
        let undo = self.world.make(m);
        self.update(m, &undo);
        TrackedWorldUndo { undo, sums }
    }
}

impl Noisy for TrackedWorld {
    delegate!(Noisy for world: World);
}

impl Indexed for TrackedWorld {
    delegate!(Indexed);
}
