//! Players: the terminal, the protocol, seats as configuration.

mod foreign;
mod leaks;
mod protocol;
mod seats;
mod soak;
mod terminal;
