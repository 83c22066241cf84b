//! States and actions as text.

use super::actions::{Actions, placed_kind};
use super::deal::Deal;
use super::error::EnvError;
use super::observer::{Eyes, Observer};
use super::state::{State, Turn};
use crate::game::belief::View;
use crate::game::board::Board;
use crate::game::format::GameHistory;
use crate::game::rules::Kind;
use std::fmt;

impl State {
    /// Everything that an observer has seen: the first position as it saw it and the public events
    /// since, as text; before that, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn information_state(&self, observer: impl Into<Observer>) -> Result<String, EnvError> {
        let eyes = self.eyes(observer.into())?;
        let Some((start, events)) = self.seen_by(eyes) else { return Ok(self.placements(eyes)) };
        Ok(GameHistory { start, events: events.to_vec() }.to_string())
    }

    /// The position as an observer sees it, as a JFEN line; before the first move, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn observation(&self, observer: impl Into<Observer>) -> Result<String, EnvError> {
        let eyes = self.eyes(observer.into())?;
        let Some(world) = self.world() else { return Ok(self.placements(eyes)) };
        Ok(eyes.view(world, self.game.options().visibility).to_string())
    }

    /// The deal as an observer sees it: whose army is dealt, how much of it, and the placements that it sees.
    fn placements(&self, eyes: Eyes) -> String {
        let dealing = self.dealing();
        let mut text = format!("{}:{}", self.game.seats()[dealing], self.army_steps(dealing).len());
        if self.game.options().deal == Deal::Players {
            for seat in eyes.placing.iter() {
                let placed = self.placed(self.game.player(seat)).into_iter();
                text += &format!(" {seat}:{}", placed.map(Kind::letter).collect::<String>());
            }
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
