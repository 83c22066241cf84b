//! States and actions as text.

use super::actions::{Actions, placed_kind};
use super::deal::Deal;
use super::error::EnvError;
use super::state::{State, Turn};
use crate::game::belief::{Observation, View};
use crate::game::board::Board;
use crate::game::format::GameHistory;
use crate::game::rules::Kind;
use std::fmt;

impl State {
    /// Everything that a player has seen: the first position as its seat saw it and the public events
    /// since, as text; before that, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn information_state(&self, player: usize) -> Result<String, EnvError> {
        let seat = self.seat(player)?;
        let Some((start, events)) = self.seen_by(seat) else { return Ok(self.placements(player)) };
        Ok(GameHistory { start, events: events.to_vec() }.to_string())
    }

    /// The position as a player sees it, as a JFEN line; before the first move, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn observation(&self, player: usize) -> Result<String, EnvError> {
        let seat = self.seat(player)?;
        let Some(play) = &self.play else { return Ok(self.placements(player)) };
        let visibility = self.game.options().visibility;
        Ok(Observation::new(play.world(), seat, visibility).view().to_string())
    }

    /// The deal as a player sees it: whose army is dealt, how much of it, and its own placements.
    fn placements(&self, player: usize) -> String {
        let dealing = self.dealing();
        let mut text = format!("{}:{}", self.game.seats()[dealing], self.army_steps(dealing).len());
        if self.game.options().deal == Deal::Players {
            let own: String = self.placed(player).into_iter().map(Kind::letter).collect();
            text += &format!(" {}:{own}", self.game.seats()[player]);
        }
        text
    }

    /// An action or chance outcome as text: `g6g11` for a move, a kind's letter for a placement, `#7` for
    /// a deployment of the pool.
    pub fn action_text(&self, action: u32) -> String {
        let deal = self.game.options().deal;
        let kind = match (self.turn(), deal) {
            (Turn::Chance, Deal::Pool) => return format!("#{action}"),
            (Turn::Chance, _) => Kind::ALL.get(action as usize).copied(),
            _ => placed_kind(action),
        };
        match (Actions::get().to_move(action), kind) {
            (_, Some(kind)) => kind.letter().to_string(),
            (Some(m), None) => m.text(Board::siguo()),
            (None, None) => format!("#{action}"),
        }
    }

    /// The legal action or possible chance outcome with a text.
    pub fn action_of(&self, text: &str) -> Option<u32> {
        let mut list = self.legal_actions();
        list.extend(self.chance_outcomes().into_iter().map(|outcome| outcome.0));
        list.into_iter().find(|&action| self.action_text(action) == text)
    }
}

/// Writes the position with all pieces shown as a JFEN line; before the first move, the armies so far.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(world) = self.world() {
            return View::truth(world).fmt(f);
        }
        for (player, seat) in self.game.seats().iter().enumerate() {
            let letters: String = self.placed(player).into_iter().map(Kind::letter).collect();
            write!(f, "{}{seat}:{letters}", if player == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
