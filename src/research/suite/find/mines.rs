//! `mines`: an engineer can take a mine beside a flag. Either an enemy engineer could take one beside a flag
//! of the own team, and the mine is to be held for a round; or an own engineer can take one beside an enemy
//! flag, and the capture of that flag is forced within two rounds.

use super::scene::Scene;
use crate::research::suite::goal::{Goal, Target};

pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let mut goals = vec![];
    for owner in scene.seats(false) {
        if scene.engineer_can_take(scene.seat, &scene.mines_at_flag(owner)) {
            goals.push(scene.goal(vec![Target::Flag(owner)], 2));
        }
    }
    for owner in scene.seats(true) {
        let mines = scene.mines_at_flag(owner);
        let threatens = |&enemy: &_| scene.engineer_can_take(enemy, &mines);
        if scene.seats(false).iter().any(threatens) {
            goals.push(scene.goal(mines.into_iter().map(Target::Piece).collect(), 1));
        }
    }
    goals
}
