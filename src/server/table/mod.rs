//! A table: one game after another, with the clock and the agreements that the rules of the board do
//! not know, and what of it each seat and every onlooker may see.
//!
//! Nothing here knows connections or the time of day; `server` brings both.

mod game;
mod happening;
mod projection;
mod settings;

pub use game::{Ended, Ending, Game, Refused, SLIPS};
pub use happening::{Happening, shut};
pub use projection::{Projection, Seen, Targets};
pub use settings::{Asked, Chair, Settings, SettingsError, Watch, allowed};
