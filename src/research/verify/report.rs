//! The report of a verification.

use serde::Serialize;
use std::path::PathBuf;

/// The counts and the disagreements of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Files read.
    pub files: usize,
    /// Games and scripts replayed.
    pub games: usize,
    /// Positions whose moves were listed and counted.
    pub positions: usize,
    /// Moves made.
    pub moves: usize,
    /// Fights among them, and entries of fight tables.
    pub fights: usize,
    /// Belief cases whose posterior was compared.
    pub beliefs: usize,
    /// Files that hold nothing that can be verified, where a folder was given.
    pub ignored: Vec<PathBuf>,
    /// Each with file, game, ply, found and expected.
    pub disagreements: Vec<String>,
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

    /// The last line of the command.
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
