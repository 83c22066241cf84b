//! Errors of replays and moments.

use crate::game::belief::{ApplyError, InformationError};
use crate::game::board::Seat;
use crate::game::format::Disagreement;
use crate::game::rules::SetupFaults;
use thiserror::Error;

/// Why a ply of a game cannot be reached or evaluated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MomentError {
    /// The start has hidden pieces and no seat is named that observes it.
    #[error("the start has hidden pieces: name the seat that sees it")]
    Hidden,
    /// The seat does not play.
    #[error("seat {0} does not play in this game")]
    Seat(Seat),
    /// The start is not a legal position.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// The start is not what the seat could see.
    #[error(transparent)]
    Information(#[from] InformationError),
    /// An event does not follow from the position, as the referee sees it.
    #[error("ply {ply}: {error}")]
    Event {
        /// Moves made before the event.
        ply: u32,
        /// Why.
        error: Disagreement,
    },
    /// An event does not follow from the seat's information.
    #[error("ply {ply}: {error}")]
    Observation {
        /// Moves made before the event.
        ply: u32,
        /// Why.
        error: ApplyError,
    },
    /// The game ends before the ply.
    #[error("ply {asked} does not exist: the game ends at ply {found}")]
    After {
        /// The requested ply.
        asked: u32,
        /// The last ply of the game.
        found: u32,
    },
    /// The game begins after the ply.
    #[error("ply {asked} does not exist: the game begins at ply {found}")]
    Before {
        /// The requested ply.
        asked: u32,
        /// The first ply of the game.
        found: u32,
    },
    /// No arrangement of the hidden pieces explains the events.
    #[error(
        "no arrangement of the hidden pieces explains the game; is it a game from this start under \
         these rules?"
    )]
    Inconsistent,
}
