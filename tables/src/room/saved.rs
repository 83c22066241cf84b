//! What is kept of a table: its records, and what a program needs to resume it after a restart.

use super::state::Room;
use super::surroundings::{KeptGame, Surroundings};
use crate::answer::Phase;
use crate::deployments;
use crate::table::{TableGame, TableRequest, TableSettings, Watch};
use junqi_core::base::text::read_json;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::{ChatLine, GameRecord, by_letter};
use serde::{Deserialize, Serialize};
use std::io;
use std::mem::take;
use std::time::Duration;
use tracing::info;

/// The least time between two writes of an unfinished record.
pub(super) const SAVE_INTERVAL: Duration = Duration::from_secs(1);
/// The version of the fields.
const VERSION: u32 = 1;

/// A table as it is kept.
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
    /// Keeps the record of the game so far, then the table. What fails is tried again after `SAVE_INTERVAL`.
    pub(super) fn save(&mut self) {
        self.saved = self.now;
        self.unsaved = false;
        match self.keep_game().and_then(|()| self.keep_table()) {
            Err(error) => self.save_failed(&error),
            Ok(()) if take(&mut self.saving_fails) => {
                info!(table = self.name, game = self.number, "saved again");
            }
            Ok(()) => {}
        }
    }

    /// Keeps the table: later, if the record of a finished game has to be kept first.
    pub(super) fn save_table(&mut self) {
        if self.phase() == Phase::Over && self.unsaved {
            return;
        }
        if let Err(error) = self.keep_table() {
            self.save_failed(&error);
        }
    }

    /// Warns at the first failure of a row.
    fn save_failed(&mut self, error: &io::Error) {
        self.unsaved = true;
        if !self.saving_fails {
            self.saving_fails = true;
            self.warn(&format!("{error}; saving is tried again every {SAVE_INTERVAL:?}"));
        }
    }

    /// Keeps the record, which is listed once if the game is over and was public.
    fn keep_game(&mut self) -> io::Result<()> {
        let Some(record) = self.record() else { return Ok(()) };
        let name = format!("{}-{}", self.name, self.number);
        let is_public = self.settings.open && self.settings.watch != Watch::None;
        let is_new = self.phase() == Phase::Over && self.listed != Some(self.number);
        let listed = (is_public && is_new).then(|| self.seats());
        let is_listed = listed.is_some();
        self.around.keep_game(&KeptGame { name, record, listed })?;
        if is_listed {
            self.listed = Some(self.number);
        }
        Ok(())
    }

    /// Keeps the table; forgets it if nobody has a seat to return to, or the game is over.
    fn keep_table(&mut self) -> io::Result<()> {
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
            return self.around.keep_table(&self.name, None);
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
        self.around.keep_table(&self.name, Some(&text))
    }

    /// Keeps the game before the program ends: the table can be resumed.
    pub fn stop(&mut self, now: Duration) {
        self.at(now);
        // A running clock has changed since the last event.
        if self.unsaved || self.game.is_some() && self.phase() != Phase::Over {
            self.save();
        }
        self.interrupt_engines();
    }

    /// Forgets a table that is closed; what of it could not be kept stays as it was last kept.
    pub fn forget(&mut self, now: Duration) {
        self.at(now);
        if self.unsaved {
            self.warn("the table is closed before its game could be saved; its file is kept");
        } else if let Err(error) = self.around.keep_table(&self.name, None) {
            self.warn(&error.to_string());
        }
        self.interrupt_engines();
    }

    /// A table that was kept. Its clock stands still until somebody returns.
    ///
    /// # Errors
    ///
    /// If the text is not that of a table.
    pub fn resumed(
        text: &str,
        board: &'static Board,
        around: Box<dyn Surroundings>,
        now: Duration,
    ) -> Result<Self, String> {
        let saved: SavedTable = read_json(text).map_err(|error| error.to_string())?;
        if saved.version != VERSION {
            return Err(format!("version: found {}, expected {VERSION}", saved.version));
        }
        let settings: TableSettings =
            saved.settings.try_into().map_err(|error| format!("settings: {error}"))?;
        let mut room = Self::new(saved.table, settings, saved.seed, board, around, now);
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
            room.game = Some(game);
            room.reset_clocks();
            for (clock, saved) in room.clocks.iter_mut().zip(saved.clocks) {
                *clock = saved.map_or(*clock, Duration::from_millis);
            }
            room.signals = record.signals;
            room.chat = record.chat;
            room.draw_offers = saved.draw_offers;
            room.paused = true;
        }
        Ok(room)
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the lobby lists it.
    pub fn is_listed(&self) -> bool {
        self.settings.open
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}
