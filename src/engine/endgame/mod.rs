//! Exact endgames: what the game comes to when all pieces are known and few are left.
//!
//! Three methods share the limit, each of which can only say what is so (`docs/ENGINES.md`):
//!
//! * `Proof`: who wins by force within n plies, for n = 1, 2, 3..;
//! * `Hold`: who can be kept from winning for ever;
//! * `Layers`: backward induction with the counters, where the whole graph is small enough.

mod draw_search;
mod node_budget;
mod proof;
mod solver;
mod state_graph;
mod state_values;
#[cfg(test)]
mod tests;
mod verdict;

pub use verdict::EndgameResult;

use crate::game::board::Seat;
use crate::game::rules::{Move, World};
use crate::gametree::search::Limit;

/// Most pieces that can move, of all seats together, in what is called small.
const FEW: usize = 8;

/// What is found of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// What the game comes to, for the side to move.
    pub verdict: EndgameResult,
    /// The best move: it keeps the verdict; among moves that keep it a winner hastens, a loser
    /// delays. Where the verdict is unknown, a move after which the side to move cannot lose, if
    /// one is known.
    pub best: Option<Move>,
    /// Best play to the end of a game that is won or lost, as far as the limit allows; otherwise
    /// the best move alone.
    pub line: Vec<Move>,
    /// The legal moves with what is known of each, for the side to move before it; plies count
    /// the move itself. The verdict can be known long before that of every move.
    pub moves: Vec<(Move, EndgameResult)>,
    /// Whether the side to move is known not to lose with right play.
    pub holds: bool,
    /// Whether the other side is known not to lose with right play.
    pub held: bool,
    /// Moves made by the solver.
    pub nodes: u64,
}

/// Whether few enough pieces can move for [`solve`] to be worth its time. (*Our reading*: at most
/// eight; what is solved within a time is told in `docs/ENGINES.md`.)
pub fn is_small(world: &World) -> bool {
    world.outcome().is_none()
        && Seat::ALL.into_iter().map(|s| world.mobile(s).len()).sum::<usize>() <= FEW
}

/// Finds what a game comes to from here, by the rules' counters too, as far as a limit allows.
///
/// ```
/// use junqi::game::board::Board;
/// use junqi::engine::endgame::{EndgameResult, solve};
/// use junqi::game::format::parse_jfen;
/// use junqi::game::rules::World;
/// use junqi::gametree::search::Limit;
///
/// // A platoon beside the flag.
/// let jfen = "ShNq3/5/5/5/5/4Na/15/12/15/12/15/5/5/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1";
/// let setup = parse_jfen(jfen, 1, Board::siguo())?.setup();
/// let world = World::lenient(&setup.ok_or("hidden pieces")?)?;
/// assert_eq!(solve(&world, Limit::default()).verdict, EndgameResult::Win { plies: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(world: &World, limit: Limit<'_>) -> Solution {
    solver::Solver::new(world, limit).run()
}
