//! Games: players, the referee, self-play and matches.

mod bot;
mod deal;
mod external;
mod greedy;
mod moment;
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
pub use deal::DeploymentSource;
pub use greedy::Greedy;
pub use moment::{Moment, MomentError, Replay};
pub use player::{
    Action, Choice, GameStart, GameTime, MoveBudget, Player, PlayerError, SearchReport,
};
pub use random::Random;
pub use referee::{MatchSetup, PlayedGame, Turn, play_game};
pub use registry::{SEATS, SeatKind};
pub use seat_file::{SeatFileError, read_seats};
pub use spec::{SeatSpec, SpecError};
pub use thinker::Thinker;
