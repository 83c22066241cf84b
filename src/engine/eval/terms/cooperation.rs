//! Cooperation: pieces that help each other.
//!
//! Unit: centi-pieces per piece. Reason: a piece that captures a guarded piece is captured in turn; a
//! bomb beside a strong officer deters attacks on it; partners that stand together fight together. Source: players' advice;
//! *our reading*.

use super::inputs::{FeatureSink, TermInputs};
use super::mobility;
use crate::engine::eval::piece_beliefs::PieceBeliefs;

/// Index of the first feature of this term.
pub(in crate::engine::eval) const FIRST: usize = mobility::FIRST + mobility::NAMES.len();

/// Pieces beside a mobile enemy; those of them also beside a mobile friend; strong officers beside a bomb
/// of their own; pieces beside a partner's piece.
pub(super) const NAMES: [&str; 4] = ["contact", "guarded", "bomb_beside_strong", "partner_near"];
/// Index of `bomb_beside_strong` among them.
pub(in crate::engine::eval) const BOMB_BESIDE_STRONG: usize = 2;

pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    add_contacts(inputs, sink);
    let mut sum = 0.0;
    for seat in inputs.seats() {
        let own = inputs.world.mobile(seat);
        for at in own {
            let Some(piece) = inputs.world.piece_at(at) else { continue };
            let strong = inputs.beliefs.classes(piece).class[0];
            if strong > 0.0 {
                let beside = (inputs.world.net().neighbours(at) & own).iter();
                let near = beside.filter_map(|s| inputs.world.piece_at(s));
                let bombs: f32 = near.map(|p| inputs.beliefs.classes(p).class[3]).sum();
                sum += inputs.sign(seat) * strong * bombs.min(1.0);
            }
        }
    }
    sink.add(FIRST + BOMB_BESIDE_STRONG, sum);
}

/// Adds the features that do not depend on kinds.
pub(in crate::engine::eval) fn add_contacts<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let (net, movers) = (inputs.world.net(), inputs.movers());
    for seat in inputs.seats() {
        let (sign, team) = (inputs.sign(seat), inputs.team(seat));
        let (friends, enemies) = (movers[team.index()], movers[team.other().index()]);
        let own = inputs.world.mobile(seat);
        let (mut contacts, mut guarded, mut near) = (0_u8, 0_u8, 0_u8);
        let partner = friends - own;
        for at in own {
            let beside = net.neighbours(at);
            near += u8::from(beside.meets(partner));
            if beside.meets(enemies) {
                contacts += 1;
                guarded += u8::from(beside.meets(friends));
            }
        }
        sink.add(FIRST, sign * f32::from(contacts));
        sink.add(FIRST + 1, sign * f32::from(guarded));
        sink.add(FIRST + 3, sign * f32::from(near));
    }
}
