//! Games: players, the referee, self-play and matches.

mod bot;
mod deal;
mod external;
mod greedy;
mod player;
mod process;
pub mod protocol;
mod random;
mod referee;
mod registry;
mod sampling;
mod seat_file;
pub mod session;
mod spec;
mod thinker;

pub use crate::engine::sampling::Candidate;
pub use bot::Bot;
pub use deal::Deal;
pub use greedy::Greedy;
pub use player::{Action, Brief, Budget, Choice, GameTime, Player, PlayerError, Report};
pub use random::Random;
pub use referee::{Game, Table, Turn, play_game};
pub use registry::{SEATS, SeatKind};
pub use seat_file::{SeatFileError, read_seats};
pub use spec::{SeatSpec, SpecError};
pub use thinker::Thinker;
