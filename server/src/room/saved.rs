//! A table on disk: its records, and what a restarted server needs to resume it.

use super::message::TableMessage;
use super::state::{Room, SAVE_INTERVAL};
use crate::answer::Phase;
use crate::deployments;
use crate::host::{Host, OpenTable};
use crate::table::{TableGame, TableRequest, TableSettings, Watch};
use junqi_core::base::job::write_private;
use junqi_core::base::text::read_json;
use junqi_core::game::board::Seat;
use junqi_core::game::format::{
    ChatLine, EntryKind, GameRecord, OPEN_TABLE, by_letter, read_folder,
};
use serde::{Deserialize, Serialize};
use std::mem::take;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::block_in_place;
use tokio::time::Instant;
use tracing::{info, warn};

/// The version of the file's fields.
const VERSION: u32 = 1;

/// An error with the name of its file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

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
    /// The chat before the game; later the record has it.
    #[serde(default)]
    chat: Vec<ChatLine>,
    /// The seats that have offered a draw.
    #[serde(default)]
    draw_offers: Vec<Seat>,
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
    /// Writes the record of the game so far, then the table. What fails is tried again after `SAVE_INTERVAL`.
    pub(super) fn save(&mut self) {
        self.saved = Instant::now();
        self.unsaved = false;
        let Some(folder) = self.host.options.games.clone() else { return };
        match block_in_place(|| self.write_game(&folder).and_then(|()| self.write_table(&folder))) {
            Err(error) => self.save_failed(&error),
            Ok(()) if take(&mut self.saving_fails) => {
                info!(table = self.name, game = self.number, "saved again");
            }
            Ok(()) => {}
        }
    }

    /// Writes the table's file. It is written later if the record of a finished game has to be written first.
    pub(super) fn save_table(&mut self) {
        let Some(folder) = self.host.options.games.clone() else { return };
        if self.phase() == Phase::Over && self.unsaved {
            return;
        }
        if let Err(error) = block_in_place(|| self.write_table(&folder)) {
            self.save_failed(&error);
        }
    }

    /// Counts a failure and warns at the first of a row.
    fn save_failed(&mut self, error: &io::Error) {
        self.unsaved = true;
        self.host.metrics.count_save_failure();
        if !self.saving_fails {
            self.saving_fails = true;
            self.warn(&format!("{error}; saving is tried again every {SAVE_INTERVAL:?}"));
        }
    }

    /// Writes the record, and lists it if the game is over and was public.
    fn write_game(&mut self, folder: &Path) -> io::Result<()> {
        let Some(record) = self.record() else { return Ok(()) };
        let game = format!("{}-{}", self.name, self.number);
        let path = folder.join(format!("{game}.jsonl"));
        write_private(&path, (record.line() + "\n").as_bytes()).map_err(|e| named(&path, &e))?;
        let public = self.settings.open && self.settings.watch != Watch::None;
        if public && self.phase() == Phase::Over && self.listed != Some(self.number) {
            let added = self.host.finished.add(game, &record, self.seats());
            added.map_err(|e| io::Error::new(e.kind(), format!("list of finished games: {e}")))?;
            self.listed = Some(self.number);
        }
        Ok(())
    }

    /// Writes the table's file; removes it if nobody has a seat to return to, or the game is over.
    fn write_table(&self, folder: &Path) -> io::Result<()> {
        let people = self.seat_states.each_ref().map(|state| {
            let state = state.as_ref()?;
            Some(SavedPerson {
                name: state.name.clone(),
                token: state.token.clone()?,
                ready: state.ready,
                agrees_to_help: state.agrees_to_help,
            })
        });
        if self.phase() == Phase::Over || people.iter().all(Option::is_none) {
            return self.remove_file();
        }
        let saved = SavedTable {
            version: VERSION,
            table: self.name.clone(),
            seed: self.seed,
            number: self.number,
            settings: self.settings.saved_request(),
            people,
            deployments: self.deployments.map(|own| own.map(|own| own.to_string())),
            clocks: self.clock_times().map(|time| Some(time?.as_millis() as u64)),
            chat: if self.game.is_none() { self.chat.clone() } else { vec![] },
            draw_offers: self.draw_offers.clone(),
            game: self.record(),
        };
        let text = serde_json::to_string(&saved).expect("a saved table is plain data");
        let path = folder.join(self.file_name());
        write_private(&path, text.as_bytes()).map_err(|error| named(&path, &error))
    }

    fn file_name(&self) -> String {
        format!("{}{OPEN_TABLE}", self.name)
    }

    /// Removes the table's file, if there is one.
    pub(super) fn remove_file(&self) -> io::Result<()> {
        let Some(folder) = &self.host.options.games else { return Ok(()) };
        let path = folder.join(self.file_name());
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(named(&path, &error)),
            _ => Ok(()),
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
        for (state, person) in room.seat_states.iter_mut().zip(saved.people) {
            if let (Some(state), Some(person)) = (state, person) {
                state.name = person.name;
                state.token = Some(person.token);
                state.ready = person.ready;
                state.agrees_to_help = person.agrees_to_help;
            }
        }
        for (deployment, text) in room.deployments.iter_mut().zip(&saved.deployments) {
            let read = text.as_deref().map(deployments::deployment).transpose();
            *deployment = read.map_err(|error| format!("deployments: {}", error.text))?;
        }
        room.chat = saved.chat;
        if let Some(record) = saved.game {
            let first = Seat::from_letter(record.first).ok_or("game: `first` is no seat")?;
            let events = record.events(board).map_err(|error| format!("game: {error}"))?;
            let game = TableGame::restored(
                board,
                room.settings.rules,
                room.settings.visibility,
                room.deployments,
                first,
                &events,
            )?;
            room.install(game)?;
            room.reset_clocks();
            for (clock, saved) in room.clocks.iter_mut().zip(saved.clocks) {
                *clock = saved.map_or(*clock, Duration::from_millis);
            }
            room.signals = record.signals;
            room.chat = record.chat;
            room.draw_offers = saved.draw_offers;
            room.paused = true;
        }
        Ok((room, sender))
    }
}

/// Resumes all tables whose files are in the folder of games.
pub(crate) fn resume_tables(host: &Arc<Host>) -> io::Result<()> {
    let Some(folder) = &host.options.games else { return Ok(()) };
    for (path, kind) in read_folder(folder)? {
        if kind == EntryKind::File
            && path.to_string_lossy().ends_with(OPEN_TABLE)
            && let Err(error) = resume(host, &path)
        {
            warn!(file = %path.display(), "{error}; the table is not resumed");
        }
    }
    Ok(())
}

fn resume(host: &Arc<Host>, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let saved: SavedTable = read_json(&text).map_err(|error| error.to_string())?;
    let (room, sender) = Room::resumed(saved, host.clone())?;
    let table = OpenTable { sender, listed: room.settings.open, lobby_entry: room.lobby_entry() };
    host.restore_table(room.name.clone(), table);
    info!(table = room.name, "table resumed");
    tokio::spawn(room.run());
    Ok(())
}
