//! `partner`: the flag of the seat's partner is attacked, and the seat can help.

use super::scene::Scene;
use crate::game::rules::Mode;
use crate::research::suite::goal::{Goal, Target};

/// To hold the partner's flag for two rounds.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let partner = scene.seat.opposite();
    let plays =
        scene.world.rules().mode == Mode::FourPlayer && scene.world.alive().contains(partner);
    plays.then(|| scene.goal(vec![Target::Flag(partner)], 2)).into_iter().collect()
}
