//! An open world that keeps the sums of a network from move to move.

use super::accumulator::{Accumulator, Network};
use super::layers::NetworkError;
use crate::game::rules::{Move, Moves, Undo, World};
use crate::gametree::position::{Indexed, Node, Noisy, Position, Side};
use std::sync::Arc;

/// A [`World`] with the [`Accumulator`] of a [`Network`], as a position of a search.
#[derive(Debug, Clone)]
pub struct TrackedWorld {
    world: World,
    network: Arc<Network>,
    sums: Accumulator,
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct TrackedWorldUndo {
    undo: Undo,
    sums: Accumulator,
}

impl TrackedWorld {
    /// A world as a network sees it.
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

    /// The world, without the sums.
    pub fn into_world(self) -> World {
        self.world
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The sums.
    pub fn sums(&self) -> &Accumulator {
        &self.sums
    }

    /// What the world is worth to the first team, the game going on, in centi-pieces.
    #[inline]
    pub fn worth(&self) -> i64 {
        self.network.worth(&self.sums)
    }

    /// The sums after a move that the world has made.
    #[inline]
    fn follow(&mut self, m: Move, undo: &Undo) {
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
    type Move = Move;
    type Undo = TrackedWorldUndo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.world.side()
    }

    #[inline]
    fn moves(&self) -> Moves {
        self.world.moves()
    }

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
        self.follow(m, &undo);
        TrackedWorldUndo { undo, sums }
    }
}

impl Noisy for TrackedWorld {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.world.noisy_moves()
    }

    fn is_pressed(&self) -> bool {
        self.world.is_pressed()
    }
}

impl Indexed for TrackedWorld {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}
