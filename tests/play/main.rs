//! Players: the terminal, the protocol, seats as configuration.

mod foreign;
mod leaks;
mod protocol;
mod seats;
mod soak;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
