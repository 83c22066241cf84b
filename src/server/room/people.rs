//! Who is at a table: members come and go, places stay theirs.

use super::{LATE, Room};
use crate::game::board::Seat;
use crate::server::host::new_token;
use crate::server::message::{Asker, Error};
use crate::server::outbox::Outbox;
use crate::server::table::{Chair, Projection, Watch, shut};
use serde_json::{Value, json};

/// Letters of a name at most.
const NAME: usize = 24;

/// A connection at the table.
pub(super) struct Member {
    pub(super) connection: u64,
    pub(super) out: Outbox,
    /// None looks on.
    pub(super) seat: Option<Seat>,
    /// Events it was told.
    pub(super) told: usize,
}

/// A place of a seat that plays.
pub(super) struct SeatPlace {
    engine: bool,
    pub(super) name: String,
    /// The secret of whoever took it.
    token: Option<String>,
    /// Whether it has put its pieces.
    pub(super) ready: bool,
}

impl SeatPlace {
    pub(super) fn new(chair: Chair) -> Self {
        match chair {
            Chair::Human => Self { engine: false, name: String::new(), token: None, ready: false },
            Chair::Engine(spec) => {
                Self { engine: true, name: spec.to_string(), token: None, ready: true }
            }
        }
    }

    /// As records name it.
    pub(super) fn player(&self) -> String {
        if self.engine { self.name.clone() } else { "human".into() }
    }

    /// Another game begins: people have to put their pieces again.
    pub(super) fn again(&mut self) {
        self.ready = self.engine;
    }

    pub(super) fn json(&self, here: bool) -> Value {
        json!({
            "kind": if self.engine { "engine" } else { "human" },
            "name": self.name,
            "taken": self.engine || self.token.is_some(),
            "here": self.engine || here,
            "ready": self.ready,
        })
    }
}

/// Compares without telling by the time it takes how much was right.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

impl Room {
    /// The seat that a connection has.
    pub(super) fn seat_of(&self, connection: u64) -> Result<Seat, Error> {
        let member = self.members.iter().find(|member| member.connection == connection);
        let seat = member.and_then(|member| member.seat);
        seat.ok_or_else(|| {
            Error::new("refused", "found no seat of yours at a table, expected one: sit down first")
        })
    }

    pub(super) fn sit(
        &mut self,
        connection: u64,
        asker: &Asker,
        seat: Seat,
        name: &str,
    ) -> Result<(), Error> {
        let place = self.places[seat.index()].as_mut().filter(|place| !place.engine);
        let place = place.ok_or_else(|| {
            Error::new("taken", format!("found no seat {seat} for people, expected another"))
        })?;
        if place.token.is_some() {
            return Err(Error::new(
                "taken",
                format!("found seat {seat} taken, expected a free one"),
            ));
        }
        let token = new_token().map_err(|error| Error::new("limit", error))?;
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
        place.name = name.trim().into();
        asker.answer(json!({"is": "seated", "table": self.name, "seat": seat, "token": token}));
        place.token = Some(token);
        self.enter(connection, asker, Some(seat));
        Ok(())
    }

    pub(super) fn come_back(
        &mut self,
        connection: u64,
        asker: &Asker,
        token: &str,
    ) -> Result<(), Error> {
        let holds = |place: &Option<SeatPlace>| {
            place
                .as_ref()
                .and_then(|place| place.token.as_deref())
                .is_some_and(|own| same(own, token))
        };
        let seat = Seat::ALL.into_iter().find(|seat| holds(&self.places[seat.index()]));
        let seat = seat.ok_or_else(|| {
            Error::new(
                "token",
                "found a token of no seat here, expected the one that `seated` told",
            )
        })?;
        let other = |member: &Member| member.seat == Some(seat) && member.connection != connection;
        for member in self.members.extract_if(.., |member| other(member)) {
            let text = "this seat is played from another connection now";
            member.out.send(&json!({"is": "closed", "text": text}));
        }
        self.enter(connection, asker, Some(seat));
        Ok(())
    }

