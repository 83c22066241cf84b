//! Cooperation: pieces that help each other.
//!
//! Unit: centi-pieces per piece. Reason: a piece that captures a guarded piece is captured in turn; a
//! bomb beside a strong officer deters attacks on it; partners that stand together fight together. Source: players' advice;
//! *our reading*.

use super::inputs::{FeatureSink, TermInputs};
use super::mobility;
use crate::engine::eval::piece_beliefs::PieceBeliefs;

/// Index of the first feature of this term.
pub(super) const FIRST: usize = mobility::FIRST + mobility::NAMES.len();

/// Pieces beside a mobile enemy; those of them also beside a mobile friend; strong officers beside a bomb
/// of their own; pieces beside a partner's piece.
pub(super) const NAMES: [&str; 4] = ["contact", "guarded", "bomb_beside_strong", "partner_near"];

pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let movers = inputs.movers();
    let world = inputs.world;
    let mut sums = [0.0; 4];
    for seat in inputs.seats() {
        let (sign, team) = (inputs.sign(seat), inputs.team(seat));
        let (friends, enemies) = (movers[team.index()], movers[team.other().index()]);
        let own = world.mobile(seat);
        let partners = friends - own;
        for at in own {
            let beside = world.net().neighbours(at);
            if !(beside & enemies).is_empty() {
                sums[0] += sign;
                sums[1] += if (beside & friends).is_empty() { 0.0 } else { sign };
            }
            sums[3] += if (beside & partners).is_empty() { 0.0 } else { sign };
            let Some(piece) = world.piece_at(at) else { continue };
            let strong = inputs.beliefs.classes(piece).class[0];
            if strong > 0.0 {
                let near = (beside & own).iter().filter_map(|s| world.piece_at(s));
                let bombs: f32 = near.map(|p| inputs.beliefs.classes(p).class[3]).sum();
                sums[2] += sign * strong * bombs.min(1.0);
            }
        }
    }
    for (feature, sum) in sums.into_iter().enumerate() {
        sink.add(FIRST + feature, sum);
    }
}
