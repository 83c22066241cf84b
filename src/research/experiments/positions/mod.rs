//! Game positions and matches as the problems of experiments.

mod collector;
mod ground;
mod judge;
mod matches;
mod position_set;
mod problem_set;
mod rooted_position;
mod tree;

pub use collector::PositionCollector;
pub use judge::PLIES;
pub use matches::{Matches, MoveBudget};
pub use position_set::{NamedPosition, PositionSet};
pub use problem_set::{CAP, Positions};
pub use rooted_position::RANGE;
