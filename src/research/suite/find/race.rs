//! `race`: both sides can take a flag, and the own team is first if it hurries.

use super::scene::Scene;
use crate::research::suite::forced::ForcedSearch;
use crate::research::suite::goal::Goal;

/// Node limit of the test whether the enemies would take a flag.
const NODES: u64 = 50_000;

/// To take an enemy flag within two rounds and before any own flag, where the enemies would take one within
/// two rounds if the seat passed.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let threat = scene.goal(scene.flags(true), 2);
    let search = ForcedSearch::new(scene.world, &threat, NODES);
    let threatened = search.map(|mut search| search.is_forced_after_pass(threat.plies));
    if threatened != Some(Ok(true)) {
        return vec![];
    }
    vec![Goal { keep: scene.flags(true), ..scene.goal(scene.flags(false), 2) }]
}
