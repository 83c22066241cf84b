//! Players: the terminal, the protocol, seats as configuration.

mod foreign;
mod leaks;
mod protocol;
mod seats;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
