//! Branching factors: move counts other than that of the seat to move.
//!
//! The thesis does not define its branching factors of 90 and 150; these are candidate definitions.

use crate::game::belief::{Observation, Visibility};
use crate::game::rules::{Kind, PIECES, World};

/// Number of moves of all living seats of the team to move, each counted as on its own turn.
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

/// Number of moves of the seat to move if all its pieces were of one kind.
pub(super) fn moves_as(world: &World, kind: Kind) -> usize {
    let rules = world.rules();
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(world.turn()));
    let seen = |seat| Observation::new(world, seat, Visibility::FourDark);
    enemy.map_or(0, |seat| seen(seat).world_with(&[kind; PIECES]).count_moves())
}
