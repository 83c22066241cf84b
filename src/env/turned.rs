//! Actions as the player to act numbers them, on the board turned so that its arm is at the bottom.

use super::actions::{Actions, Numbering};
use super::error::EnvError;
use super::state::{State, Turn};

impl State {
    /// The legal actions as the player to act numbers them, its arm at the bottom, in order; none at a chance
    /// node and at the end.
    pub fn turned_actions(&self, numbering: Numbering) -> Vec<u32> {
        let mut list = vec![];
        if let Turn::Player(player) = self.turn() {
            let number = |action| list.push(self.game().number(action, numbering));
            self.each_legal_action(self.game().seats()[player], number);
        }
        list.sort_unstable();
        list
    }

    /// The action on the board as it lies that the player to act numbered with its arm at the bottom; a chance
    /// outcome is itself.
    ///
    /// # Errors
    ///
    /// If no action has the number. It need not be legal.
    pub fn turned_back(&self, number: i64, numbering: Numbering) -> Result<u32, EnvError> {
        let (turned, most) = match self.turn() {
            Turn::Chance => (u32::try_from(number).ok(), self.game().chance_outcomes() as u32 - 1),
            _ => (self.game().action(number, numbering), self.game().numbered(numbering) - 1),
        };
        let turned = turned.ok_or(EnvError::Number(number, most))?;
        Ok(match self.turn() {
            Turn::Player(player) => Actions::get().turn_back(turned, self.game().seats()[player]),
            Turn::Chance | Turn::Over => turned,
        })
    }
}
