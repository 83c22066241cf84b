//! Information: what a seat knows, kept up to date from public events alone.
//!
//! A referee has a [`World`] and gives each seat an [`Observation`] of it. A program without the
//! world, such as an engine process or a reader of a public history, starts from a [`View`] and
//! applies the events; its observations are the same.

use super::{Observation, SeenPiece, View, Visibility};
use crate::game::board::Seat;
use crate::game::rules::{Act, Event, Kind, SetupFaults, World};
use thiserror::Error;

/// One seat's knowledge of a game.
#[derive(Clone)]
pub struct Information {
    /// The public state with the known kinds; hidden pieces have stand-ins that are never shown.
    world: World,
    seat: Seat,
    visibility: Visibility,
}

/// An error in a view that should become the information of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InformationError {
    /// A piece is hidden whose kind the observer knows.
    #[error("a piece of seat {0} is hidden, but seat {1} knows its kind")]
    Hidden(Seat, Seat),
    /// More pieces are hidden than the pool contains.
    #[error("seat {0} has more hidden pieces than its pool contains")]
    Pool(Seat),
    /// The position violates the rules.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

/// An event that cannot follow on the current state.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("this event cannot follow: {0}")]
pub struct ApplyError(&'static str);

impl Information {
    /// Creates the information of `seat` from its own view. An empty pool stands for a full army
    /// without the known pieces.
    ///
    /// # Errors
    ///
    /// If the view hides a kind that the seat knows, or violates the rules.
    pub fn new(view: &View, seat: Seat, visibility: Visibility) -> Result<Self, InformationError> {
        for &(owner, seen, _) in &view.pieces {
            if seen == SeenPiece::Hidden && visibility.knows(&view.rules, seat, owner) {
                return Err(InformationError::Hidden(owner, seat));
            }
        }
        let mut left = Seat::ALL.map(|owner| view.unseen(owner));
        let mut short_of = seat;
        let setup = view.filled(|owner| {
            let pool = &mut left[owner.index()];
            let kind = pool.iter().next();
            match kind {
                Some(kind) => _ = pool.take(kind),
                None => short_of = owner,
            }
            kind
        });
        let mut setup = setup.ok_or(InformationError::Pool(short_of))?;
        setup.gone = left;
        let unknown = |&owner: &Seat| !visibility.knows(&view.rules, seat, owner);
        let unknown = Seat::ALL.into_iter().filter(unknown).collect();
        Ok(Self { world: World::lenient(&setup)?.with_stand_ins(unknown), seat, visibility })
    }

    /// Applies a public event.
    ///
    /// # Errors
    ///
    /// If the event cannot follow; nothing changes then.
    pub fn apply(&mut self, event: &Event) -> Result<(), ApplyError> {
        let captured = match event.act {
            Act::Move(mv, _) => event.captured_flag_of.map(|_| mv.to),
            _ => None,
        };
        for flag in event.flags_shown.iter().map(|shown| shown.1).chain(captured) {
            let piece = self.world.piece_at(flag);
            let kind = piece.and_then(|piece| self.observation().kind(piece));
            if kind.is_some_and(|kind| kind != Kind::Flag) {
                return Err(ApplyError("it shows a flag where another kind is known to stand"));
            }
        }
        self.world.follow(event).map_err(ApplyError)
    }

    /// The current observation of the seat.
    pub fn observation(&self) -> Observation<'_> {
        Observation::new(&self.world, self.seat, self.visibility)
    }
}
