//! What people do at a table beside playing: take a seat, return to it, watch, leave, agree to analysis, send signals and
//! write to each other.

use super::state::{Member, Room};
use crate::answer::{Answer, Error, ErrorCode, HeldTable, Phase};
use crate::outbox::Responder;
use crate::table::{TableGame, Watch};
use junqi_core::game::board::{Cell, Seat};
use junqi_core::game::format::{ChatLine, GivenSignal, Signal};
use junqi_core::game::rules::Mode;
use std::io;
use std::time::Duration;

/// The longest name of a player, in characters.
const MAX_NAME_LENGTH: usize = 24;
/// The least time between two signals or lines of chat of a seat.
const SPEECH_INTERVAL: Duration = Duration::from_secs(2);
/// The most signals and lines of chat in a game.
const MAX_SPEECH: usize = 500;
/// The longest line of chat, in characters.
const MAX_CHAT_LENGTH: usize = 200;

/// Whether a character may stand in a name or a line of chat: none that moves the text around it.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The first plain characters of a text.
fn plain(text: &str, length: usize) -> String {
    let plain: String = text.chars().filter(|&c| is_plain(c)).take(length).collect();
    plain.trim().into()
}

/// Compares in constant time, so that timing reveals nothing of the token.
fn constant_time_eq(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

impl Room {
    /// The seat of a connection.
    pub(super) fn seat_of(&self, connection: u64) -> Result<Seat, Error> {
        let member = self.members.iter().find(|member| member.connection == connection);
        let seat = member.and_then(|member| member.seat);
        seat.ok_or_else(|| {
            let text = "You have no seat at this table: sit down first.";
            Error::new(ErrorCode::Refused, text)
        })
    }

    pub(super) fn sit(
        &mut self,
        connection: u64,
        responder: &Responder,
        seat: Seat,
        name: &str,
    ) -> Result<(), Error> {
        let state = self.seat_states[seat.index()].as_ref().filter(|state| !state.is_engine());
        let Some(state) = state else {
            let text = format!("Seat {seat} is not for a human player.");
            return Err(Error::new(ErrorCode::Taken, text));
        };
        if state.token.is_some() {
            return Err(Error::new(ErrorCode::Taken, format!("Seat {seat} is taken.")));
        }
        let token = self.new_token().map_err(|error| Error::new(ErrorCode::Limit, error))?;
        if let Some(state) = &mut self.seat_states[seat.index()] {
            state.name = plain(name, MAX_NAME_LENGTH);
            state.token = Some(token.clone());
        }
        responder.answer(Answer::Seated { table: self.name.clone(), seat, token });
        self.save_table();
        self.enter(connection, responder, Some(seat));
        Ok(())
    }

    /// A new seat token: 128 random bits, in hexadecimal.
    fn new_token(&mut self) -> io::Result<String> {
        Ok(format!("{:016x}{:016x}", self.around.secret()?, self.around.secret()?))
    }

    fn seat_of_token(&self, token: &str) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| {
            let state = self.seat_states[seat.index()].as_ref();
            let own = state.and_then(|state| state.token.as_deref());
            own.is_some_and(|own| constant_time_eq(own, token))
        })
    }

    /// The table with the seat that a token holds.
    pub fn held_seat(&self, token: &str) -> Option<HeldTable> {
        let seat = self.seat_of_token(token)?;
        let turn = self.game.as_ref().and_then(TableGame::turn) == Some(seat);
        Some(HeldTable { entry: self.lobby_entry(), seat, turn })
    }

    pub(super) fn return_to_seat(
        &mut self,
        connection: u64,
        responder: &Responder,
        token: &str,
    ) -> Result<(), Error> {
        let seat = self.seat_of_token(token).ok_or_else(|| {
            Error::new(ErrorCode::Token, "The token belongs to no seat at this table.")
        })?;
        let is_other =
            |member: &mut Member| member.seat == Some(seat) && member.connection != connection;
        for member in self.members.extract_if(.., is_other) {
            member.out.send(&Answer::closed("This seat is now played from another connection."));
        }
        self.enter(connection, responder, Some(seat));
        Ok(())
    }

    pub(super) fn watch(&mut self, connection: u64, responder: &Responder) -> Result<(), Error> {
        if self.settings.watch == Watch::None {
            return Err(Error::new(ErrorCode::Refused, "This table allows no spectators."));
        }
        self.enter(connection, responder, None);
        Ok(())
    }

    fn enter(&mut self, connection: u64, responder: &Responder, seat: Option<Seat>) {
        self.members.retain(|member| member.connection != connection);
        // A resumed game waits for a player, or for anybody if only engines play.
        if self.paused && (seat.is_some() || self.humans().next().is_none()) {
            self.paused = false;
            self.turn_began = self.now;
        }
        self.members.push(Member { connection, out: responder.out.clone(), seat, events_sent: 0 });
        self.ask_engine();
        self.send_state(|member| member.connection == connection);
        self.broadcast_seats();
    }

    /// A connection is gone, or has joined another table.
    pub fn leave(&mut self, now: Duration, connection: u64) {
        self.at(now);
        self.members.retain(|member| member.connection != connection);
        self.broadcast_seats();
    }
}

