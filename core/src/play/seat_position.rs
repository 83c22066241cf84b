//! A ply of a recorded game as one seat sees it, with what the seat believes.

use super::{Replay, ReplayError};
use crate::game::belief::{Belief, Member, Mixture, Observation, Posterior, View, Visibility};
use crate::game::board::Seat;
use crate::game::draw::{Heat, HeatPiece, HeatSeat};
use crate::game::rules::{Event, Move};
use std::sync::Arc;

/// A ply of a game as one seat sees it, with the seat's belief about hidden pieces.
pub struct SeatPosition {
    replay: Replay,
    belief: Belief,
}

impl SeatPosition {
    /// The start of a game, with what the seat expects of the others.
    ///
    /// # Errors
    ///
    /// If the seat does not play, or cannot have seen the start.
    pub fn new(
        start: &View,
        seat: Seat,
        visibility: Visibility,
        mixture: Arc<Mixture>,
    ) -> Result<Self, ReplayError> {
        let replay = Replay::new(start, Some(seat), visibility)?;
        let belief = Belief::new(&replay.view(), mixture)?;
        Ok(Self { replay, belief })
    }

    /// Replays events until a ply is reached, or all of them without one.
    ///
    /// # Errors
    ///
    /// If an event cannot follow, or the game has no such ply.
    pub fn go_to(&mut self, events: &[Event], ply: Option<u32>) -> Result<(), ReplayError> {
        let Self { replay, belief } = self;
        replay.go_to_with(events, ply, |event| belief.learn(event))?;
        replay.check_at(ply)
    }

    /// What the seat observes.
    pub fn observation(&self) -> Observation<'_> {
        self.replay.observation().expect("the replay has a seat")
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.replay.last_move()
    }

    /// The seat's posterior over hidden pieces; `seed` determines it where it is sampled.
    ///
    /// # Errors
    ///
    /// If no arrangement of the hidden pieces explains the events.
    pub fn posterior(&mut self, seed: u64) -> Result<Posterior, ReplayError> {
        let posterior = self.belief.posterior(seed);
        if posterior.is_consistent() { Ok(posterior) } else { Err(ReplayError::Inconsistent) }
    }

    /// The players that a seat may be, each with its weight now.
    pub fn members(&self, seat: Seat) -> impl Iterator<Item = (&Member, f64)> {
        self.belief.members(seat)
    }

    /// The probabilities of every piece of the seats with hidden pieces, for a heat map.
    pub fn heat(&self, posterior: &Posterior) -> Heat {
        let evidence = self.belief.evidence();
        let seats = evidence.hidden().iter().map(|seat| {
            let piece = |piece| HeatPiece {
                station: evidence.public_state().station_of(piece),
                home: evidence.home(piece),
                shown: evidence.shown_flag(seat) == Some(piece),
                probabilities: posterior.marginal(piece),
                entropy: posterior.entropy(piece).0,
            };
            HeatSeat { seat, pieces: evidence.pieces(seat).map(piece).collect() }
        });
        Heat { seats: seats.collect(), error: posterior.error() }
    }
}
