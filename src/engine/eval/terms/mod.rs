//! The terms: each tells its features to a [`Sink`].

mod cooperation;
mod flag;
mod material;
mod mobility;
mod place;

pub(super) use material::worths;

use super::board_map::BoardMap;
use super::piece_beliefs::{KindCounts, PieceBeliefs};
use crate::game::board::{Seat, StationSet};
use crate::game::rules::{Team, World};

/// Something that is counted of both teams.
#[derive(Debug, Clone, Copy)]
pub struct EvalFeature {
    /// The term it belongs to.
    pub term: &'static str,
    /// Its name in the term.
    pub name: &'static str,
}

/// How many features there are.
pub const FEATURES: usize = PLACE + PLACES;

/// Where the features of each term begin.
const MATERIAL: usize = 0;
const MOBILITY: usize = MATERIAL + material::NAMES.len();
const COOPERATION: usize = MOBILITY + mobility::NAMES.len();
const FLAG: usize = COOPERATION + cooperation::NAMES.len();
const PLACE: usize = FLAG + flag::NAMES.len();
const PLACES: usize = place::COUNT;

/// The features of a position: those of the first team less those of the second.
pub type EvalFeatures = [f32; FEATURES];

/// Hears how much of every feature there is.
pub(super) trait FeatureSink {
    fn add(&mut self, feature: usize, amount: f32);
}

impl FeatureSink for EvalFeatures {
    fn add(&mut self, feature: usize, amount: f32) {
        self[feature] += amount;
    }
}

/// A position as the terms see it.
pub(super) struct TermInputs<'a, C> {
    /// What is public; the kinds in it are the cast's to tell.
    pub(super) world: &'a World,
    pub(super) cast: &'a C,
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

    /// By team, where its pieces stand that can move.
    fn movers(&self) -> [StationSet; 2] {
        let mut movers = [StationSet::EMPTY; 2];
        for seat in self.seats() {
            let team = &mut movers[self.team(seat).index()];
            *team = *team | self.world.mobile(seat);
        }
        movers
    }
}

/// Tells all features.
pub(super) fn tell<C: PieceBeliefs>(scene: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    material::tell(scene, sink);
    mobility::tell(scene, sink);
    cooperation::tell(scene, sink);
    flag::tell(scene, sink);
    place::tell(scene, sink);
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
