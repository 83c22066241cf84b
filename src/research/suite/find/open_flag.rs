//! `open-flag`: the seat's flag is public and attacked.

use super::scene::Scene;
use crate::research::suite::goal::{Goal, Target};

/// To hold the own public flag for two rounds.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let shown = scene.world.flags_shown().contains(scene.seat);
    shown.then(|| scene.goal(vec![Target::Flag(scene.seat)], 2)).into_iter().collect()
}
