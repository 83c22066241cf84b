//! Mobility: how much a team can do.
//!
//! Unit: centi-pieces a move. Reason: who cannot move loses, and pieces in the open choose their
//! fights. Source: general practice (Slater, "Statistics for the chess computer and the factor of
//! mobility", 1950); *our reading* of it: steps and slides, without the turns of engineers.

use super::{FeatureSink, MOBILITY, TermInputs};
use crate::engine::eval::piece_beliefs::PieceBeliefs;

/// Steps and slides of all seats, and the right to move.
pub(super) const NAMES: [&str; 2] = ["moves", "turn"];

pub(super) fn tell<C: PieceBeliefs>(scene: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let moves = |seat| scene.sign(seat) * scene.world.mobility(seat) as f32;
    sink.add(MOBILITY, scene.seats().map(moves).sum());
    sink.add(MOBILITY + 1, scene.sign(scene.world.turn()));
}
