//! `flags`: a flag of the seat's team falls in the game, 4 to 12 plies later in 2v2 games and 2 to 6 plies
//! later in 1v1 games.

use super::scene::Scene;
use crate::game::rules::Rules;
use crate::research::suite::goal::Goal;
use std::ops::Range;

/// To lose no flag of the own team within two rounds.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    vec![scene.goal(scene.flags(true), 2)]
}

/// The numbers of the events at which moments before a capture are looked for.
pub(in crate::research::suite) fn events_before(capture: usize, rules: &Rules) -> Range<usize> {
    let round = rules.seats().len();
    capture.saturating_sub(3 * round)..(capture + 1).saturating_sub(round)
}
