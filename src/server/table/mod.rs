//! A game at a table, its settings, and the views of it that seats and spectators get.
//!
//! Independent of connections and of time; `server::room` adds both.

mod ending;
mod event_view;
mod game;
mod projection;
mod restored;
mod settings;

pub use ending::{Ending, FinishedGame};
pub use event_view::{EventView, closed_cells};
pub use game::{ActionError, MAX_TIMEOUTS, TableGame};
pub use projection::{GameView, Projection, Targets};
pub use settings::{
    GameClock, SeatOccupant, SettingsError, TableRequest, TableSettings, Watch, allowed,
};
