//! Games: players, the referee, self-play and matches.

mod bot;
mod contest;
mod external;
mod files;
mod games;
mod greedy;
mod player;
mod process;
mod random;
mod referee;
mod registry;
mod sampling;
mod scenes;
mod seat_file;
mod series;
mod spec;
mod summary;
mod thinker;

pub use crate::worlds::Candidate;
pub use bot::Bot;
pub use contest::{MatchReport, SprtReport, Tally};
pub use games::Games;
pub use greedy::Greedy;
pub use player::{Action, Brief, Budget, Choice, GameTime, Player, PlayerError, Report};
pub use random::Random;
pub use referee::{Game, Table, Turn, play_game};
pub use registry::{SEATS, SeatKind};
pub use scenes::Scenes;
pub use seat_file::{SeatFileError, read_seats};
pub use series::{Deal, Lineup, Series, is_exchanged, unit_of_match};
pub use spec::{SeatSpec, SpecError};
pub use summary::Summary;
pub use thinker::Thinker;
