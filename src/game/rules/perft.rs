//! Counting move sequences: the unit of truth for move generation.

use super::{Move, World};
use crate::gametree::position::{Node, Position};

/// Returns the number of sequences of exactly `depth` legal moves. A finished game adds nothing.
/// The moves of the last ply are counted, not made.
///
/// ```
/// use junqi::base::text::Word;
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::format::read_deployment;
/// use junqi::game::rules::{Rules, World, perft};
///
/// let text = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
/// let deployment = read_deployment(Word { text, line: 1, column: 1 })?;
/// let mut world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// assert_eq!(perft(&mut world, 1), 53);
/// assert_eq!(perft(&mut world, 3), 149_694);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Returns [`perft`] for every first move, in the order of the moves' cells.
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
