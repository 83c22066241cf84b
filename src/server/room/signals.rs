//! Signals between partners: preset messages that only the sender and the partner receive.

use super::state::Room;
use crate::game::board::{Cell, Seat};
use crate::game::format::{GivenSignal, Signal};
use crate::game::rules::Mode;
use crate::server::message::Error;
use serde_json::json;

impl Room {
    /// Whether two seats are people who play together.
    fn are_partners(&self, seat: Seat, other: Seat) -> bool {
        self.settings.rules.mode == Mode::FourPlayer
            && other == seat.opposite()
            && self.is_human(other)
    }

    /// Sends a signal to the partner and back to the sender.
    pub(super) fn signal(
        &mut self,
        seat: Seat,
        signal: Signal,
        cell: Option<&str>,
    ) -> Result<(), Error> {
        if !self.are_partners(seat, seat.opposite()) {
            return Err(Error::new("refused", "Signals need a person as the partner."));
        }
        let game = self.game.as_ref().filter(|game| game.turn().is_some());
        let game = game.ok_or_else(|| Error::new("turn", "Signals are for running games."))?;
        let board = self.host.options.board;
        let cell: Option<Cell> =
            cell.map(str::parse).transpose().map_err(|error| Error::new("illegal", error))?;
        if let Some(cell) = cell.filter(|&cell| board.station(cell).is_none()) {
            return Err(Error::new("illegal", format!("The board has no cell {cell}.")));
        }
        let cell = cell.map(|cell| cell.to_string());
        let given = GivenSignal { seat, signal, cell, at: game.events().len() };
        self.take_turn_to_speak(seat)?;
        let mut message = json!(given);
        message["is"] = "signal".into();
        for member in &self.members {
            if member.seat == Some(seat) || member.seat == Some(seat.opposite()) {
                member.out.send(&message);
            }
        }
        self.signals.push(given);
        self.unsaved = true;
        Ok(())
    }

    /// The signals that a seat gave or received; all of them once the game is over.
    pub(super) fn signals_of(&self, seat: Option<Seat>) -> Vec<&GivenSignal> {
        let over = self.phase() == "over";
        let known = |given: &&GivenSignal| {
            over || seat.is_some_and(|own| given.seat == own || given.seat == own.opposite())
        };
        self.signals.iter().filter(known).collect()
    }
}
