//! A small network that evaluates open worlds: all cards known, sums kept from move to move.
//!
//! The inputs are which kind of whose piece stands where ([`Inputs`]), as each seat that plays sees
//! it from its own arm. One layer of [`HIDDEN`] units, the same for all seats, is summed over them;
//! what the units of the first team's seats say less what those of the second's say, and a sum over
//! the pieces themselves, is the value: to turn the board by a seat changes its sign and nothing else. Source: the sparse first layer whose sums
//! are updated by moves is Nasu's NNUE ("Efficiently Updatable Neural-Network-based Evaluation
//! Functions for Computer Shogi", 2018); the square of the clipped units is that of chess engines'
//! networks (Bullet's `SCReLU`); the views of four seats and their difference are *our reading*.

mod accumulator;
mod evaluation;
mod file;
mod inputs;
mod layers;
mod tracked_world;

pub use accumulator::{Accumulator, Network};
pub use evaluation::NetworkEvaluation;
pub use inputs::{Input, Inputs, POINTS};
pub use layers::{
    FULL, HIDDEN, LINEAR, MOST_OUTPUT, NetworkError, NetworkLayers, NetworkOrigin, OUTPUT, SQUARE,
};
pub use tracked_world::{TrackedWorld, TrackedWorldUndo};
