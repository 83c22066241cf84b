//! Laws of the library, a module for each layer; some also run the program.
//!
//! One program, because every test program links the whole library.

mod engine;
mod env;
mod game;
mod gametree;
mod layers;
mod play;
mod research;
mod shards;
#[path = "../support/mod.rs"]
mod support;
mod tournament;
