//! A table: one game after another, with the clock and the agreements that the rules of the board do
//! not know, and what of it each seat and every onlooker may see.
//!
//! Nothing here knows connections or the time of day; `server` brings both.

mod ending;
mod event_view;
mod game;
mod projection;
mod settings;

pub use ending::{Ended, Ending};
pub use event_view::{EventView, shut};
pub use game::{Refused, SLIPS, TableGame};
pub use projection::{GameView, Projection, Targets};
pub use settings::{Chair, Settings, SettingsError, TableRequest, Watch, allowed};
