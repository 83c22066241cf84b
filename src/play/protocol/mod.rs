//! The language that engines and those who use them speak, a line at a time, in the tradition of UCI:
//! `docs/PROTOCOL.md` specifies it. Here it is read and written, on both sides; nobody is run.

mod command;
mod reply;

pub use command::{CommandError, EngineCommand, GoCommand};
pub use reply::{EngineReply, SearchInfo};
