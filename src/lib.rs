#![doc = include_str!("../README.md")]
//!
//! # The layers
//!
//! The code is in eleven modules, called layers. A layer imports only from layers below it; `tests/library/layers.rs`
//! checks this, and that no files import from each other in a circle.
//!
//! ```text
//!             cli              the command line: one file per command
//!          ┌───┴────┐
//!          ▼        ▼
//!       server   shards        tables and the browser page · long jobs divided among machines
//!          │        ▼
//!          │     research      experiments, measurements, learning, verification
//!          ▼        ▼
//!          tournament    env   series, matches, ladders, measured deployments, ratings · the game for learners
//!              ▼          │
//!            play ◄───────┘    players, the referee, the engine protocol
//!              ▼
//!           engine             evaluation, belief search, world sampling, exact endgames
//!              ▼
//!            game              board, rules, beliefs, text formats, drawings; knows no scores
//!              ▼
//!          gametree            values, the trait Position, searches, synthetic trees; knows no board
//!              ▼
//!            base              text, random numbers, clocks, options, long jobs
//! ```
//!
//! # Cargo features
//!
//! A feature enables those that it needs: `research` enables `engine`; `plot` and `serve` enable `research`; `cli`
//! enables `plot` and `serve`; `heap` enables `cli`. `default-features = false` enables none; the library then
//! has nine direct dependencies.
//!
//! | feature | modules | what for |
//! |---|---|---|
//! | none | `base`, `gametree`, `game` | rules, file formats, beliefs, game-tree searches |
//! | `engine` | `engine`, `env`, `play` | evaluation, determinization, environments, players, the engine protocol |
//! | `research` | `tournament`, `research`, `shards` | matches, ratings, experiments, learning |
//! | `plot` | in `research` | plots of experiments, as SVG and PNG |
//! | `serve` | `server` | the game server and its page |
//! | `cli` (default) | `cli` | the `junqi` program, with `plot` and `serve` |
//! | `heap` | in `cli` | counts heap bytes of experiments |
// Some crate-private items of the lower layers have their only users in the upper ones.
#![cfg_attr(not(feature = "research"), allow(dead_code, unused_imports))]
// These end the program where their output cannot be written; it has `cli::env::print` and `cli::note::note`.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

#[cfg(all(doctest, feature = "research"))]
#[doc = include_str!("../docs/SEARCH.md")]
mod search_page {}
#[cfg(all(doctest, feature = "research"))]
#[doc = include_str!("../docs/BELIEFS.md")]
mod beliefs_page {}
#[cfg(all(doctest, feature = "research"))]
#[doc = include_str!("../docs/EVALUATION.md")]
mod evaluation_page {}

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod env;
pub mod game;
pub mod gametree;
#[cfg(feature = "engine")]
pub mod play;
#[cfg(feature = "research")]
pub mod research;
#[cfg(feature = "serve")]
pub mod server;
#[cfg(feature = "research")]
pub mod shards;
#[cfg(feature = "research")]
pub mod tournament;

/// The version of `rand` in the public signatures: `Rng`, `SeedableRng` and `rngs::ChaCha8Rng`.
/// Use it instead of a dependency of your own, so that the versions match.
pub use rand;
