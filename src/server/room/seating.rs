//! Seats: taking one, returning to it, watching and leaving.

use super::member::{Member, SeatPlace};
use super::state::Room;
use crate::game::board::Seat;
use crate::server::host::new_token;
use crate::server::message::{Asker, Error};
use crate::server::table::Watch;
use serde_json::json;

/// Letters of a name at most.
const NAME: usize = 24;

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
}
