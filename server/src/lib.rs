//! `junqi serve`: tables, clocks and the page for the browser, over `WebSocket`s, as `docs/SERVER.md`
//! says.
//!
//! | part | files |
//! | --- | --- |
//! | messages | `request`, `answer`, `texts` (their Chinese) |
//! | game logic, without connections, tasks or time | `table`, `study`, `opened` |
//! | tasks: one for each table and each connection | `room`, `connection`, `client`, `outbox` |
//! | answers computed on worker threads | `studies`, `deployments` |
//! | what all tasks share | `host`, `finished`, `metrics` |
//! | HTTP | `serve`, `pages`, `origin_check` |
//!
//! Tasks send each other messages and share nothing but the host. Searches run outside them, on a
//! limited number of worker threads.
// These end the program where their output cannot be written.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro)]

pub mod answer;
mod client;
mod connection;
mod deployments;
mod finished;
mod host;
mod metrics;
pub mod opened;
mod origin_check;
mod outbox;
mod pages;
pub mod request;
mod room;
mod serve;
mod studies;
pub mod study;
pub mod table;
mod texts;

pub use host::ServerOptions;
pub use serve::serve;
