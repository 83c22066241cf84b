//! The accumulator of a network, updated as a world makes moves, alone or beside the features.

use super::accumulator::{Accumulator, Network};
use super::layers::NetworkError;
use crate::engine::eval::tracked::{FeatureSums, FeatureTables, FeatureTracker, Tracked, Tracker};
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
    fn quick(&self, sums: &Accumulator, _world: &World) -> i64 {
        Self::first_team_value(self, sums)
    }

    #[inline]
    fn rest(&self, _sums: &Accumulator, _world: &World) -> i64 {
        0
    }

    fn quiet_gain(&self, _world: &World, _m: Move) -> Option<i64> {
        None
    }

    fn may_threaten(&self, _world: &World, _m: Move) -> bool {
        false
    }
}

/// Evaluates a world by weighted features, corrected by a network.
#[derive(Debug)]
pub struct FeaturesWithNetwork {
    features: FeatureTracker,
    network: Arc<Network>,
}

impl Tracked<FeaturesWithNetwork> {
    /// A world evaluated by weighted features and the correction of a network.
    ///
    /// # Errors
    ///
    /// If the network is for another kind of game, or the board is not the standard one.
    pub fn by_features_and_network(
        world: World,
        tables: Arc<FeatureTables>,
        network: Arc<Network>,
    ) -> Result<Self, NetworkError> {
        network.suits(&world)?;
        let features = FeatureTracker::new(&world, tables);
        Ok(Self::with(world, FeaturesWithNetwork { features, network }.into()))
    }
}

impl Tracker for FeaturesWithNetwork {
    type Sums = (FeatureSums, Accumulator);

    fn sums(&self, world: &World) -> Self::Sums {
        (self.features.sums(world), self.network.sums(world))
    }

    #[inline]
    fn update(&self, sums: &mut Self::Sums, world: &World, m: Move, undo: &Undo) {
        self.features.update(&mut sums.0, world, m, undo);
        self.network.update(&mut sums.1, world, m, undo);
    }

    #[inline]
    fn quick(&self, sums: &Self::Sums, world: &World) -> i64 {
        self.features.quick(&sums.0, world)
    }

    #[inline]
    fn rest(&self, sums: &Self::Sums, world: &World) -> i64 {
        self.features.rest(&sums.0, world) + self.network.first_team_value(&sums.1)
    }

    #[inline]
    fn quiet_gain(&self, world: &World, m: Move) -> Option<i64> {
        self.features.quiet_gain(world, m)
    }

    #[inline]
    fn may_threaten(&self, world: &World, m: Move) -> bool {
        self.features.may_threaten(world, m)
    }
}
