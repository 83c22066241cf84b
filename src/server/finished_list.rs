//! The list of finished games that were played in public, kept in the folder of records.

use super::message::FinishedFilter;
use crate::game::format::GameRecord;
use crate::server::table::Ending;
use serde_json::{Map, Value, json};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The list's file in the folder, one game a line.
const FILE: &str = "finished.jsonl";
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
    /// Reads the list of a folder. Lines that are no JSON are left out.
    pub(super) fn new(folder: Option<&PathBuf>) -> Self {
        let path = folder.map(|folder| folder.join(FILE));
        let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        let mut entries: Vec<Value> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
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
        let line = format!("{entry}\n");
        let mut entries = self.entries();
        entries.push(entry);
        let surplus = entries.len().saturating_sub(MAX_LISTED);
        entries.drain(..surplus);
        drop(entries);
        OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
    }

    /// The newest games that pass a filter, newest first.
    pub(super) fn find(&self, filter: &FinishedFilter) -> Value {
        let entries = self.entries();
        let passing = entries.iter().rev().filter(|entry| passes(entry, filter));
        let games: Vec<&Value> = passing.take(MAX_ANSWER).collect();
        json!({"is": "finished", "kept": self.path.is_some(), "games": games})
    }
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
