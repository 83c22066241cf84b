//! A player with what it knows, fed by public events alone: for whoever has no referee around it.

use super::{Choice, GameStart, MoveBudget, Player, PlayerError};
use crate::game::belief::{Information, Observation, View, Visibility};
use crate::game::board::Seat;
use crate::game::rules::{Deployment, Event};

/// A player at its seat of one game, with the information that its seat has.
pub struct Bot {
    player: Box<dyn Player>,
    information: Option<Information>,
    learned: usize,
}

impl Bot {
    /// Somebody whose game has not begun.
    pub fn new(player: Box<dyn Player>) -> Self {
        Self { player, information: None, learned: 0 }
    }

    /// Lets it choose its deployment.
    ///
    /// # Errors
    ///
    /// If the player fails.
    pub fn deploy(&mut self, brief: &GameStart) -> Result<Deployment, PlayerError> {
        self.player.deploy(brief)
    }

    /// Its game begins at a view of its seat's.
    ///
    /// # Errors
    ///
    /// If the player fails, or the view is not sound.
    pub fn begin(
        &mut self,
        start: &View,
        seat: Seat,
        visibility: Visibility,
    ) -> Result<(), PlayerError> {
        let information = Information::new(start, seat, visibility)?;
        self.player.start(&information.observation())?;
        (self.information, self.learned) = (Some(information), 0);
        Ok(())
    }

    /// How many events it has learned.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// What it sees, once its game has begun.
    pub fn sees(&self) -> Option<Observation<'_>> {
        self.information.as_ref().map(Information::observation)
    }

    /// Learns what everybody saw.
    ///
    /// # Errors
    ///
    /// If the event cannot follow, or the player fails.
    pub fn learn(&mut self, event: &Event) -> Result<(), PlayerError> {
        let information = self.information.as_mut().ok_or_else(not_begun)?;
        information.apply(event)?;
        self.learned += 1;
        self.player.observe(event, &information.observation())
    }

    /// Chooses on its turn.
    ///
    /// # Errors
    ///
    /// If the player fails.
    pub fn choose(&mut self, budget: &MoveBudget<'_>) -> Result<Choice, PlayerError> {
        let information = self.information.as_ref().ok_or_else(not_begun)?;
        self.player.choose(&information.observation(), budget)
    }
}

fn not_begun() -> PlayerError {
    PlayerError::Crashed("asked before its game began".into())
}