/// Analysis during a game: free for a single person against engines, by agreement of all among several.
impl Room {
    /// Whether the people at the table may analyse during the game.
    pub(super) fn help(&self) -> bool {
        let mut people = 0;
        let mut agree = 0;
        for state in self.seat_states.iter().flatten().filter(|state| !state.is_engine()) {
            people += 1;
            agree += usize::from(state.agrees_to_help);
        }
        self.settings.help && (people <= 1 || agree == people)
    }

    /// A person agrees to analysis during the game, or no longer does.
    pub(super) fn agree_to_help(&mut self, seat: Seat, agrees: bool) -> Result<(), Error> {
        if !self.settings.help {
            let text = "This table does not allow analysis during the game.";
            return Err(Error::new(ErrorCode::Refused, text));
        }
        if let Some(state) = &mut self.seat_states[seat.index()] {
            state.agrees_to_help = agrees;
        }
        self.save_table();
        self.broadcast_seats();
        Ok(())
    }
}

/// Signals between partners: preset messages that only the sender and the partner receive.
impl Room {
    /// Sends a signal to the partner and back to the sender.
    pub(super) fn signal(
        &mut self,
        seat: Seat,
        signal: Signal,
        cell: Option<&str>,
    ) -> Result<(), Error> {
        let partner = seat.opposite();
        if self.settings.rules.mode != Mode::FourPlayer || !self.is_human(partner) {
            let text = "Signals need a person as the partner.";
            return Err(Error::new(ErrorCode::Refused, text));
        }
        let game = self.game.as_ref().filter(|game| game.turn().is_some());
        let game =
            game.ok_or_else(|| Error::new(ErrorCode::Turn, "Signals are for running games."))?;
        let cell: Option<Cell> = cell.map(str::parse).transpose().map_err(Error::illegal)?;
        let board = self.board;
        if let Some(cell) = cell.filter(|&cell| board.station(cell).is_none()) {
            return Err(Error::illegal(format!("The board has no cell {cell}.")));
        }
        let cell = cell.map(|cell| cell.to_string());
        let given = GivenSignal { seat, signal, cell, at: game.events().len() };
        self.take_turn_to_speak(seat)?;
        let answer = Answer::Signal(given.clone());
        for member in &self.members {
            if member.seat == Some(seat) || member.seat == Some(partner) {
                member.out.send(&answer);
            }
        }
        self.signals.push(given);
        self.unsaved = true;
        Ok(())
    }

    /// The signals that a seat gave or received; all of them once the game is over.
    pub(super) fn signals_of(&self, seat: Option<Seat>) -> Vec<GivenSignal> {
        if self.phase() == Phase::Over {
            return self.signals.clone();
        }
        let Some(seat) = seat else { return vec![] };
        let own = self.signals.iter().filter(|given| [seat, seat.opposite()].contains(&given.seat));
        own.cloned().collect()
    }
}

/// Chat, at tables that have it: plain text for all seats. Spectators get it after the end, because it may tell
/// them what their late view of the board does not show yet.
impl Room {
    /// Checks the limits of signals and chat, and counts one for a seat.
    fn take_turn_to_speak(&mut self, seat: Seat) -> Result<(), Error> {
        if self.signals.len() + self.chat.len() >= MAX_SPEECH {
            let text = "This game has all the signals and chat it may have.";
            return Err(Error::new(ErrorCode::Limit, text));
        }
        let last = &mut self.last_said[seat.index()];
        if last.is_some_and(|last| self.now < last + SPEECH_INTERVAL) {
            let text = "Signals and chat are limited to one in two seconds.";
            return Err(Error::new(ErrorCode::Limit, text));
        }
        *last = Some(self.now);
        Ok(())
    }

    /// Sends a line of chat to all seats, and to all members after the end.
    pub(super) fn say(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        if !self.settings.chat {
            return Err(Error::new(ErrorCode::Refused, "This table has no chat."));
        }
        let text = plain(text, MAX_CHAT_LENGTH);
        if text.is_empty() {
            return Err(Error::illegal("A line of chat needs some text."));
        }
        self.take_turn_to_speak(seat)?;
        let at = self.game.as_ref().map_or(0, |game| game.events().len());
        let line = ChatLine { seat, text, at };
        let answer = Answer::Chat(line.clone());
        let over = self.phase() == Phase::Over;
        for member in self.members.iter().filter(|member| over || member.seat.is_some()) {
            member.out.send(&answer);
        }
        self.chat.push(line);
        self.unsaved = true;
        Ok(())
    }

    /// The chat as a seat, or a spectator, may read it.
    pub(super) fn chat_of(&self, seat: Option<Seat>) -> &[ChatLine] {
        if seat.is_some() || self.phase() == Phase::Over { &self.chat } else { &[] }
    }
}
