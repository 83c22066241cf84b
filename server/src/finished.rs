//! The finished games in the folder of records: one by name, and the list of those that were played in public.

use junqi_core::base::job::private_options;
use junqi_core::base::text::read_json;
use junqi_core::game::format::{FINISHED_LIST, GameRecord};
use junqi_tables::answer::{
    Answer, Error, ErrorCode, FinishedEntry, FinishedPlayer, SeatInfo, to_json,
};
use junqi_tables::request::FinishedFilter;
use junqi_tables::table::{BySeat, Ending};
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
    entries: Mutex<Vec<FinishedEntry>>,
}

impl FinishedList {
    /// Reads the list of a folder. Lines that are no entries are left out, with a warning.
    pub(super) fn new(folder: Option<&PathBuf>) -> Self {
        let path = folder.map(|folder| folder.join(FINISHED_LIST));
        let mut entries = path.as_ref().map(|path| read(path)).unwrap_or_default();
        entries.drain(..entries.len().saturating_sub(MAX_LISTED));
        Self { path, entries: Mutex::new(entries) }
    }

    fn entries(&self) -> MutexGuard<'_, Vec<FinishedEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a finished game; `seats` are those of its table.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(super) fn add(
        &self,
        game: String,
        record: &GameRecord,
        seats: BySeat<SeatInfo>,
    ) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let mut players = BySeat::new();
        for (seat, SeatInfo { kind, name, .. }) in seats {
            players.insert(seat, FinishedPlayer { kind, name });
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let entry = FinishedEntry {
            ended: now.as_secs(),
            game,
            mode: record.rules.mode,
            plies: record.plies,
            result: Ending::of(&record.result, &record.rules),
            seats: players,
        };
        let mut entries = self.entries();
        append(path, &entry)?;
        entries.push(entry);
        let surplus = entries.len().saturating_sub(MAX_LISTED);
        entries.drain(..surplus);
        Ok(())
    }

    /// The newest games that pass a filter, newest first.
    pub(super) fn find(&self, filter: &FinishedFilter) -> Answer {
        let entries = self.entries();
        let passing = entries.iter().rev().filter(|entry| passes(entry, filter));
        let games = passing.take(MAX_ANSWER).cloned().collect();
        Answer::Finished { kept: self.path.is_some(), games }
    }
}

/// The record of a finished game, by the table's name and the game's number: `h7c2m9-0`.
///
/// # Errors
///
/// If games are not recorded, there is no such game, or it is not finished.
pub(super) fn finished_record(folder: Option<&PathBuf>, game: &str) -> Result<Vec<u8>, Error> {
    let Some(folder) = folder else {
        let text = "This server keeps no games. Start it with --games FOLDER.";
        return Err(Error::new(ErrorCode::Unknown, text));
    };
    let bytes = read_finished(folder, game);
    bytes.ok_or_else(|| Error::new(ErrorCode::Unknown, "There is no finished game of this name."))
}

fn read_finished(folder: &Path, game: &str) -> Option<Vec<u8>> {
    if game.is_empty() || game.len() > 40 || !game.chars().all(is_of_name) {
        return None;
    }
    let bytes = fs::read(folder.join(format!("{game}.jsonl"))).ok()?;
    let record = GameRecord::read(str::from_utf8(&bytes).ok()?).ok()?;
    (record.result.why != "unfinished").then_some(bytes)
}

/// Whether a character may stand in the name of a game: none that leads out of the folder.
fn is_of_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// The entries of a list's file; none if there is no file.
fn read(path: &Path) -> Vec<FinishedEntry> {
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
fn append(path: &Path, entry: &FinishedEntry) -> io::Result<()> {
    let mut file = private_options().create(true).read(true).append(true).open(path)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let entry = to_json(entry);
    let break_line = if last == [b'\n'] { "" } else { "\n" };
    file.write_all(format!("{break_line}{entry}\n").as_bytes())
}

fn passes(entry: &FinishedEntry, filter: &FinishedFilter) -> bool {
    let wanted = filter.player.to_lowercase();
    let winners = &entry.result.winners;
    let has_result = match filter.result.as_str() {
        "" => true,
        "draw" => winners.is_empty(),
        seat => winners.iter().any(|winner| winner.to_string() == seat),
    };
    has_result
        && filter.mode.is_none_or(|mode| entry.mode == mode)
        && (wanted.is_empty()
            || entry.seats.values().any(|player| player.name.to_lowercase().contains(&wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use junqi_core::game::board::Seat;
    use junqi_core::game::rules::Mode;
    use junqi_tables::answer::SeatKind;

    fn entry(game: &str) -> FinishedEntry {
        let player = |kind, name: &str| FinishedPlayer { kind, name: name.into() };
        FinishedEntry {
            ended: 0,
            game: game.into(),
            mode: Mode::TwoPlayer,
            plies: 3,
            result: Ending { why: "eliminated".into(), winners: vec![Seat::South] },
            seats: BySeat::from([
                ('S', player(SeatKind::Human, "Ann")),
                ('N', player(SeatKind::Engine, "greedy")),
            ]),
        }
    }

    #[test]
    fn an_entry_after_a_torn_line_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FINISHED_LIST);
        assert_eq!(read(&path), []);
        append(&path, &entry("a-0")).unwrap();
        let torn = fs::read_to_string(&path).unwrap() + "{\"game\":\"b";
        fs::write(&path, torn).unwrap();
        for game in ["c-0", "d-0"] {
            append(&path, &entry(game)).unwrap();
        }
        assert_eq!(read(&path), ["a-0", "c-0", "d-0"].map(entry));
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    }

    #[test]
    fn entries_have_the_form_of_earlier_versions() {
        let line = r#"{"ended":0,"game":"a-0","mode":"1v1","plies":3,"result":{"why":"eliminated","winners":["S"]},"seats":{"N":{"kind":"engine","name":"greedy"},"S":{"kind":"human","name":"Ann"}}}"#;
        assert_eq!(to_json(&entry("a-0")), line);
    }

    #[test]
    fn games_are_found_by_mode_player_and_result() {
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
            assert_eq!(passes(&entry("a-0"), &wanted), found, "{wanted:?}");
        }
    }
}
