//! Searches at the board: from a name and parameters to a move in what a seat believes.
//!
//! An [`Engine`] runs one of the searches of [`search`](crate::gametree::search) on an
//! [`CorrectedBelief`](crate::engine::eval::CorrectedBelief), with what programs that play add to it: iterative deepening
//! where the algorithm allows it, a transposition table, an order by gains, killers and history, and
//! quiescence. The same parts serve open worlds.

mod awt;
mod bench;
mod iterate;
mod registry;
mod star2;
mod thought;
mod timing;

pub use bench::{BENCH, bench};
pub use registry::{ENGINES, Engine, EngineKind};
pub use thought::{OnDepth, SearchOutcome, SearchTask, SearchablePosition};
pub use timing::{best_case_leaves, depth_within, worst_case_leaves};
