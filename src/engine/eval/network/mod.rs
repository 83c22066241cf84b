//! A small neural network that corrects the linear evaluation of open worlds (all pieces visible), with an accumulator
//! updated move by move.
//!
//! An input says which piece of which seat stands where ([`Inputs`]), from the viewpoint of each seat
//! that plays. The accumulator holds the sums of one layer of [`HIDDEN`] units per seat, with the same
//! weights for all seats. The value is the weighted output of the first team's units minus that of the
//! second's, plus a linear term over the pieces. Rotating the board by one seat only changes its sign.
//!
//! Sources: Nasu's NNUE ("Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018) for the sparse first layer with incremental updates; the networks of chess engines
//! (Bullet's `SCReLU`) for the squared clipped activation. The viewpoints of four seats and their
//! difference are *our reading*.

mod accumulator;
mod file;
mod inputs;
mod layers;
mod tracker;

pub use accumulator::{Accumulator, Network};
pub use inputs::{Input, Inputs, POINTS};
pub use layers::{
    FULL, HIDDEN, LINEAR, MOST_OUTPUT, NetworkError, NetworkLayers, NetworkOrigin, OUTPUT, SQUARE,
};
pub use tracker::FeaturesWithNetwork;
