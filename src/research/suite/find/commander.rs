//! `commander`: the seat's commander is hunted, by a bomb or by another commander, and can still be saved for
//! a round. Its death would make the flag public.

use super::scene::Scene;
use crate::game::rules::Kind;
use crate::research::suite::goal::{Goal, Target};

/// To hold the commander for a round, while the flag is hidden.
pub(super) fn goals(scene: &Scene<'_>) -> Vec<Goal> {
    let world = scene.world;
    if world.flags_shown().contains(scene.seat) {
        return vec![];
    }
    let own = world.pieces().map(|(piece, _)| piece).filter(|piece| piece.seat() == scene.seat);
    let mut commanders = own.filter(|&piece| world.kind(piece) == Kind::Commander);
    commanders.next().map(|c| scene.goal(vec![Target::Piece(c)], 1)).into_iter().collect()
}
