//! Files and lines: every text and binary form, read and written.
//!
//! The grammars are in `docs/FORMATS.md`.

mod binary_error;
mod deployment;
mod file_kind;
mod files;
mod game_result;
mod history;
mod jfen;
mod jgs;
mod jgs_replay;
mod jql;
mod record;
mod saved_position;
mod talk;

pub use binary_error::BinaryError;
pub use deployment::{NamedDeployment, draw_deployment, parse_deployments, read_deployment};
pub use file_kind::{FINISHED_LIST, FileKind, HEAD_BYTES, OPEN_TABLE};
pub use files::{EntryKind, FoundFiles, files_below, open_file, read_file, read_folder};
pub use game_result::GameResult;
pub use history::{Disagreement, GameHistory, event_text, follow, parse_event};
pub use jfen::parse_jfen;
pub use jgs::{Jgs, JgsStep, LostWhy};
pub use jgs_replay::Replayed;
pub use jql::{parse_jql, write_jql};
pub use record::{GameRecord, RecordError, by_letter};
pub use saved_position::{SavedPosition, SavedPositionError};
pub use talk::{ChatLine, GivenSignal, Signal};
