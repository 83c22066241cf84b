//! A table as a task: it takes the requests of its members, the moves of its engines and the ticks of
//! its clock, and sends each member what it may see.

mod broadcast;
mod engines;
mod member;
mod message;
mod play;
mod run;
mod seat_engines;
mod seating;
mod state;

pub(super) use message::{GameSource, TableCommand, TableMessage};
pub(super) use run::open_table;
