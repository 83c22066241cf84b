//! The full truth of a game: the public state and the kinds of all pieces.

mod assumed_fight;
mod count;
mod full_state;
mod kinds;
mod legal;
mod pieces;
mod play;
mod snapshot;

pub(crate) use assumed_fight::AssumedFight;
pub use full_state::World;
pub use legal::IllegalMove;
pub use play::Undo;
pub(crate) use snapshot::Snapshot;
