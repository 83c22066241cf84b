//! What is measured and learned of players and searches: series, ladders and ratings ([`tournament`]), experiments,
//! tuning and verification ([`research`]), and long jobs divided among machines ([`shards`]).
// These end the program where their output cannot be written.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

#[cfg(feature = "research")]
pub mod research;
#[cfg(feature = "research")]
pub mod shards;
pub mod tournament;
