//! Exact solution of endgames in which all pieces are known and few are left.
//!
//! Three methods share the node limit; every result of each is proven (`docs/ENGINES.md`):
//!
//! * `proof`: which team wins by force within n plies, for n = 1, 2, 3, ...;
//! * `draw_search`: which team can be kept from winning for ever (a fortress);
//! * `state_graph`: backward induction with the draw counters, if the whole state graph is small enough.

mod advice;
mod counters;
mod draw_search;
mod proof;
mod solver;
mod state_graph;
#[cfg(test)]
mod tests;
mod verdict;

pub use advice::{AdviceError, AdviceGoal, AdviceMoves, EndgameWords, MINED_FLAG, parse_advice};
pub use solver::Solution;
pub use verdict::EndgameResult;

use crate::game::board::Seat;
use crate::game::rules::World;
use crate::gametree::search::Limit;

/// Limit of the number of mobile pieces of all seats together in a small endgame.
const FEW: usize = 8;

/// Whether a position has few enough mobile pieces for [`solve`]. (*Our reading*: at most eight;
/// `docs/ENGINES.md` has solving times.)
pub fn is_small(world: &World) -> bool {
    let mobile: usize = Seat::ALL.into_iter().map(|seat| world.mobile(seat).len()).sum();
    world.outcome().is_none() && mobile <= FEW
}

/// Solves a position, with the draw counters of the rules, as far as a limit allows.
///
/// ```
/// use junqi_core::game::board::Board;
/// use junqi_core::engine::endgame::{EndgameResult, solve};
/// use junqi_core::game::format::parse_jfen;
/// use junqi_core::game::rules::World;
/// use junqi_core::gametree::search::Limit;
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
