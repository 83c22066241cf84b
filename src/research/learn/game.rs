//! Games to learn from.

use crate::game::belief::View;
use crate::game::board::Seat;
use crate::game::format::GameHistory;
use crate::game::rules::{Deployment, Event, Point, SetupFaults, World};

/// A recorded game with all cards open.
#[derive(Debug, Clone)]
pub struct OpenGame {
    /// Where it is from, for messages.
    pub name: String,
    /// The world before the first event.
    pub start: World,
    /// What happened.
    pub events: Vec<Event>,
    /// By turn that a player took, by moving or giving up, what it thought the game was worth to its
    /// team, in centi-pieces; empty if nobody told.
    pub values: Vec<Option<i64>>,
}

/// Why a history is no game to learn from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// Somebody's pieces are not told.
    #[error("found hidden pieces, expected a record with all kinds told")]
    Hidden,
    /// It does not begin at the beginning.
    #[error("found a start at ply {0}, expected a whole game")]
    Middle(u32),
    /// The position is not sound.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl OpenGame {
    /// The game of a history.
    ///
    /// # Errors
    ///
    /// If pieces are hidden in it, or it begins in the middle.
    pub fn new(name: String, history: &GameHistory) -> Result<Self, GameError> {
        let View { ply, .. } = history.start;
        if ply > 0 {
            return Err(GameError::Middle(ply));
        }
        let setup = history.start.setup().ok_or(GameError::Hidden)?;
        let (start, events) = (World::lenient(&setup)?, history.events.clone());
        Ok(Self { name, start, events, values: vec![] })
    }

    /// The game with the values that its players told.
    #[must_use]
    pub fn with_values(self, values: Vec<Option<i64>>) -> Self {
        Self { values, ..self }
    }

    /// The deployment that a seat began with, if it is a whole one.
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
