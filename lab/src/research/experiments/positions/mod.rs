//! Game positions and matches as the problems of experiments.

mod collector;
mod ground;
mod judge;
mod matches;
mod problems;
mod tree;

pub use collector::PositionCollector;
pub use judge::PLIES;
pub use matches::{Matches, MoveBudget};
pub use problems::{CAP, NamedPosition, PositionSet, Positions, RANGE};
