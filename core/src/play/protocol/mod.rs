//! The line-based engine protocol, a relative of UCI, specified in `docs/PROTOCOL.md`: parsing and printing of
//! commands and replies.

mod command;
mod error;
mod game;
mod go;
mod position;
mod reply;

pub use command::EngineCommand;
pub use error::CommandError;
pub use game::{GameOver, NewGame, Verdict};
pub use go::GoCommand;
pub use reply::{EngineReply, info_line};
