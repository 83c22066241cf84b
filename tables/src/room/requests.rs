//! The requests of the members of a table.

use super::state::Room;
use crate::answer::{Error, ErrorCode};
use crate::outbox::Responder;
use crate::request::Request;
use junqi_core::game::belief::{View, Visibility};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::Event;
use std::time::Duration;

/// A game as a seat knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSource {
    /// The start: as the seat saw it, or with all pieces shown.
    pub start: View,
    /// The seat.
    pub seat: Seat,
    /// Whose pieces it sees.
    pub visibility: Visibility,
    /// The events.
    pub events: Vec<Event>,
}

impl Room {
    /// A call at a time.
    pub(super) fn at(&mut self, now: Duration) {
        self.now = now;
        if !self.members.is_empty() {
            self.empty_since = now;
        }
    }

    /// Begins the game of a table where nobody has to deploy.
    pub fn open(&mut self, now: Duration) {
        self.at(now);
        if self.game.is_none() {
            self.begin_if_ready();
        }
    }

    /// Answers a request; returns whether the client has joined the table by it.
    ///
    /// # Errors
    ///
    /// If the request is refused.
    pub fn request(
        &mut self,
        now: Duration,
        connection: u64,
        responder: &Responder,
        request: Request,
    ) -> Result<bool, Error> {
        self.at(now);
        match request {
            Request::Sit { seat, name, .. } => self.sit(connection, responder, seat, &name)?,
            Request::Return { token, .. } => self.return_to_seat(connection, responder, &token)?,
            Request::Watch { .. } => self.watch(connection, responder)?,
            request => {
                let seat = self.seat_of(connection)?;
                self.answer_seat(seat, request)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answer_seat(&mut self, seat: Seat, request: Request) -> Result<(), Error> {
        match request {
            Request::Deploy { deployment } => self.deploy(seat, &deployment),
            Request::Move { at, mv } => self.play(seat, at, &mv),
            Request::Resign {} => self.resign(seat),
            Request::Draw {} => self.draw(seat),
            Request::Refuse {} => self.refuse_draw(seat),
            Request::Rematch {} => self.rematch(seat),
            Request::TakeBack {} => self.take_back(seat),
            Request::Help { agrees } => self.agree_to_help(seat, agrees),
            Request::Signal { signal, cell } => self.signal(seat, signal, cell.as_deref()),
            Request::Chat { text } => self.say(seat, &text),
            // Clients answer the other requests without a table.
            _ => Err(Error::new(ErrorCode::Failed, "The server could not answer this.")),
        }
    }

    /// The game as a seat knows it, if the member may study it.
    ///
    /// # Errors
    ///
    /// If it may not, or there is no game.
    pub fn source(&self, connection: u64, seat: Seat) -> Result<GameSource, Error> {
        let game = self.begun_game()?;
        let member = self.members.iter().find(|member| member.connection == connection);
        let member = member
            .ok_or_else(|| Error::new(ErrorCode::Refused, "You have not joined this table."))?;
        let over = game.outcome().is_some();
        if !over && (member.seat != Some(seat) || !self.help()) {
            let text = "During the game you may only study your own seat, where analysis is allowed to all.";
            return Err(Error::new(ErrorCode::Refused, text));
        }
        if !game.rules().seats().contains(seat) {
            let text = format!("Seat {seat} does not play in this mode.");
            return Err(Error::new(ErrorCode::Unknown, text));
        }
        Ok(GameSource {
            start: game.start_of(seat),
            seat,
            visibility: self.settings.visibility,
            events: game.events().to_vec(),
        })
    }
}
