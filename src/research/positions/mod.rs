//! Experiments on positions from games: the thesis's algorithms on the trees of the real game, and
//! what they are worth at the board.

mod arms;
mod catalogue;
mod ground;
mod job;
mod judge;
mod matches;
mod practice;
mod runs;
mod scenes;
mod subject;
mod task;
mod tree;

pub use catalogue::experiments;
pub use ground::{CAP, Positions};
pub use job::{ExperimentSpec, ReadyExperiment, all};
pub use judge::PLIES;
pub use matches::Matches;
pub use scenes::{NamedPosition, PositionSet};
pub use subject::RANGE;
