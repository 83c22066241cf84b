//! Deepening searches: from a search of the catalogue to a move in what a seat believes.

mod awt;
mod bench;
mod seat_ground;
mod task;

pub use awt::{best_case_leaves, depth_within, worst_case_leaves};
pub use bench::{BENCH, bench};
pub use seat_ground::{DeepeningSearch, PAYOFF_RANGE, deepening_searches};
pub use task::{DeepeningInput, SearchablePosition};
