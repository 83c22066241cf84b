//! The state of a table.

use super::member::{Member, SeatState};
use super::message::TableMessage;
use super::seat_engines::Engines;
use crate::game::board::Seat;
use crate::game::format::{ChatLine, GivenSignal};
use crate::game::rules::Deployment;
use crate::server::host::{Host, LobbyEntry, one_way};
use crate::server::table::{SeatOccupant, TableGame, TableSettings};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

/// The least time between two writes of an unfinished record.
pub(super) const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// A table: settings, members, seats, engines and the current game.
pub(in crate::server) struct Room {
    pub(super) name: String,
    pub(super) settings: TableSettings,
    pub(super) host: Arc<Host>,
    /// The seed of the table, which nobody sees.
    pub(super) seed: u64,
    /// The number of the current game, from 0.
    pub(super) number: u64,
    pub(super) receiver: UnboundedReceiver<TableMessage>,
    pub(super) sender: UnboundedSender<TableMessage>,
    pub(super) members: Vec<Member>,
    pub(super) seat_states: [Option<SeatState>; 4],
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) engines: Engines,
    pub(super) game: Option<TableGame>,
    /// By seat, the game clock at the start of the current turn.
    pub(super) clocks: [Duration; 4],
    /// Start of the current turn.
    pub(super) turn_began: Instant,
    /// Whether the table was resumed and no player has returned yet; its clock stands still.
    pub(super) paused: bool,
    /// The signals between partners in this game.
    pub(super) signals: Vec<GivenSignal>,
    /// The chat of this game.
    pub(super) chat: Vec<ChatLine>,
    /// By seat, its last signal or line of chat.
    pub(super) last_said: [Option<Instant>; 4],
    pub(super) draw_offers: Vec<Seat>,
    pub(super) rematch_offers: Vec<Seat>,
    /// The last message of a member or the end of the game, whichever was later.
    pub(super) empty_since: Instant,
    /// The last write of the record, and whether events have followed it or it failed.
    pub(super) saved: Instant,
    pub(super) unsaved: bool,
    /// Whether the last write of the record or of the table failed.
    pub(super) saving_fails: bool,
    /// The number of the last game that was added to the list of finished games.
    pub(super) listed: Option<u64>,
}

impl Room {
    pub(super) fn new(
        name: String,
        settings: TableSettings,
        seed: u64,
        host: Arc<Host>,
    ) -> (Self, UnboundedSender<TableMessage>) {
        let (sender, receiver) = unbounded_channel();
        let seat_states = settings.occupants.clone().map(|occupant| occupant.map(SeatState::new));
        let now = Instant::now();
        let mut room = Self {
            name,
            engines: Engines::default(),
            settings,
            host,
            seed,
            number: 0,
            receiver,
            sender: sender.clone(),
            members: vec![],
            seat_states,
            deployments: [None; 4],
            game: None,
            clocks: [Duration::ZERO; 4],
            turn_began: now,
            paused: false,
            signals: vec![],
            chat: vec![],
            last_said: [None; 4],
            draw_offers: vec![],
            rematch_offers: vec![],
            empty_since: now,
            saved: now,
            unsaved: false,
            saving_fails: false,
            listed: None,
        };
        room.draw_deployments();
        (room, sender)
    }

    /// The seed of the current game, which its record shows: a number that JSON keeps exactly.
    pub(super) fn game_seed(&self) -> u64 {
        one_way(self.seed, self.number) >> 11
    }

    /// The table's entry in the lobby.
    pub(super) fn lobby_entry(&self) -> LobbyEntry {
        LobbyEntry(json!({
            "mode": self.settings.rules.mode,
            "phase": self.phase(),
            "watch": self.settings.watch,
            "clock": self.settings.clock.as_secs(),
            "game_clock": self.game_clock(),
            "seats": self.seats(),
        }))
    }

    /// The game clock as messages have it; null without one.
    pub(super) fn game_clock(&self) -> Value {
        json!(self.settings.game_clock.map(|clock| {
            json!({"time": clock.time.as_secs(), "increment": clock.increment.as_secs()})
        }))
    }

    pub(super) fn phase(&self) -> &'static str {
        match &self.game {
            None => "deploying",
            Some(game) if game.outcome().is_none() => "playing",
            Some(_) => "over",
        }
    }

    pub(super) fn seats(&self) -> Value {
        let mut seats = json!({});
        for (seat, place) in Seat::ALL.into_iter().zip(&self.seat_states) {
            if let Some(place) = place {
                let here = self.members.iter().any(|member| member.seat == Some(seat));
                seats[seat.to_string()] = place.json(here);
            }
        }
        seats
    }

    pub(super) fn publish(&self) {
        self.host.update_lobby(&self.name, self.lobby_entry());
    }

    pub(super) fn occupant(&self, seat: Seat) -> Option<&SeatOccupant> {
        self.settings.occupants[seat.index()].as_ref()
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.occupant(seat) == Some(&SeatOccupant::Human)
    }

    /// The seats of human players.
    pub(super) fn humans(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| self.is_human(seat))
    }
}
