//! Files and lines: every text and binary form, read and written.
//!
//! The grammars are in `docs/FORMATS.md`.

mod deployment;
mod history;
mod jfen;
mod jgs;
mod jgs_replay;
mod jql;
mod record;
mod saved_position;

pub use deployment::{NamedDeployment, draw_deployment, parse_deployments, read_deployment};
pub use history::{Disagreement, GameHistory, event_text, follow, parse_event};
pub use jfen::parse_jfen;
pub use jgs::{Jgs, JgsStep, LostWhy};
pub use jgs_replay::Replayed;
pub use jql::{parse_jql, write_jql};
pub use record::{GameRecord, GameResult, RecordError, by_letter};
pub use saved_position::{SavedPosition, SavedPositionError, mode_text};

use thiserror::Error;

/// Why a binary file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: found {found}, expected {expected}")]
#[non_exhaustive]
pub struct BinaryError {
    /// From 0.
    pub offset: usize,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl BinaryError {
    fn new(offset: usize, found: impl Into<String>, expected: &str) -> Self {
        Self { offset, found: found.into(), expected: expected.into() }
    }
}
