//! The file of a run: records in the order of the games, gone on with where it was left.

use super::Series;
use crate::format::Record;
use crate::job::{LinesError, append_line, lines};
use std::fs::File;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why a file cannot be gone on with. The file is as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run has it.
    #[error("found another run that writes this file, expected none; choose another file")]
    Locked,
    /// It holds something else.
    #[error("line {line}: found {found}, expected game {game} of this run; choose another file")]
    Other {
        /// From 1.
        line: u64,
        /// What is there.
        found: String,
        /// The game that belongs there, from 0.
        game: u64,
    },
}

/// What a record begins with: half a last line that does not is no record of ours.
const BEGINNING: &[u8] = b"{\"version\":\"";

/// What two records of one game have in common before it is played.
const HEAD: [&str; 8] =
    ["version", "board", "game", "seed", "rules", "visibility", "seats", "first"];

/// Opens the file of a run to go on with it: whole records of this very run are kept and given to
/// `each`, half a last line is dropped. Gives the file, locked against other runs, and the number
/// of games in it.
///
/// # Errors
///
/// If the file holds anything else.
pub fn resume(
    series: &Series,
    path: &Path,
    mut each: impl FnMut(&Record),
) -> Result<(File, u64), ResumeError> {
    let opened = lines(path, BEGINNING, |game, line| {
        each(&own_record(series, game, line)?);
        Ok(())
    })?;
    Ok(opened)
}

impl From<LinesError> for ResumeError {
    fn from(error: LinesError) -> Self {
        match error {
            LinesError::Io(error) => Self::Io(error),
            LinesError::Locked => Self::Locked,
            LinesError::Other { index, found } => {
                Self::Other { line: index + 1, found, game: index }
            }
        }
    }
}

/// The record of a line, if it is the game this series would play.
fn own_record(series: &Series, game: u64, line: &[u8]) -> Result<Record, String> {
    let record: Record = serde_json::from_slice(line).map_err(|e| format!("no record ({e})"))?;
    let ours = series.head(game);
    let json = |r: &Record| serde_json::to_value(r).map_err(|e| e.to_string());
    let (found, expected) = (json(&record)?, json(&ours)?);
    if let Some(key) = HEAD.into_iter().find(|&key| found[key] != expected[key]) {
        return Err(format!("a game with {key} {}, not {}", found[key], expected[key]));
    }
    // Players may choose other deployments than they are dealt.
    let deployed = || series.deployed(game).map(|d| d.map(|d| d.to_string()));
    if record.deployments != ours.deployments && record.deployments != deployed() {
        return Err("a game with other deployments".into());
    }
    Ok(record)
}

/// Writes a record as a whole line.
///
/// # Errors
///
/// If the file cannot be written.
pub fn append(file: &File, record: &Record) -> io::Result<()> {
    append_line(file, &record.line())
}
