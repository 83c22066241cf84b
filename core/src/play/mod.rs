//! Players, the referee of a game, seats by name, and the engine protocol.

mod bot;
mod deal;
mod error_output;
mod external;
mod greedy;
mod options;
mod player;
mod process;
mod process_group;
pub mod protocol;
mod public_belief;
mod random;
mod referee;
mod registry;
mod replay;
mod searching_player;
mod seat_file;
mod seat_position;
pub mod session;
mod spec;

pub use crate::engine::{Candidate, GameTime, SearchReport, SearchRequest};
pub use bot::Bot;
pub use deal::DeploymentSource;
pub use greedy::Greedy;
pub use player::{Action, Choice, GameStart, Player, PlayerError};
pub use random::Random;
pub use referee::{MatchSetup, PlayedGame, Turn, play_game};
pub use registry::{PLAYERS, PlayerKind};
pub use replay::{Replay, ReplayError};
pub use searching_player::SearchingPlayer;
pub use seat_file::{SeatFileError, read_seats};
pub use seat_position::SeatPosition;
pub use spec::{PlayerSpec, SpecError};
