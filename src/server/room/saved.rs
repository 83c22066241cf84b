//! A table on disk: what a restarted server needs to resume it.

use super::message::TableMessage;
use super::state::Room;
use crate::base::job::write_atomic;
use crate::game::board::Seat;
use crate::game::format::{GameRecord, by_letter};
use crate::server::deployments;
use crate::server::host::{Host, OpenTable};
use crate::server::table::{TableGame, TableRequest, TableSettings};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::block_in_place;
use tracing::warn;

/// The version of the file's fields.
const VERSION: u32 = 1;
/// The end of the file's name, after the table's name.
const SUFFIX: &str = ".table.json";

/// A table as its file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTable {
    version: u32,
    table: String,
    seed: u64,
    /// The number of the game at this table.
    number: u64,
    settings: TableRequest,
    /// The people who have taken seats.
    #[serde(with = "by_letter")]
    people: [Option<SavedPerson>; 4],
    #[serde(with = "by_letter")]
    deployments: [Option<String>; 4],
    /// The game clocks, in milliseconds.
    #[serde(with = "by_letter", default)]
    clocks: [Option<u64>; 4],
    /// The running game.
    game: Option<GameRecord>,
}

/// A person at a table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedPerson {
    name: String,
    token: String,
    ready: bool,
    agrees_to_help: bool,
}

impl Room {
    /// The table's file; `None` if games are not recorded.
    fn file(&self) -> Option<PathBuf> {
        let folder = self.host.options.games.as_ref()?;
        Some(folder.join(format!("{}{SUFFIX}", self.name)))
    }

    /// Writes the table's file; removes it if nobody has a seat to return to, or the game is over.
    pub(super) fn save_table(&self) {
        let Some(path) = self.file() else { return };
        let people = self.seat_states.each_ref().map(|place| {
            let place = place.as_ref()?;
            Some(SavedPerson {
                name: place.name.clone(),
                token: place.token.clone()?,
                ready: place.ready,
                agrees_to_help: place.agrees_to_help,
            })
        });
        if self.phase() == "over" || people.iter().all(Option::is_none) {
            return self.remove_file();
        }
        let saved = SavedTable {
            version: VERSION,
            table: self.name.clone(),
            seed: self.seed,
            number: self.number,
            settings: self.settings.request.clone(),
            people,
            deployments: self.deployments.map(|own| own.map(|own| own.to_string())),
            clocks: self.clock_times().map(|time| Some(time?.as_millis() as u64)),
            game: self.record(),
        };
        let text = serde_json::to_string(&saved).expect("a saved table is plain data");
        if let Err(error) = block_in_place(|| write_atomic(&path, text.as_bytes())) {
            self.warn(&format!("{}: {error}", path.display()));
        }
    }

    /// Removes the table's file, if there is one.
    pub(super) fn remove_file(&self) {
        let Some(path) = self.file() else { return };
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                self.warn(&format!("{}: {error}", path.display()));
            }
            _ => {}
        }
    }

    /// The table of a file. Its clock stands still until somebody returns.
    fn resumed(
        saved: SavedTable,
        host: Arc<Host>,
    ) -> Result<(Self, UnboundedSender<TableMessage>), String> {
        if saved.version != VERSION {
            return Err(format!("version: found {}, expected {VERSION}", saved.version));
        }
        let board = host.options.board;
        let settings: TableSettings =
            saved.settings.try_into().map_err(|error| format!("settings: {error}"))?;
        let (mut room, sender) = Self::new(saved.table, settings, saved.seed, host);
        room.number = saved.number;
        for (place, person) in room.seat_states.iter_mut().zip(saved.people) {
            if let (Some(place), Some(person)) = (place, person) {
                place.name = person.name;
                place.token = Some(person.token);
                place.ready = person.ready;
                place.agrees_to_help = person.agrees_to_help;
            }
        }
        for (place, text) in room.deployments.iter_mut().zip(&saved.deployments) {
            let read = text.as_deref().map(deployments::deployment);
            *place = read.transpose().map_err(|error| format!("deployments: {}", error.text))?;
        }
        if let Some(record) = saved.game {
            let first = Seat::from_letter(record.first).ok_or("game: `first` is no seat")?;
            let events = record.events(board).map_err(|error| format!("game: {error}"))?;
            let terms = (room.settings.rules, room.settings.visibility);
            let game = TableGame::restored(board, terms, room.deployments, first, &events)?;
            room.install(game)?;
            room.reset_clocks();
            for (clock, saved) in room.clocks.iter_mut().zip(saved.clocks) {
                *clock = saved.map_or(*clock, Duration::from_millis);
            }
            (room.signals, room.chat) = (record.signals, record.chat);
            room.paused = true;
        }
        Ok((room, sender))
    }
}

/// Resumes all tables whose files are in the folder of games.
pub(in crate::server) fn resume_tables(host: &Arc<Host>) -> io::Result<()> {
    let Some(folder) = &host.options.games else { return Ok(()) };
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(SUFFIX)
            && let Err(error) = resume(host, &path)
        {
            warn!(file = %path.display(), "{error}; the table is not resumed");
        }
    }
    Ok(())
}

fn resume(host: &Arc<Host>, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let saved: SavedTable = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let (room, sender) = Room::resumed(saved, host.clone())?;
    let (listed, lobby_entry) = (room.settings.open, room.lobby_entry());
    host.restore_table(room.name.clone(), OpenTable { sender, listed, lobby_entry });
    tokio::spawn(room.run());
    Ok(())
}
