//! A player driven by public events alone, for programs without a referee.

use super::{Choice, GameStart, Player, PlayerError, SearchRequest};
use crate::game::belief::{Information, Observation, View, Visibility};
use crate::game::board::Seat;
use crate::game::format::GameResult;
use crate::game::rules::{Deployment, Event};

/// A player of one game with the information of its seat.
pub struct Bot {
    player: Box<dyn Player>,
    information: Option<Information>,
    learned: usize,
}

impl Bot {
    /// A player before the start of its game.
    pub fn new(player: Box<dyn Player>) -> Self {
        Self { player, information: None, learned: 0 }
    }

    /// Returns the deployment that the player chooses.
    ///
    /// # Errors
    ///
    /// If the player fails.
    pub fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        self.player.deploy(start)
    }

    /// Starts the game from a view of the player's seat.
    ///
    /// # Errors
    ///
    /// If the player fails, or the view is invalid.
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

    /// Number of events applied.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// The observation of the seat, once the game has begun.
    pub fn sees(&self) -> Option<Observation<'_>> {
        self.information.as_ref().map(Information::observation)
    }

    /// Applies a public event; after the last one of the game the player learns the result.
    ///
    /// # Errors
    ///
    /// If the event is not possible in the position, or the player fails.
    pub fn learn(&mut self, event: &Event) -> Result<(), PlayerError> {
        let information = self.information.as_mut().ok_or(PlayerError::NotBegun)?;
        information.apply(event)?;
        self.learned += 1;
        let observation = information.observation();
        self.player.observe(event, &observation)?;
        if let Some(outcome) = observation.outcome() {
            self.player.finish(&GameResult::of(Some(outcome), observation.rules()));
        }
        Ok(())
    }

    /// Chooses a move or resignation on the seat's turn.
    ///
    /// # Errors
    ///
    /// If the player fails.
    pub fn choose(&mut self, request: &SearchRequest<'_>) -> Result<Choice, PlayerError> {
        let information = self.information.as_ref().ok_or(PlayerError::NotBegun)?;
        self.player.choose(&information.observation(), request)
    }
}
