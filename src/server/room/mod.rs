//! A table as a task: it takes the requests of its members, the moves of its engines and the ticks of
//! its clock, and sends each member what it may see.

mod broadcast;
mod chat;
mod clock;
mod engines;
mod help;
mod member;
mod message;
mod play;
mod run;
mod saved;
mod seat_engines;
mod seating;
mod signals;
mod state;
mod takeback;

pub(super) use message::{Entrance, GameSource, SeatCommand, TableCommand, TableMessage};
pub(super) use run::open_table;
pub(super) use saved::resume_tables;
