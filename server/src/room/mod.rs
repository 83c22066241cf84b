//! A table as a task: it takes the requests of its members, the moves of its engines and the ticks of
//! its clock, and sends each member what it may see.
//!
//! `task` receives the messages and watches the clock; `state` is the table and what its members see of it. `people`,
//! `play` and `engines` change the state; `saved` keeps it on disk.

mod engines;
mod message;
mod people;
mod play;
mod saved;
mod state;
mod task;

pub(super) use message::{GameSource, TableCommand, TableMessage};
pub(super) use saved::resume_tables;
pub(super) use task::open_table;
