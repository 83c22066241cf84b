//! Exact solution of endgames in which all pieces are known and few are left.
//!
//! Three methods share the node limit; every result of each is proven (`docs/ENGINES.md`):
//!
//! * `proof`: which team wins by force within n plies, for n = 1, 2, 3, ...;
//! * `draw_search`: which team can be kept from winning for ever (a fortress);
//! * `state_values`: backward induction with the draw counters, if the whole state graph is small enough.

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

/// Limit of the number of mobile pieces of all seats together in a small endgame.
const FEW: usize = 8;

/// The solution of a position, possibly partial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Result with best play, for the side to move.
    pub verdict: EndgameResult,
    /// The best move: it keeps the result, and among such moves a winner takes the fastest and a loser the
    /// slowest. If the result is unknown, a move after which the side to move cannot lose, if one is
    /// known.
    pub best: Option<Move>,
    /// Best play to the end of a won or lost game, as far as the limit allows; otherwise the best move
    /// alone.
    pub line: Vec<Move>,
    /// The legal moves with their results for the side that makes them; plies include the move itself. The
    /// result of the position may be known before those of all moves.
    pub moves: Vec<(Move, EndgameResult)>,
    /// Whether the side to move is known not to lose with right play.
    pub holds: bool,
    /// Whether the other side is known not to lose with right play.
    pub held: bool,
    /// Number of moves that the solver made.
    pub nodes: u64,
}

/// Whether a position has few enough mobile pieces for [`solve`]. (*Our reading*: at most eight;
/// `docs/ENGINES.md` has solving times.)
pub fn is_small(world: &World) -> bool {
    world.outcome().is_none()
        && Seat::ALL.into_iter().map(|s| world.mobile(s).len()).sum::<usize>() <= FEW
}

/// Solves a position, with the draw counters of the rules, as far as a limit allows.
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
