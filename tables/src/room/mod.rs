//! A table: it takes the requests of its members, the answers of its engines and the time, and sends each member what it
//! may see.
//!
//! Every call says what time it is: the time since a fixed moment of the program. `state` is the table and what its
//! members see of it; `requests`, `people`, `play`, `clocks` and `engines` change the state; `saved` keeps it.

mod clocks;
mod engines;
mod people;
mod play;
mod requests;
mod saved;
mod state;
mod surroundings;

pub use requests::GameSource;
pub use state::{Room, one_way};
pub use surroundings::{KeptGame, Surroundings};
