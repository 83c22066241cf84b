//! Seats: taking one, returning to it, watching and leaving.

use super::chat::is_plain;
use super::member::{Member, SeatState};
use super::state::Room;
use crate::game::board::Seat;
use crate::server::host::new_token;
use crate::server::message::{Error, Responder, closed};
use crate::server::table::{TableGame, Watch};
use serde_json::{Value, json};
use tokio::time::Instant;

/// The longest name of a player, in characters.
const MAX_NAME_LENGTH: usize = 24;

/// Compares in constant time, so that timing reveals nothing of the token.
fn constant_time_eq(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

impl Room {
    /// The seat of a connection.
    pub(super) fn seat_of(&self, connection: u64) -> Result<Seat, Error> {
        let member = self.members.iter().find(|member| member.connection == connection);
        let seat = member.and_then(|member| member.seat);
        seat.ok_or_else(|| Error::new("refused", "You have no seat at this table: sit down first."))
    }

    pub(super) fn sit(
        &mut self,
        connection: u64,
        responder: &Responder,
        seat: Seat,
        name: &str,
    ) -> Result<(), Error> {
        let place = self.seat_states[seat.index()].as_mut().filter(|place| !place.engine);
        let place = place.ok_or_else(|| {
            Error::new("taken", format!("Seat {seat} is not for a human player."))
        })?;
        if place.token.is_some() {
            return Err(Error::new("taken", format!("Seat {seat} is taken.")));
        }
        let token = new_token().map_err(|error| Error::new("limit", error))?;
        let name: String = name.chars().filter(|&c| is_plain(c)).take(MAX_NAME_LENGTH).collect();
        place.name = name.trim().into();
        responder.answer(json!({"is": "seated", "table": self.name, "seat": seat, "token": token}));
        place.token = Some(token);
        self.save_table();
        self.enter(connection, responder, Some(seat));
        Ok(())
    }

    fn seat_of_token(&self, token: &str) -> Option<Seat> {
        let holds = |place: &Option<SeatState>| {
            place
                .as_ref()
                .and_then(|place| place.token.as_deref())
                .is_some_and(|own| constant_time_eq(own, token))
        };
        Seat::ALL.into_iter().find(|seat| holds(&self.seat_states[seat.index()]))
    }

    /// The table's lobby entry with the seat that a token holds, and whether that seat is to move.
    pub(super) fn held_seat(&self, token: &str) -> Option<Value> {
        let seat = self.seat_of_token(token)?;
        let mut entry = self.lobby_entry().json(&self.name);
        entry["seat"] = json!(seat);
        entry["turn"] = json!(self.game.as_ref().and_then(TableGame::turn) == Some(seat));
        Some(entry)
    }

    pub(super) fn return_to_seat(
        &mut self,
        connection: u64,
        responder: &Responder,
        token: &str,
    ) -> Result<(), Error> {
        let seat = self
            .seat_of_token(token)
            .ok_or_else(|| Error::new("token", "The token belongs to no seat at this table."))?;
        let other = |member: &Member| member.seat == Some(seat) && member.connection != connection;
        for member in self.members.extract_if(.., |member| other(member)) {
            member.out.send(&closed("This seat is now played from another connection."));
        }
        self.enter(connection, responder, Some(seat));
        Ok(())
    }

    pub(super) fn watch(&mut self, connection: u64, responder: &Responder) -> Result<(), Error> {
        if self.settings.watch == Watch::None {
            return Err(Error::new("refused", "This table allows no spectators."));
        }
        self.enter(connection, responder, None);
        Ok(())
    }

    fn enter(&mut self, connection: u64, responder: &Responder, seat: Option<Seat>) {
        self.members.retain(|member| member.connection != connection);
        if self.paused && (seat.is_some() || self.humans().next().is_none()) {
            (self.paused, self.turn_began) = (false, Instant::now());
        }
        self.members.push(Member { connection, out: responder.out.clone(), seat, events_sent: 0 });
        self.ask_engine();
        self.send_state(|member| member.connection == connection);
        self.broadcast_seats();
    }

    pub(super) fn leave(&mut self, connection: u64) {
        self.members.retain(|member| member.connection != connection);
        self.broadcast_seats();
    }
}
