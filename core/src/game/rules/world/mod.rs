//! The full truth of a game: the public state and the kinds of all pieces.

mod moves;
mod play;
mod state;

pub use moves::{IllegalMove, Moves, divide, perft};
pub(crate) use play::AssumedFight;
pub use play::Undo;
pub(crate) use state::Snapshot;
pub use state::World;
