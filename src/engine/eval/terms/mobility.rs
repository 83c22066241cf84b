//! Mobility: the number of moves of a team.
//!
//! Unit: centi-pieces per move. Reason: a seat without moves loses, and mobile pieces choose their fights. Source: general practice (Slater, "Statistics for the chess computer and the factor of
//! mobility", 1950); *our reading* of it: steps and slides, without the turns of engineers.

use super::inputs::{FeatureSink, TermInputs};
use super::material;
use crate::engine::eval::piece_beliefs::PieceBeliefs;
use crate::game::rules::Team;

/// Index of the first feature of this term.
pub(super) const FIRST: usize = material::FIRST + material::NAMES.len();

/// Steps and slides of all seats; the right to move.
pub(super) const NAMES: [&str; 2] = ["moves", "turn"];

pub(in crate::engine::eval) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let [first, second] = Team::ALL.map(|team| inputs.world.mobility(team) as f32);
    sink.add(FIRST, first - second);
    sink.add(FIRST + 1, inputs.sign(inputs.world.turn()));
}
