//! The engine: evaluation, searches of beliefs and of sampled worlds, exact endgames, embedded data.

pub mod data;
pub mod deepening;
pub mod endgame;
pub mod eval;
pub mod sampling;
