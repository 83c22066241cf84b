//! A table as a task: it hears the people at it, its engines and its clock, and tells each what it may
//! know.

mod engines;
mod people;
mod play;

use super::host::Host;
use super::message::{Asker, Error};
use crate::game::belief::{View, Visibility};
use crate::game::board::Seat;
use crate::game::rules::{Deployment, Event};
use crate::server::table::{Chair, Settings, TableGame};
use engines::{EngineChoice, Engines};
use people::{Member, SeatPlace};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// A table where nobody is that long is closed.
const DESERTED: Duration = Duration::from_secs(30 * 60);
/// A record is not written more often than this, but at the end.
const SAVE: Duration = Duration::from_secs(1);
/// Events that onlookers are behind.
const LATE: usize = 8;

/// What a table hears.
pub(super) enum Mail {
    /// A client asks.
    Ask { connection: u64, asker: Asker, ask: Ask },
    /// A connection is no more.
    Gone { connection: u64 },
    /// Engines and game are ready to begin.
    Ready(Box<engines::Prepared>),
    /// An engine has chosen.
    Thought(Box<EngineChoice>),
}

/// What clients ask of a table.
#[derive(Debug)]
pub(super) enum Ask {
    Sit {
        seat: Seat,
        name: String,
    },
    Return {
        token: String,
    },
    Watch,
    Deploy {
        deployment: String,
    },
    Move {
        at: usize,
        mv: String,
    },
    Resign,
    Draw,
    Refuse,
    Rematch,
    /// What a seat may study: its start, and what happened.
    Study {
        seat: Seat,
        reply: oneshot::Sender<Result<GameSource, Error>>,
    },
}

/// A game as a seat knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameSource {
    pub(super) start: View,
    pub(super) seat: Seat,
    pub(super) visibility: Visibility,
    pub(super) events: Vec<Event>,
}

/// What the lobby tells of a table.
#[derive(Clone)]
pub(super) struct Notice(Value);

impl Notice {
    pub(super) fn json(&self, name: &str) -> Value {
        let mut value = self.0.clone();
        value["table"] = name.into();
        value
    }
}

/// A table.
pub(super) struct Room {
    name: String,
    settings: Settings,
    host: Arc<Host>,
    seed: u64,
    /// Games at this table so far.
    number: u64,
    mail: UnboundedReceiver<Mail>,
    own: UnboundedSender<Mail>,
    members: Vec<Member>,
    places: [Option<SeatPlace>; 4],
    deployments: [Option<Deployment>; 4],
    engines: Engines,
    game: Option<TableGame>,
    /// When the turn began.
    turn_began: Instant,
    wants_draw: Vec<Seat>,
    wants_rematch: Vec<Seat>,
    deserted: Instant,
    /// When the record was written last, and whether something has happened since.
    saved: Instant,
    unsaved: bool,
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

    /// Lives until nobody has been here for long.
    pub(super) async fn run(mut self) {
        self.begin_if_ready();
        loop {
            let deadline = self.deadline();
            let idle = self.members.is_empty().then_some(self.deserted + DESERTED);
            let idle = idle.unwrap_or_else(|| Instant::now() + DESERTED);
            tokio::select! {
                mail = self.mail.recv() => match mail {
                    Some(mail) => self.take(mail),
                    None => break,
                },
                () = sleep_until(deadline.unwrap_or(idle)), if deadline.is_some() => self.time_out(),
                () = sleep_until(self.saved + SAVE), if self.unsaved => self.save(),
                () = sleep_until(idle) => if self.members.is_empty() { break },
            }
        }
        self.host.close(&self.name);
        self.engines.stop();
    }

    fn take(&mut self, mail: Mail) {
        match mail {
            Mail::Ask { connection, asker, ask } => {
                if let Err(error) = self.answer(connection, &asker, ask) {
                    asker.refuse(&error);
                }
            }
            Mail::Gone { connection } => self.leave(connection),
            Mail::Ready(prepared) => self.begin(*prepared),
            Mail::Thought(thought) => self.thought(*thought),
        }
        if !self.members.is_empty() {
            self.deserted = Instant::now();
        }
    }

    fn answer(&mut self, connection: u64, asker: &Asker, ask: Ask) -> Result<(), Error> {
        match ask {
            Ask::Sit { seat, name } => self.sit(connection, asker, seat, &name),
            Ask::Return { token } => self.come_back(connection, asker, &token),
            Ask::Watch => self.watch(connection, asker),
            Ask::Deploy { deployment } => {
                let seat = self.seat_of(connection)?;
                self.deploy(seat, &deployment)
            }
            Ask::Move { at, mv } => {
                let seat = self.seat_of(connection)?;
                self.play(seat, at, &mv)
            }
            Ask::Resign => {
                let seat = self.seat_of(connection)?;
                self.resign(seat)
            }
            Ask::Draw => {
                let seat = self.seat_of(connection)?;
                self.draw(seat)
            }
            Ask::Refuse => {
                self.seat_of(connection)?;
                self.wants_draw.clear();
                self.tell_offers();
                Ok(())
            }
            Ask::Rematch => {
                let seat = self.seat_of(connection)?;
                self.rematch(seat)
            }
            Ask::Study { seat, reply } => {
                // Whoever asked may be gone.
                let _ = reply.send(self.source(connection, seat));
                Ok(())
            }
        }
    }

    /// What a member may study through the eyes of a seat.
    fn source(&self, connection: u64, seat: Seat) -> Result<GameSource, Error> {
        let game = self
            .game
            .as_ref()
            .ok_or_else(|| Error::new("turn", "found no game, expected one that has begun"))?;
        let member = self.members.iter().find(|member| member.connection == connection);
        let member = member.ok_or_else(|| {
            Error::new("refused", "found nobody of this table, expected a member")
        })?;
        let over = game.outcome().is_some();
        if !over && (member.seat != Some(seat) || !self.settings.help) {
            let text = "found a game that goes on, expected its end, or your own seat at a table with help";
            return Err(Error::new("refused", text));
        }
        if !game.rules().seats().contains(seat) {
            return Err(Error::new("unknown", format!("found {seat}, expected a seat that plays")));
        }
        let start = game.start_of(seat);
        let visibility = self.settings.visibility;
        Ok(GameSource { start, seat, visibility, events: game.events().to_vec() })
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

    fn phase(&self) -> &'static str {
        match &self.game {
            None => "deploying",
            Some(game) if game.outcome().is_none() => "playing",
            Some(_) => "over",
        }
    }

    fn seats(&self) -> Value {
        let mut seats = json!({});
        for (seat, place) in Seat::ALL.into_iter().zip(&self.places) {
            if let Some(place) = place {
                let here = self.members.iter().any(|member| member.seat == Some(seat));
                seats[seat.to_string()] = place.json(here);
            }
        }
        seats
    }

    fn post(&self) {
        self.host.post(&self.name, self.notice());
    }

    fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.settings.chairs[seat.index()].as_ref()
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.chair(seat) == Some(&Chair::Human)
    }

    /// The seats of people.
    fn humans(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| self.is_human(seat))
    }
}
