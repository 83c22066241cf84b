//! The report of a verification.

use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// The counts and the disagreements of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Number of files read.
    pub files: usize,
    /// Number of games and scripts replayed.
    pub games: usize,
    /// Number of positions whose moves were compared.
    pub positions: usize,
    /// Number of moves made.
    pub moves: usize,
    /// Number of fights, in games and as entries of fight tables.
    pub fights: usize,
    /// Number of belief cases whose posterior was compared.
    pub beliefs: usize,
    /// What of folders is not to be verified: files that contain nothing of the sort, and what was left out.
    #[serde(serialize_with = "as_text")]
    pub ignored: Vec<PathBuf>,
    /// The disagreements, each with file, game, ply, found and expected values.
    pub disagreements: Vec<String>,
}

/// Writes paths as text, because the names of files need not be UTF-8.
fn as_text<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.to_string_lossy()))
}

impl VerifyReport {
    pub(super) fn join(mut self, other: Self) -> Self {
        self.files += other.files;
        self.games += other.games;
        self.positions += other.positions;
        self.moves += other.moves;
        self.fights += other.fights;
        self.beliefs += other.beliefs;
        self.ignored.extend(other.ignored);
        self.disagreements.extend(other.disagreements);
        self
    }

    pub(super) fn disagree(&mut self, place: &str, what: impl std::fmt::Display) {
        self.disagreements.push(format!("{place}: {what}"));
    }

    /// The summary line of the command.
    pub fn summary(&self) -> String {
        format!(
            "verified: {} files, {} games, {} moves, {} fights, {} disagreements",
            self.files,
            self.games,
            self.moves,
            self.fights,
            self.disagreements.len()
        )
    }
}
