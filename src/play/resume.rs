//! The file of a run: records in the order of the games, gone on with where it was left.

use super::Series;
use crate::format::Record;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
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

/// No record is longer, in bytes.
const LONGEST: u64 = 1 << 26;

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
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("found no regular file, expected one or none").into());
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(ResumeError::Locked),
        Err(TryLockError::Error(error)) => return Err(error.into()),
        Ok(()) => {}
    }
    let mut reader = BufReader::new(&file);
    let (mut game, mut whole, mut line) = (0, 0, vec![]);
    let other = |game: u64, found: String| ResumeError::Other { line: game + 1, found, game };
    loop {
        line.clear();
        let length = (&mut reader).take(LONGEST).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        each(&own_record(series, game, &line).map_err(|found| other(game, found))?);
        whole += length as u64;
        game += 1;
    }
    let shorter = line.len().min(BEGINNING.len());
    if line[..shorter] != BEGINNING[..shorter] {
        return Err(other(game, "half a line that is no record".into()));
    }
    file.set_len(whole)?;
    (&file).seek(SeekFrom::End(0))?;
    Ok((file, game))
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
pub fn append(mut file: &File, record: &Record) -> io::Result<()> {
    file.write_all(format!("{}\n", record.line()).as_bytes())
}
