//! Deepening searches: from a search's name and options to a move in what a seat believes.
//!
//! A [`DeepeningSearch`] runs one of the algorithms of [`search`](crate::gametree::search) on a
//! [`CorrectedBelief`](crate::engine::eval::CorrectedBelief) or an open world. It adds iterative
//! deepening where the algorithm allows it, a transposition table, a move order by expected gains,
//! killers and history, and quiescence search.

mod awt;
mod bench;
mod iterate;
mod options;
mod registry;
mod star2;
mod task;
mod timing;

pub use bench::{BENCH, bench};
pub use registry::{DEEPENING_SEARCHES, DeepeningSearch};
pub use task::{DeepeningInput, SearchablePosition};
pub use timing::{best_case_leaves, depth_within, worst_case_leaves};
