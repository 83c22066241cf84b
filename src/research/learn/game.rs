//! Recorded games with all pieces visible.

use crate::game::belief::View;
use crate::game::board::Seat;
use crate::game::format::GameHistory;
use crate::game::rules::{Deployment, Event, Point, SetupFaults, World};

/// A recorded game with all pieces visible.
#[derive(Debug, Clone)]
pub struct OpenGame {
    /// Source, for messages.
    pub name: String,
    /// The world before the first event.
    pub start: World,
    /// The events.
    pub events: Vec<Event>,
    /// The search value of every turn (move or resignation), for the team of the player, in centi-pieces;
    /// empty if not recorded.
    pub values: Vec<Option<i64>>,
    /// Whether the values are labels: only the positions that have one are taken.
    pub labelled: bool,
}

/// Why a history cannot be used for learning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The pieces of a seat are hidden.
    #[error("found hidden pieces, expected a record with the kinds of all pieces")]
    Hidden,
    /// The history does not start with the first move.
    #[error("found a start at ply {0}, expected a whole game")]
    Middle(u32),
    /// The position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl OpenGame {
    /// Reads the game of a history.
    ///
    /// # Errors
    ///
    /// If pieces are hidden, or the history does not start with the first move.
    pub fn new(name: String, history: &GameHistory) -> Result<Self, GameError> {
        let View { ply, .. } = history.start;
        if ply > 0 {
            return Err(GameError::Middle(ply));
        }
        let setup = history.start.setup().ok_or(GameError::Hidden)?;
        let (start, events) = (World::lenient(&setup)?, history.events.clone());
        Ok(Self { name, start, events, values: vec![], labelled: false })
    }

    /// Adds the search values of the players.
    #[must_use]
    pub fn with_values(self, values: Vec<Option<i64>>) -> Self {
        Self { values, ..self }
    }

    /// Adds labels: the values of searches of some positions (`junqi eval label`).
    #[must_use]
    pub fn with_labels(self, values: Vec<Option<i64>>) -> Self {
        Self { values, labelled: true, ..self }
    }

    /// The deployment of a seat at the start; none if pieces are missing.
    pub fn deployment(&self, seat: Seat) -> Option<Deployment> {
        let arm = self.start.board().arm(seat)?;
        let mut points = [None; 30];
        for point in Point::posts() {
            let piece = self.start.piece_at(arm[point.index()]).filter(|p| p.seat() == seat);
            points[point.index()] = Some(self.start.kind(piece?));
        }
        Deployment::new(points).ok()
    }
}