    pub(super) fn watch(&mut self, connection: u64, asker: &Asker) -> Result<(), Error> {
        if self.settings.watch == Watch::None {
            return Err(Error::new("refused", "found a table without onlookers, expected another"));
        }
        self.enter(connection, asker, None);
        Ok(())
    }

    fn enter(&mut self, connection: u64, asker: &Asker, seat: Option<Seat>) {
        self.members.retain(|member| member.connection != connection);
        self.members.push(Member { connection, out: asker.out.clone(), seat, told: 0 });
        self.tell_all(|member| member.connection == connection);
        self.tell_seats();
    }

    pub(super) fn leave(&mut self, connection: u64) {
        self.members.retain(|member| member.connection != connection);
        self.tell_seats();
    }

    /// Tells everybody who sits where.
    pub(super) fn tell_seats(&self) {
        let message = json!({"is": "seats", "seats": self.seats()});
        self.members.iter().for_each(|member| member.out.send(&message));
        self.post();
    }

    /// Tells everybody who wants what.
    pub(super) fn tell_offers(&self) {
        let message =
            json!({"is": "offers", "draw": self.wants_draw, "rematch": self.wants_rematch});
        self.members.iter().for_each(|member| member.out.send(&message));
    }

    /// Tells some the whole state.
    pub(super) fn tell_all(&mut self, whom: impl Fn(&Member) -> bool) {
        for place in 0..self.members.len() {
            if whom(&self.members[place]) {
                let (message, told) = self.state_for(&self.members[place]);
                self.members[place].out.send(&message);
                self.members[place].told = told;
            }
        }
    }

    /// The game as a member may see it.
    fn projection(&self, member: &Member) -> Option<Projection<'_>> {
        let game = self.game.as_ref()?;
        Some(match (member.seat, self.settings.watch) {
            (Some(seat), _) => game.seen_by(seat),
            (None, Watch::Delayed) => game.seen_late(LATE),
            (None, Watch::End | Watch::None) => game.seen_late(usize::MAX),
        })
    }

    /// The whole state as a member may know it, and how many events that tells.
    fn state_for(&self, member: &Member) -> (Value, usize) {
        let projection = self.projection(member);
        let told = projection.as_ref().map_or(0, |projection| projection.happenings().len());
        let own = member.seat.and_then(|seat| self.deployments[seat.index()]);
        let rules = self.settings.rules;
        let message = json!({
            "is": "table",
            "table": self.name,
            "number": self.number,
            "mode": rules.mode,
            "rules": rules.to_string(),
            "visibility": self.settings.visibility,
            "clock": self.settings.clock.as_secs(),
            "help": self.settings.help,
            "watch": self.settings.watch,
            "shut": shut(self.host.options.board, &rules),
            "seats": self.seats(),
            "you": member.seat,
            "phase": self.phase(),
            "deployment": own.map(|own| own.to_string()),
            "offers": {"draw": self.wants_draw, "rematch": self.wants_rematch},
            "game": projection.map(|projection| projection.seen(self.left(), self.ended())),
        });
        (message, told)
    }

    /// Tells everybody what they may know and have not been told.
    pub(super) fn tell_news(&mut self) {
        let mut members = std::mem::take(&mut self.members);
        for member in &mut members {
            let Some(projection) = self.projection(member) else { continue };
            let all = projection.happenings();
            for happening in &all[member.told.min(all.len())..] {
                let mut message = json!(happening);
                let last = happening.n == all.len();
                message["is"] = "event".into();
                message["moves"] = json!(last.then(|| projection.moves()).flatten());
                message["left"] = json!(self.left());
                member.out.send(&message);
            }
            member.told = all.len();
            if let Some(ended) = self.ended() {
                let mut message = json!(ended);
                message["is"] = "over".into();
                member.out.send(&message);
            }
        }
        self.members = members;
    }
}
