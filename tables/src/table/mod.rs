//! A game at a table, its settings, and the views of it that seats and spectators get.
//!
//! Independent of members and of time; `room` adds both.

mod game;
mod settings;
mod view;

pub use game::{ActionError, MAX_TIMEOUTS, TableGame};
pub use settings::{
    GameClock, SeatOccupant, SettingsError, TableRequest, TableSettings, Watch, allowed,
};
pub use view::{
    BySeat, ClocksLeft, Ending, EventView, FinishedGame, GameView, Projection, Targets, by_seat,
    closed_cells, targets,
};
