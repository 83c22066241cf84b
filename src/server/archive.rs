//! Finished games of the folder of records, by name.

use super::host::Host;
use super::message::Error;
use crate::game::format::GameRecord;
use std::fs;

/// The record of a finished game, by the table's name and the game's number: `h7c2m9-0`.
///
/// # Errors
///
/// If games are not recorded, there is no such game, or it is not finished.
pub(super) fn finished_game(host: &Host, name: &str) -> Result<Vec<u8>, Error> {
    let folder = host.options.games.as_ref().ok_or_else(|| {
        Error::new("unknown", "This server keeps no games. Start it with --games FOLDER.")
    })?;
    let missing = || Error::new("unknown", "There is no finished game of this name.");
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        return Err(missing());
    }
    let bytes = fs::read(folder.join(format!("{name}.jsonl"))).map_err(|_| missing())?;
    let text = str::from_utf8(&bytes).map_err(|_| missing())?;
    let record = GameRecord::read(text).map_err(|_| missing())?;
    if record.result.why == "unfinished" { Err(missing()) } else { Ok(bytes) }
}
