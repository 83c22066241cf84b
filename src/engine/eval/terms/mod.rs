//! The terms of the evaluation; each adds its features to a [`FeatureSink`].

pub(super) mod cooperation;
pub(super) mod flag;
mod inputs;
pub(super) mod material;
pub(super) mod mobility;
pub(super) mod place;

pub(super) use inputs::{FeatureSink, TermInputs};
pub(super) use material::{TeamCounts, by_team, piece_values};

use super::piece_beliefs::PieceBeliefs;

/// A feature of the evaluation, counted for both teams.
#[derive(Debug, Clone, Copy)]
pub struct EvalFeature {
    /// Name of its term.
    pub term: &'static str,
    /// Its name within the term.
    pub name: &'static str,
}

/// Number of features.
pub const FEATURES: usize = place::FIRST + place::COUNT;

/// The features of a position: those of the first team minus those of the second.
pub type EvalFeatures = [f32; FEATURES];

impl FeatureSink for EvalFeatures {
    fn add(&mut self, feature: usize, amount: f32) {
        self[feature] += amount;
    }
}

/// Adds the features of all terms.
pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    teams: &TeamCounts,
    sink: &mut impl FeatureSink,
) {
    material::add_features(inputs, teams, sink);
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
