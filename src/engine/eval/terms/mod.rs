//! The terms of the evaluation; each adds its features to a [`FeatureSink`].

mod cooperation;
mod flag;
mod material;
mod mobility;
mod place;

pub(super) use material::piece_values;

use super::board_map::BoardMap;
use super::piece_beliefs::{KindCounts, PieceBeliefs};
use crate::game::board::{Seat, StationSet};
use crate::game::rules::{Team, World};

/// A feature of the evaluation, counted for both teams.
#[derive(Debug, Clone, Copy)]
pub struct EvalFeature {
    /// Name of its term.
    pub term: &'static str,
    /// Its name within the term.
    pub name: &'static str,
}

/// Number of features.
pub const FEATURES: usize = PLACE + PLACES;

/// Index of the first feature of each term.
const MATERIAL: usize = 0;
const MOBILITY: usize = MATERIAL + material::NAMES.len();
const COOPERATION: usize = MOBILITY + mobility::NAMES.len();
const FLAG: usize = COOPERATION + cooperation::NAMES.len();
const PLACE: usize = FLAG + flag::NAMES.len();
const PLACES: usize = place::COUNT;

/// The features of a position: those of the first team minus those of the second.
pub type EvalFeatures = [f32; FEATURES];

/// Receives the amounts of the features.
pub(super) trait FeatureSink {
    /// Adds an amount of the feature with this index.
    fn add(&mut self, feature: usize, amount: f32);
}

impl FeatureSink for EvalFeatures {
    fn add(&mut self, feature: usize, amount: f32) {
        self[feature] += amount;
    }
}

/// A position, as the terms use it.
pub(super) struct TermInputs<'a, C> {
    /// The public state; the kinds of pieces are taken from `beliefs`.
    pub(super) world: &'a World,
    pub(super) beliefs: &'a C,
    pub(super) map: &'a BoardMap,
    pub(super) counts: KindCounts,
}

impl<C: PieceBeliefs> TermInputs<'_, C> {
    fn team(&self, seat: Seat) -> Team {
        self.world.rules().team(seat)
    }

    /// 1 for the first team, -1 for the second.
    fn sign(&self, seat: Seat) -> f32 {
        if self.team(seat) == Team::First { 1.0 } else { -1.0 }
    }

    /// The living seats.
    fn seats(&self) -> impl Iterator<Item = Seat> {
        self.world.alive().iter()
    }

    /// The stations of pieces that can move, by team.
    fn movers(&self) -> [StationSet; 2] {
        let mut movers = [StationSet::EMPTY; 2];
        for seat in self.seats() {
            let team = &mut movers[self.team(seat).index()];
            *team = *team | self.world.mobile(seat);
        }
        movers
    }
}

/// Adds the features of all terms.
pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    material::add_features(inputs, sink);
    mobility::add_features(inputs, sink);
    cooperation::add_features(inputs, sink);
    flag::add_features(inputs, sink);
    place::add_features(inputs, sink);
}

/// The names of all features.
pub fn features() -> impl Iterator<Item = EvalFeature> {
    let named = |term, names: &'static [&'static str]| {
        names.iter().map(move |name| EvalFeature { term, name })
    };
    named("material", &material::NAMES)
        .chain(named("mobility", &mobility::NAMES))
        .chain(named("cooperation", &cooperation::NAMES))
        .chain(named("flag", &flag::NAMES))
        .chain(named("place", &place::NAMES))
}
