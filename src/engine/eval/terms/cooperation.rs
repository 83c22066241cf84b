//! Cooperation: pieces that help each other.
//!
//! Unit: centi-pieces per piece. Reason: a piece that captures a guarded piece is captured in turn; a
//! bomb beside a strong officer deters attacks on it; partners that stand together fight together. Source: players' advice;
//! *our reading*.

use super::inputs::{FeatureSink, TermInputs};
use super::mobility;
use crate::engine::eval::piece_beliefs::PieceBeliefs;
use crate::game::board::{Seat, StationSet};

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
    let world = inputs.world;
    // The stations beside the mobile pieces of each seat, then of each team.
    let around = Seat::ALL.map(|seat| world.net().beside(world.mobile(seat)));
    let mut teams = [StationSet::EMPTY; 2];
    for seat in inputs.seats() {
        let team = &mut teams[inputs.team(seat).index()];
        *team = *team | around[seat.index()];
    }
    for seat in inputs.seats() {
        let (sign, team, own) = (inputs.sign(seat), inputs.team(seat), world.mobile(seat));
        let contacts = own & teams[team.other().index()];
        let guarded = (contacts & teams[team.index()]).len();
        let partners = world.rules().team_seats(team).filter(|&mate| mate != seat);
        let near = partners.map(|mate| (own & around[mate.index()]).len()).sum::<usize>();
        sink.add(FIRST, sign * contacts.len() as f32);
        sink.add(FIRST + 1, sign * guarded as f32);
        sink.add(FIRST + 3, sign * near as f32);
    }
}
