//! Chat, at tables that have it: plain text for all seats. Spectators get it after the end, because it may tell
//! them what their late view of the board does not show yet.

use super::state::Room;
use crate::game::board::Seat;
use crate::game::format::ChatLine;
use crate::server::message::Error;
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// The least time between two signals or lines of chat of a seat.
const SPEECH_INTERVAL: Duration = Duration::from_secs(2);
/// The most signals and lines of chat in a game.
const MAX_SPEECH: usize = 500;
/// The longest line of chat, in characters.
const MAX_CHAT_LENGTH: usize = 200;

/// Whether a character may stand in a line of chat or in a name: none that moves the text around it.
pub(super) fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Room {
    /// Checks the limits of signals and chat, and counts one for a seat.
    pub(super) fn take_turn_to_speak(&mut self, seat: Seat) -> Result<(), Error> {
        if self.signals.len() + self.chat.len() >= MAX_SPEECH {
            return Err(Error::new("limit", "This game has all the signals and chat it may have."));
        }
        let last = &mut self.last_said[seat.index()];
        if last.is_some_and(|last| last.elapsed() < SPEECH_INTERVAL) {
            return Err(Error::new("limit", "Signals and chat are limited to one in two seconds."));
        }
        *last = Some(Instant::now());
        Ok(())
    }

    /// Sends a line of chat to all seats, and to all members after the end.
    pub(super) fn say(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        if !self.settings.chat {
            return Err(Error::new("refused", "This table has no chat."));
        }
        let plain: String = text.chars().filter(|&c| is_plain(c)).take(MAX_CHAT_LENGTH).collect();
        let text = plain.trim().to_owned();
        if text.is_empty() {
            return Err(Error::new("illegal", "A line of chat needs some text."));
        }
        self.take_turn_to_speak(seat)?;
        let at = self.game.as_ref().map_or(0, |game| game.events().len());
        let line = ChatLine { seat, text, at };
        let mut message = json!(line);
        message["is"] = "chat".into();
        let over = self.phase() == "over";
        for member in self.members.iter().filter(|member| over || member.seat.is_some()) {
            member.out.send(&message);
        }
        self.chat.push(line);
        self.unsaved = true;
        Ok(())
    }

    /// The chat as a seat, or a spectator, may read it.
    pub(super) fn chat_of(&self, seat: Option<Seat>) -> &[ChatLine] {
        if seat.is_some() || self.phase() == "over" { &self.chat } else { &[] }
    }
}
