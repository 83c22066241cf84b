//! `junqi serve`: tables, clocks and the page for the browser, over `WebSocket`s, as `docs/SERVER.md`
//! says.
//!
//! Every connection is a task and every table is one; they send each other messages and share nothing
//! but the list of tables. Searches run outside both, on a limited number of worker threads.

mod archive;
mod client;
mod connection;
mod deployment_results;
mod deployments;
mod finished_list;
mod graph;
mod host;
mod message;
mod metrics;
mod options;
mod origin_check;
mod outbox;
mod pages;
mod room;
mod serve;
mod studies;
pub mod study;
mod study_cache;
pub mod table;
mod texts;
mod variation;

pub use options::ServerOptions;
pub use serve::serve;
