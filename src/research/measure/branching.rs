//! Branching: other counts than that of the seat to move.
//!
//! It is not known what the thesis's branching of 90 and 150 counts; these are what it might.

use crate::game::belief::{Observation, Visibility};
use crate::game::rules::{ARMY, Kind, World};

/// Moves of the living seats of the team to move, as if it were the turn of each.
pub(super) fn team_moves(world: &World) -> usize {
    let rules = world.rules();
    let (mut passed, turn) = (world.clone(), world.turn());
    let mut moves = world.count_moves();
    for _ in 0..world.alive().iter().count() {
        passed.time_out();
        if passed.turn() == turn {
            break;
        }
        if rules.team(passed.turn()) == rules.team(turn) {
            moves += passed.count_moves();
        }
    }
    moves
}

/// Moves of the seat to move if all its pieces were of a kind.
pub(super) fn moves_as(world: &World, kind: Kind) -> usize {
    let rules = world.rules();
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(world.turn()));
    let seen = |seat| Observation::new(world, seat, Visibility::FourDark);
    enemy.map_or(0, |seat| seen(seat).world_with(&[kind; 4 * ARMY]).count_moves())
}
