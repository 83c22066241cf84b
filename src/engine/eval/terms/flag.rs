//! Safety of the flag: what guards it and what is on its way to it.
//!
//! Unit: centi-pieces a flag, times the probability that it stands there. Reason: its loss is its
//! seat's. Source: the guard of the flag ("oriflamme") of FSKD 2006; the features are *our reading*.

use super::{FLAG, FeatureSink, TermInputs};
use crate::engine::eval::piece_beliefs::PieceBeliefs;
use crate::game::board::{Seat, Station};

/// Mines beside it; pieces beside it that can move; enemies beside it that can; stations beside it
/// that an enemy reaches by a step or over open rail; enemies in its arm; whether it is shown; enemies beside a flag that is
/// shown.
pub(super) const NAMES: [&str; 7] =
    ["mines", "guards", "attackers", "doors", "intruders", "shown", "attackers_of_shown"];

/// Below this probability a flag is not looked at.
const LEAST: f32 = 0.01;

pub(super) fn tell<C: PieceBeliefs>(scene: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let movers = scene.movers();
    for seat in scene.seats() {
        let sign = scene.sign(seat);
        let enemies = movers[scene.team(seat).other().index()];
        sink.add(FLAG + 4, sign * (enemies & scene.map.arms[seat.index()]).len() as f32);
        let shown = scene.world.flags_shown().contains(seat);
        sink.add(FLAG + 5, if shown { sign } else { 0.0 });
        for &at in &scene.map.headquarters[seat.index()] {
            let piece = scene.world.piece_at(at).filter(|p| p.seat() == seat);
            let flag = piece.map_or(0.0, |p| scene.cast.part(p).flag);
            if flag > LEAST {
                guard(scene, sink, (seat, at), sign * flag, shown);
            }
        }
    }
}

/// What stands around a flag that counts for so much.
fn guard<C: PieceBeliefs>(
    scene: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
    (seat, at): (Seat, Station),
    amount: f32,
    shown: bool,
) {
    let (world, team) = (scene.world, scene.team(seat));
    let movers = scene.movers();
    let (friends, enemies) = (movers[team.index()], movers[team.other().index()]);
    let beside = world.net().neighbours(at);
    let near = beside.iter().filter_map(|s| world.piece_at(s)).filter(|p| p.seat() == seat);
    sink.add(FLAG, amount * near.map(|p| scene.cast.part(p).mine).sum::<f32>());
    sink.add(FLAG + 1, amount * (beside & friends).len() as f32);
    let attackers = (beside & enemies).len() as f32;
    sink.add(FLAG + 2, amount * attackers);
    let free = beside - world.held(team);
    let empty = |s| world.piece_at(s).is_none();
    let reached = |s: &Station| !(world.net().reach(*s, empty) & enemies).is_empty();
    sink.add(FLAG + 3, amount * free.iter().filter(reached).count() as f32);
    sink.add(FLAG + 6, if shown { amount * attackers } else { 0.0 });
}
