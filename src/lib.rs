#![doc = include_str!("../README.md")]
//!
//! # The layers
//!
//! The code is in twelve modules, called layers, of five crates. A layer imports only from layers below it: between crates
//! cargo sees to this, inside them `tests/library/layers.rs`. The crate `junqi` has the program, and shows the others by one name.
//!
//! | crate | layers | what for |
//! |---|---|---|
//! | `junqi-core` (`core/`) | `base`, `gametree`, `game`, `engine`, `play`, `env` | rules, file formats, beliefs, searches, players, environments |
//! | `junqi-lab` (`lab/`) | `tournament`, `research`, `shards` | matches, ratings, experiments, learning |
//! | `junqi-tables` (`tables/`) | `tables` | tables and studies, for the server and for the browser |
//! | `junqi-server` (`server/`) | `server` | the game server and its page |
//! | `junqi` (`src/`) | `cli` | the `junqi` program |
//!
//! `junqi-web` (`web/`) and the Python package (`python/`) bind the same crates to the browser and to Python.
//!
//! ```text
//!             cli              the command line: one file per command
//!          ┌───┴────┐
//!          ▼        ▼
//!       server   shards        connections and the browser page · long jobs divided among machines
//!          ▼        ▼
//!       tables   research      tables and studies · experiments, measurements, learning, verification
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
// These end the program where their output cannot be written; it has `cli::env::print` and `cli::note::note`.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

#[cfg(doctest)]
#[doc = include_str!("../docs/SEARCH.md")]
mod search_page {}
#[cfg(doctest)]
#[doc = include_str!("../docs/BELIEFS.md")]
mod beliefs_page {}
#[cfg(doctest)]
#[doc = include_str!("../docs/EVALUATION.md")]
mod evaluation_page {}

pub mod cli;
pub use junqi_core::{base, engine, env, game, gametree, play, rand};
pub use junqi_lab::{research, shards, tournament};
pub use junqi_server as server;
pub use junqi_tables as tables;
