//! The engine: evaluation, searches of beliefs and of sampled worlds, exact endgames, embedded data.
//!
//! Both kinds of search answer a [`SearchRequest`] with a [`SearchReport`].

pub mod data;
pub mod deepening;
mod delegate;
pub mod endgame;
pub mod eval;
mod report;
mod request;
pub mod sampling;

pub use report::{Candidate, SearchReport};
pub use request::{GameTime, OnProgress, SearchRequest, SearchSettings};
