//! Counting move sequences: the unit of truth for move generation.

use super::{Move, World};
use crate::gametree::position::{Node, Position};

/// How many sequences of exactly `depth` legal moves there are. A finished game adds nothing.
/// The last ply is counted, not made.
pub fn perft(world: &mut World, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => world.count_moves() as u64,
        _ => {
            let mut total = 0;
            for mv in world.moves() {
                let undo = world.make(mv);
                total += perft(world, depth - 1);
                world.unmake(mv, undo);
            }
            total
        }
    }
}

/// [`perft`] of every first move, in the order of the moves' cells.
pub fn divide(world: &mut World, depth: u32) -> Vec<(Move, u64)> {
    let board = world.board();
    let mut moves: Vec<Move> = world.moves().collect();
    moves.sort_unstable_by_key(|m| m.cells(board));
    let below = depth.saturating_sub(1);
    let mut count = |mv| {
        let undo = world.make(mv);
        let nodes = perft(world, below);
        world.unmake(mv, undo);
        (mv, nodes)
    };
    moves.into_iter().map(&mut count).collect()
}
