//! Safety of the flag: its guards and its attackers.
//!
//! Unit: centi-pieces per flag, times the probability that it stands there. Reason: a seat that
//! loses its flag is out. Source: the guard of the flag ("oriflamme") of FSKD 2006; the features are *our reading*.

use super::cooperation;
use super::inputs::{FeatureSink, TermInputs};
use crate::engine::eval::board_map::Headquarters;
use crate::engine::eval::piece_beliefs::PieceBeliefs;
use crate::game::board::{Seat, Station};

/// Index of the first feature of this term.
pub(super) const FIRST: usize = cooperation::FIRST + cooperation::NAMES.len();

/// Mines beside the flag; mobile friends beside it; mobile enemies beside it; stations beside it that an
/// enemy reaches by a step or over open rail; enemies in its arm; whether it is shown; enemies beside a
/// shown flag; mobile friends and enemies two steps from it, outside camps and in a camp.
pub(super) const NAMES: [&str; 11] = [
    "mines",
    "guards",
    "attackers",
    "doors",
    "intruders",
    "shown",
    "attackers_of_shown",
    "near_guards",
    "near_attackers",
    "camp_guards",
    "camp_attackers",
];

/// Flags below this probability are ignored.
const MIN_FLAG: f32 = 0.01;

pub(in crate::engine::eval) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let movers = inputs.movers();
    for seat in inputs.seats() {
        let sign = inputs.sign(seat);
        let enemies = movers[inputs.team(seat).other().index()];
        sink.add(FIRST + 4, sign * (enemies & inputs.map.arms[seat.index()]).len() as f32);
        let shown = inputs.world.flags_shown().contains(seat);
        sink.add(FIRST + 5, if shown { sign } else { 0.0 });
        for headquarters in &inputs.map.headquarters[seat.index()] {
            let piece = inputs.world.piece_at(headquarters.at).filter(|p| p.seat() == seat);
            let flag = piece.map_or(0.0, |p| inputs.beliefs.classes(p).flag);
            if flag > MIN_FLAG {
                add_guard(inputs, sink, (seat, headquarters), sign * flag, shown);
            }
        }
    }
}

/// Adds the features around a flag, each times `amount`.
fn add_guard<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
    (seat, headquarters): (Seat, &Headquarters),
    amount: f32,
    shown: bool,
) {
    let (world, team) = (inputs.world, inputs.team(seat));
    let movers = inputs.movers();
    let (friends, enemies) = (movers[team.index()], movers[team.other().index()]);
    let beside = world.net().neighbours(headquarters.at);
    let near = beside.iter().filter_map(|s| world.piece_at(s)).filter(|p| p.seat() == seat);
    sink.add(FIRST, amount * near.map(|p| inputs.beliefs.classes(p).mine).sum::<f32>());
    sink.add(FIRST + 1, amount * (beside & friends).len() as f32);
    let attackers = (beside & enemies).len() as f32;
    sink.add(FIRST + 2, amount * attackers);
    let free = beside - world.held(team);
    let reached = |s: &Station| world.is_reached(*s, enemies);
    sink.add(FIRST + 3, amount * free.iter().filter(reached).count() as f32);
    sink.add(FIRST + 6, if shown { amount * attackers } else { 0.0 });
    let (near, camps) = (headquarters.two_steps, world.net().camps());
    for (feature, stations) in [(FIRST + 7, near - camps), (FIRST + 9, near & camps)] {
        sink.add(feature, amount * (stations & friends).len() as f32);
        sink.add(feature + 1, amount * (stations & enemies).len() as f32);
    }
}
