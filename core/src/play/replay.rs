//! A recorded game, replayed event by event, as the referee or one seat sees it.

use crate::game::belief::{
    ApplyError, Information, InformationError, Observation, View, Visibility,
};
use crate::game::board::Seat;
use crate::game::format::{Disagreement, GameResult, follow};
use crate::game::rules::{Act, Event, Move, SetupFaults, World};
use thiserror::Error;

/// Why a ply of a game cannot be reached or evaluated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
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

/// Who follows a replay.
enum Follower {
    /// The referee, who knows all pieces.
    Referee(World),
    /// A seat that knows what it observes.
    Seat(Information),
}

/// A game replayed up to some ply.
pub struct Replay {
    follower: Follower,
    seat: Option<Seat>,
    visibility: Visibility,
    last_event: Option<Event>,
    last_move: Option<Move>,
}

impl Replay {
    /// Begins a replay as a seat observes it, or as the referee does without a seat. A start with
    /// hidden pieces is followed as its observer unless another seat is named.
    ///
    /// # Errors
    ///
    /// If the seat does not play, or the start is not a legal position or has hidden pieces but no observer.
    pub fn new(
        start: &View,
        seat: Option<Seat>,
        visibility: Visibility,
    ) -> Result<Self, ReplayError> {
        if let Some(absent) = seat.filter(|seat| !start.rules.seats().contains(*seat)) {
            return Err(ReplayError::Seat(absent));
        }
        let (follower, seat) = if let Some(setup) = start.setup() {
            (Follower::Referee(World::lenient(&setup)?), seat)
        } else {
            let seat = seat.or(start.observer).ok_or(ReplayError::Hidden)?;
            (Follower::Seat(Information::new(start, seat, visibility)?), Some(seat))
        };
        Ok(Self { follower, seat, visibility, last_event: None, last_move: None })
    }

    /// The number of moves made.
    pub fn ply(&self) -> u32 {
        match &self.follower {
            Follower::Referee(world) => world.ply(),
            Follower::Seat(known) => known.observation().ply(),
        }
    }

    /// The position with all pieces known; none if the start had hidden pieces.
    pub fn world(&self) -> Option<&World> {
        match &self.follower {
            Follower::Referee(world) => Some(world),
            Follower::Seat(_) => None,
        }
    }

    /// What the seat observes; none without a seat.
    pub fn observation(&self) -> Option<Observation<'_>> {
        match &self.follower {
            Follower::Referee(world) => {
                self.seat.map(|seat| Observation::new(world, seat, self.visibility))
            }
            Follower::Seat(known) => Some(known.observation()),
        }
    }

    /// The position as the seat sees it, or with all pieces open without a seat.
    pub fn view(&self) -> View {
        match (&self.follower, self.observation()) {
            (Follower::Referee(world), None) => View::truth(world),
            (_, Some(seen)) => seen.view(),
            (Follower::Seat(known), None) => known.observation().view(),
        }
    }

    /// The result of the game; none while it goes on.
    pub fn result(&self) -> Option<GameResult> {
        let (outcome, rules) = match &self.follower {
            Follower::Referee(world) => (world.outcome(), *world.rules()),
            Follower::Seat(known) => {
                let seen = known.observation();
                (seen.outcome(), *seen.rules())
            }
        };
        outcome.map(|_| GameResult::of(outcome, &rules))
    }

    /// The last event, if there is one.
    pub fn last_event(&self) -> Option<&Event> {
        self.last_event.as_ref()
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Replays the next event.
    ///
    /// # Errors
    ///
    /// If the event cannot follow.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        let ply = self.ply();
        match &mut self.follower {
            Follower::Referee(world) => {
                follow(world, event).map_err(|error| ReplayError::Event { ply, error })?;
            }
            Follower::Seat(known) => {
                known.apply(event).map_err(|error| ReplayError::Observation { ply, error })?;
            }
        }
        if let Act::Move(mv, _) = event.act {
            self.last_move = Some(mv);
        }
        self.last_event = Some(event.clone());
        Ok(())
    }

    /// Replays events until a ply is reached, or all of them without one.
    ///
    /// # Errors
    ///
    /// If an event cannot follow, or the events end before the ply.
    pub fn go_to(&mut self, events: &[Event], ply: Option<u32>) -> Result<(), ReplayError> {
        self.go_to_with(events, ply, |_| ())
    }

    /// The same; `then` gets every event once it was replayed.
    pub(super) fn go_to_with(
        &mut self,
        events: &[Event],
        ply: Option<u32>,
        mut then: impl FnMut(&Event),
    ) -> Result<(), ReplayError> {
        for event in events {
            if ply.is_some_and(|asked| self.ply() >= asked) {
                break;
            }
            self.apply(event)?;
            then(event);
        }
        match (ply, self.ply()) {
            (Some(asked), found) if found < asked => Err(ReplayError::After { asked, found }),
            _ => Ok(()),
        }
    }

    /// Checks that the replay stands at a ply and not after it, where a game begins later.
    ///
    /// # Errors
    ///
    /// If the game begins after the ply.
    pub fn check_at(&self, ply: Option<u32>) -> Result<(), ReplayError> {
        match (ply, self.ply()) {
            (Some(asked), found) if found > asked => Err(ReplayError::Before { asked, found }),
            _ => Ok(()),
        }
    }
}
