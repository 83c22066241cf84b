//! Searches at the board: from a name and parameters to a move in what a seat believes.
//!
//! An [`Engine`] runs one of the searches of [`search`](crate::gametree::search) on an
//! [`Outlook`](crate::engine::eval::Outlook), with what programs that play add to it: iterative deepening
//! where the algorithm allows it, a transposition table, an order by gains, killers and history, and
//! quiescence. The same parts serve open worlds.

mod arithmetic;
mod bench;
mod chance;
mod iterate;
mod kinds;
mod thought;
mod timed;

pub use arithmetic::{best_case_leaves, depth_within, worst_case_leaves};
pub use bench::{BENCH, bench};
pub use kinds::{ENGINES, Engine, EngineKind};
pub use thought::{Board, Hears, Task, Thought};
