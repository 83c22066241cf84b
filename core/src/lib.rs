//! Rules, beliefs, searches and players of four-country army chess (Siguo Junqi): all that a game needs.
//!
//! [`game`] has the board, the rules, beliefs about hidden pieces and text formats; [`gametree`] the searches,
//! which know no board; [`engine`] evaluates and searches positions; [`play`] has the players and the engine
//! protocol; [`mod@env`] is the game for learners. The crate `junqi` shows how they build on each other.
// These end the program where their output cannot be written.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

pub mod base;
pub mod engine;
pub mod env;
pub mod game;
pub mod gametree;
pub mod play;

/// The version of `rand` in the public signatures: `Rng`, `SeedableRng` and `rngs::ChaCha8Rng`.
/// Use it instead of a dependency of your own, so that the versions match.
pub use rand;
