//! `junqi serve`: tables and the page for the browser over `WebSocket`s, as `docs/SERVER.md` says. The crate
//! `junqi-tables` has the tables; this one adds connections, threads, files and the time.
//!
//! | part | files |
//! | --- | --- |
//! | tasks: one for each table and each connection | `task`, `connection`, `client` |
//! | what tasks send each other | `message`, `queue` |
//! | what a table is given: threads, files, the lobby | `around` |
//! | studies on worker threads | `searches` |
//! | what all tasks share | `host`, `finished`, `metrics` |
//! | HTTP | `serve`, `pages`, `origin_check` |
//!
//! Tasks send each other messages and share nothing but the host. Searches run outside them, on a
//! limited number of worker threads.
// These end the program where their output cannot be written.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

mod around;
mod client;
mod connection;
mod finished;
mod host;
mod message;
mod metrics;
mod origin_check;
mod pages;
mod queue;
mod searches;
mod serve;
mod task;

pub use host::ServerOptions;
pub use serve::serve;
