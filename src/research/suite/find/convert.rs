//! `convert`: the last enemy flag can be taken by force, and many plies without a fight have passed.

use super::scene::Scene;
use crate::research::suite::goal::Goal;

/// Least part of the quiet-ply limit that has passed.
const PASSED: f64 = 0.2;

/// To take the last enemy flag within two rounds, before the own flags fall.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let world = scene.world;
    let limit = f64::from(world.rules().draw_quiet_plies);
    let late = limit > 0.0 && f64::from(world.quiet()) >= PASSED * limit;
    if !late || scene.seats(false).len() != 1 {
        return vec![];
    }
    vec![Goal { keep: scene.flags(true), ..scene.goal(scene.flags(false), 2) }]
}
