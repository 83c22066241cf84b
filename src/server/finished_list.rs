//! The list of finished games that were played in public, kept in the folder of records.

use super::message::FinishedFilter;
use crate::base::job::private_options;
use crate::base::text::read_json;
use crate::game::format::{FINISHED_LIST, GameRecord};
use crate::server::table::Ending;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::warn;

/// The newest games that can be found.
const MAX_LISTED: usize = 5000;
/// The most games of an answer.
const MAX_ANSWER: usize = 100;

/// The list of finished games; empty if the server keeps no games.
pub(super) struct FinishedList {
    path: Option<PathBuf>,
    /// The newest last.
    entries: Mutex<Vec<Value>>,
}

impl FinishedList {
    /// Reads the list of a folder. Lines that are no JSON are left out, with a warning.
    pub(super) fn new(folder: Option<&PathBuf>) -> Self {
        let path = folder.map(|folder| folder.join(FINISHED_LIST));
        let mut entries = path.as_ref().map(|path| read(path)).unwrap_or_default();
        entries.drain(..entries.len().saturating_sub(MAX_LISTED));
        Self { path, entries: Mutex::new(entries) }
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Value>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a finished game; `seats` are those of its table.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn add(&self, game: &str, record: &GameRecord, seats: &Value) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let player = |(seat, state): (&String, &Value)| {
            (seat.clone(), json!({"kind": state["kind"], "name": state["name"]}))
        };
        let players: Map<String, Value> =
            seats.as_object().into_iter().flatten().map(player).collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let entry = json!({
            "game": game,
            "mode": record.rules.mode,
            "seats": players,
            "result": Ending::of(&record.result, &record.rules),
            "plies": record.plies,
            "ended": now.as_secs(),
        });
        let mut entries = self.entries();
        append(path, &entry)?;
        entries.push(entry);
        let surplus = entries.len().saturating_sub(MAX_LISTED);
        entries.drain(..surplus);
        Ok(())
    }

    /// The newest games that pass a filter, newest first.
    pub(super) fn find(&self, filter: &FinishedFilter) -> Value {
        let entries = self.entries();
        let passing = entries.iter().rev().filter(|entry| passes(entry, filter));
        let games: Vec<&Value> = passing.take(MAX_ANSWER).collect();
        json!({"is": "finished", "kept": self.path.is_some(), "games": games})
    }
}

/// The entries of a list's file; none if there is no file.
fn read(path: &Path) -> Vec<Value> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            if error.kind() != io::ErrorKind::NotFound {
                warn!(file = %path.display(), "{error}; no finished games are listed");
            }
            return vec![];
        }
    };
    let mut entries = vec![];
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        match read_json(text) {
            Ok(entry) => entries.push(entry),
            Err(_) if text.is_empty() => {}
            Err(error) => warn!(file = %path.display(), line, "{error}; the game is not listed"),
        }
    }
    entries
}

/// Appends an entry, on a line of its own even if the last line was not written to its end.
fn append(path: &Path, entry: &Value) -> io::Result<()> {
    let mut file = private_options().create(true).read(true).append(true).open(path)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let break_line = if last == [b'\n'] { "" } else { "\n" };
    file.write_all(format!("{break_line}{entry}\n").as_bytes())
}

fn passes(entry: &Value, filter: &FinishedFilter) -> bool {
    let wanted = filter.player.to_lowercase();
    let named = |player: &Value| {
        player["name"].as_str().is_some_and(|name| name.to_lowercase().contains(&wanted))
    };
    let winners = entry["result"]["winners"].as_array();
    let won = match filter.result.as_str() {
        "" => true,
        "draw" => winners.is_some_and(Vec::is_empty),
        seat => winners.is_some_and(|winners| winners.iter().any(|winner| winner == seat)),
    };
    won && filter.mode.is_none_or(|mode| entry["mode"] == json!(mode))
        && (wanted.is_empty()
            || entry["seats"].as_object().is_some_and(|seats| seats.values().any(named)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Mode;

    #[test]
    fn an_entry_after_a_torn_line_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FINISHED_LIST);
        assert_eq!(read(&path), [] as [Value; 0]);
        append(&path, &json!({"game": "a-0"})).unwrap();
        let torn = fs::read_to_string(&path).unwrap() + "{\"game\":\"b";
        fs::write(&path, torn).unwrap();
        for game in ["c-0", "d-0"] {
            append(&path, &json!({"game": game})).unwrap();
        }
        let games = ["a-0", "c-0", "d-0"].map(|game| json!({"game": game}));
        assert_eq!(read(&path), games);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    }

    #[test]
    fn games_are_found_by_mode_player_and_result() {
        let entry = json!({
            "game": "a-0", "mode": "1v1", "plies": 3, "ended": 0,
            "seats": {"S": {"kind": "human", "name": "Ann"}, "N": {"kind": "engine", "name": "greedy"}},
            "result": {"winners": ["S"], "why": "eliminated"},
        });
        let filter = |mode, player: &str, result: &str| FinishedFilter {
            mode,
            player: player.into(),
            result: result.into(),
        };
        for (wanted, found) in [
            (filter(None, "", ""), true),
            (filter(Some(Mode::TwoPlayer), "ann", "S"), true),
            (filter(Some(Mode::FourPlayer), "", ""), false),
            (filter(None, "bob", ""), false),
            (filter(None, "", "N"), false),
            (filter(None, "", "draw"), false),
        ] {
            assert_eq!(passes(&entry, &wanted), found, "{wanted:?}");
        }
    }
}
