//! Information: what a seat knows, kept up to date by public events alone.
//!
//! A referee has a [`World`] and shows each seat an [`Observation`] of it. Whoever has no world, a
//! program at the other end of a line or a reader of a public history, starts from a [`View`] and
//! applies the events; the observations it gets are the same.

use super::{Observation, SeenPiece, View, Visibility};
use crate::game::board::Seat;
use crate::game::rules::{Event, SetupFaults, World};
use thiserror::Error;

/// What one seat knows of a game.
#[derive(Clone)]
pub struct Information {
    /// The world as far as it is known; kinds of hidden pieces are stand-ins that nobody sees.
    world: World,
    seat: Seat,
    visibility: Visibility,
}

/// Why a view is no information of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InformationError {
    /// A piece is hidden that the seat would know.
    #[error("found a hidden piece of seat {0}, expected it known: seat {1} knows it")]
    Hidden(Seat, Seat),
    /// There are more hidden pieces than unseen ones.
    #[error("found more hidden pieces of seat {0} than are in its pool, expected no more")]
    Pool(Seat),
    /// The position is not sound.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

/// An event that cannot follow.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found an event that cannot follow, expected {0}")]
pub struct ApplyError(&'static str);

impl Information {
    /// What `seat` knows at a view of its own. Where the view tells no pool of a seat, it is an
    /// army less the pieces that are seen.
    ///
    /// # Errors
    ///
    /// If the view hides what the seat would know, or is not sound.
    pub fn new(view: &View, seat: Seat, visibility: Visibility) -> Result<Self, InformationError> {
        for &(owner, seen, _) in &view.pieces {
            if seen == SeenPiece::Hidden && visibility.knows(&view.rules, seat, owner) {
                return Err(InformationError::Hidden(owner, seat));
            }
        }
        let mut left = Seat::ALL.map(|owner| view.unseen(owner));
        let mut short = None;
        let setup = view.filled(|owner| {
            let kind = left[owner.index()].iter().next();
            short = short.or(kind.is_none().then_some(owner));
            kind.filter(|&k| left[owner.index()].take(k))
        });
        let mut setup = setup.ok_or(InformationError::Pool(short.unwrap_or(seat)))?;
        setup.gone = left;
        Ok(Self { world: World::lenient(&setup)?, seat, visibility })
    }

    /// Learns what everybody saw.
    ///
    /// # Errors
    ///
    /// If the event cannot follow; nothing is learned then.
    pub fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        self.world.follow(event).map_err(ApplyError)
    }

    /// What the seat sees now.
    pub fn observation(&self) -> Observation<'_> {
        Observation::new(&self.world, self.seat, self.visibility)
    }
}
