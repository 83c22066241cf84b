//! The state of a table.

use super::member::{Member, SeatPlace};
use super::message::Mail;
use super::seat_engines::Engines;
use crate::game::board::Seat;
use crate::game::rules::Deployment;
use crate::server::host::{Host, Notice};
use crate::server::table::{Chair, Settings, TableGame};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

/// A record is not written more often than this, but at the end.
pub(super) const SAVE: Duration = Duration::from_secs(1);

/// A table.
pub(in crate::server) struct Room {
    pub(super) name: String,
    pub(super) settings: Settings,
    pub(super) host: Arc<Host>,
    pub(super) seed: u64,
    /// Games at this table so far.
    pub(super) number: u64,
    pub(super) mail: UnboundedReceiver<Mail>,
    pub(super) own: UnboundedSender<Mail>,
    pub(super) members: Vec<Member>,
    pub(super) places: [Option<SeatPlace>; 4],
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) engines: Engines,
    pub(super) game: Option<TableGame>,
    /// When the turn began.
    pub(super) turn_began: Instant,
    pub(super) wants_draw: Vec<Seat>,
    pub(super) wants_rematch: Vec<Seat>,
    pub(super) deserted: Instant,
    /// When the record was written last, and whether something has happened since.
    pub(super) saved: Instant,
    pub(super) unsaved: bool,
}

impl Room {
    pub(super) fn new(
        name: String,
        settings: Settings,
        seed: u64,
        host: Arc<Host>,
    ) -> (Self, UnboundedSender<Mail>) {
        let (own, mail) = unbounded_channel();
        let places = settings.chairs.clone().map(|chair| chair.map(SeatPlace::new));
        let now = Instant::now();
        let mut room = Self {
            name,
            engines: Engines::default(),
            settings,
            host,
            seed,
            number: 0,
            mail,
            own: own.clone(),
            members: vec![],
            places,
            deployments: [None; 4],
            game: None,
            turn_began: now,
            wants_draw: vec![],
            wants_rematch: vec![],
            deserted: now,
            saved: now,
            unsaved: false,
        };
        room.offer();
        (room, own)
    }

    /// What the lobby is to know.
    pub(super) fn notice(&self) -> Notice {
        Notice(json!({
            "mode": self.settings.rules.mode,
            "phase": self.phase(),
            "watch": self.settings.watch,
            "seats": self.seats(),
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
        for (seat, place) in Seat::ALL.into_iter().zip(&self.places) {
            if let Some(place) = place {
                let here = self.members.iter().any(|member| member.seat == Some(seat));
                seats[seat.to_string()] = place.json(here);
            }
        }
        seats
    }

    pub(super) fn post(&self) {
        self.host.post(&self.name, self.notice());
    }

    pub(super) fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.settings.chairs[seat.index()].as_ref()
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.chair(seat) == Some(&Chair::Human)
    }

    /// The seats of people.
    pub(super) fn humans(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| self.is_human(seat))
    }
}
