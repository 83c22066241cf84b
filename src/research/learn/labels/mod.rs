//! Positions labelled by searches: training data that shows an evaluation what a search asks of it.
//!
//! A search evaluates positions that players avoid, so results of games teach an evaluation little about
//! them (`docs/EVALUATION.md`). Here a fast player with many random moves plays open games, often of
//! armies with pieces missing, and some quiet positions get the value of a search.
//!
//! Source: fitting an evaluation to the values of searches over it goes back to Samuel, "Some studies in
//! machine learning using the game of checkers", IBM Journal 3 (1959); quiet positions after random moves
//! are the training data of current network evaluations (Nasu, 2018; Stockfish's data generator). The
//! numbers are *our reading*.

mod game;
mod plan;
mod search;

pub(super) use game::random_move;
pub use plan::{LabelPlan, LabelPlanError};
pub use search::{LabelSearch, LabelSettings};
