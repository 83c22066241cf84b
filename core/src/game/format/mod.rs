//! Files and lines: every text and binary form, read and written.
//!
//! The grammars are in `docs/FORMATS.md`.

mod deployment;
mod files;
mod history;
mod jfen;
mod jgs;
mod jql;
mod record;

pub use deployment::{NamedDeployment, draw_deployment, parse_deployments, read_deployment};
pub use files::{
    EntryKind, FINISHED_LIST, FileKind, FoundFiles, HEAD_BYTES, OPEN_TABLE, files_below, open_file,
    read_file, read_folder,
};
pub use history::{
    Disagreement, GameHistory, SavedPosition, SavedPositionError, event_text, follow, parse_event,
};
pub use jfen::parse_jfen;
pub use jgs::{Jgs, JgsStep, LostWhy, Replayed};
pub use jql::{BinaryError, parse_jql, write_jql};
pub use record::{ChatLine, GameRecord, GameResult, GivenSignal, RecordError, Signal, by_letter};
