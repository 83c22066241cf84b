//! The proof of a moment: what every legal move leads to, with all pieces known.

use super::forced::{ForcedSearch, NodesSpent};
use super::goal::Goal;
use crate::game::rules::{Move, World};

/// What the legal moves of a position lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveProof {
    /// Whether the attackers' goal is forced if the seat to move passes.
    pub threat: bool,
    /// Moves that achieve what the seat must see, in the order of the move generator: for an attacker
    /// those that force the goal, for a defender those after which it is not forced.
    pub good: Vec<Move>,
    /// Number of legal moves.
    pub legal: usize,
}

/// Proves every legal move of a position; none if no target is on the board.
///
/// # Errors
///
/// [`NodesSpent`] if the proof needs more than `limit` positions.
pub fn prove(world: &World, goal: &Goal, limit: u64) -> Result<Option<MoveProof>, NodesSpent> {
    let Some(mut search) = ForcedSearch::new(world, goal, limit) else { return Ok(None) };
    let attacks = goal.is_attacker(world.turn(), world.rules());
    let threat = search.is_forced_after_pass(goal.plies)?;
    let moves: Vec<Move> = world.moves().collect();
    let mut good = vec![];
    for &mv in &moves {
        if search.is_forced_after(mv, goal.plies)? == attacks {
            good.push(mv);
        }
    }
    Ok(Some(MoveProof { threat, good, legal: moves.len() }))
}

/// Whether a position holds what a moment is about: for an attacker, a way to force the goal; for a
/// defender, a goal that is forced if it passes.
///
/// # Errors
///
/// [`NodesSpent`] if the proof needs more than `limit` positions.
pub(super) fn is_there(world: &World, goal: &Goal, limit: u64) -> Result<bool, NodesSpent> {
    let Some(mut search) = ForcedSearch::new(world, goal, limit) else { return Ok(false) };
    if goal.is_attacker(world.turn(), world.rules()) {
        search.is_forced(goal.plies)
    } else {
        search.is_forced_after_pass(goal.plies)
    }
}
