//! The line-based engine protocol, a relative of UCI, specified in `docs/PROTOCOL.md`: parsing and printing of
//! commands and replies.

mod command;
mod reply;

pub use command::{CommandError, EngineCommand, GoCommand};
pub use reply::{EngineReply, SearchInfo};
