//! A ply of a recorded game: what the referee or one seat knows there, and what the seat believes.

use crate::game::belief::{
    ApplyError, BehaviourModel, Belief, Information, InformationError, Observation, Posterior,
    Prior, View, Visibility,
};
use crate::game::board::Seat;
use crate::game::draw::{Heat, HeatPiece, HeatSeat};
use crate::game::format::{Disagreement, GameResult, follow};
use crate::game::rules::{Act, Event, Move, SetupFaults, World};
use std::sync::Arc;
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
    /// If the start is not a legal position, or has hidden pieces but no observer.
    pub fn new(
        start: &View,
        seat: Option<Seat>,
        visibility: Visibility,
    ) -> Result<Self, MomentError> {
        let (follower, seat) = if let Some(setup) = start.setup() {
            (Follower::Referee(World::lenient(&setup)?), seat)
        } else {
            let seat = seat.or(start.observer).ok_or(MomentError::Hidden)?;
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
    pub fn apply(&mut self, event: &Event) -> Result<(), MomentError> {
        let ply = self.ply();
        match &mut self.follower {
            Follower::Referee(world) => {
                follow(world, event).map_err(|error| MomentError::Event { ply, error })?;
            }
            Follower::Seat(known) => {
                known.apply(event).map_err(|error| MomentError::Observation { ply, error })?;
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
    pub fn go_to(&mut self, events: &[Event], ply: Option<u32>) -> Result<(), MomentError> {
        for event in events {
            if self.has_reached(ply) {
                break;
            }
            self.apply(event)?;
        }
        self.check_reached(ply)
    }

    fn has_reached(&self, ply: Option<u32>) -> bool {
        ply.is_some_and(|asked| self.ply() >= asked)
    }

    fn check_reached(&self, ply: Option<u32>) -> Result<(), MomentError> {
        match (ply, self.ply()) {
            (Some(asked), found) if found < asked => Err(MomentError::After { asked, found }),
            _ => Ok(()),
        }
    }

    /// Checks that the replay stands at a ply and not after it, where a game begins later.
    ///
    /// # Errors
    ///
    /// If the game begins after the ply.
    pub fn check_at(&self, ply: Option<u32>) -> Result<(), MomentError> {
        match (ply, self.ply()) {
            (Some(asked), found) if found > asked => Err(MomentError::Before { asked, found }),
            _ => Ok(()),
        }
    }
}

/// A ply of a game as one seat sees it, with the seat's belief about hidden pieces.
pub struct Moment {
    replay: Replay,
    belief: Belief,
}

impl Moment {
    /// The start of a game. The seat expects deployments by `prior`, and takes behaviour as evidence
    /// if there is a model of it.
    ///
    /// # Errors
    ///
    /// If the seat does not play, or cannot have seen the start.
    pub fn new(
        start: &View,
        seat: Seat,
        visibility: Visibility,
        (prior, behaviour): (Arc<Prior>, Option<Arc<BehaviourModel>>),
    ) -> Result<Self, MomentError> {
        if !start.rules.seats().contains(seat) {
            return Err(MomentError::Seat(seat));
        }
        let replay = Replay::new(start, Some(seat), visibility)?;
        let belief = Belief::new(&replay.view(), prior)?.with_behaviour_model(behaviour);
        Ok(Self { replay, belief })
    }

    /// Replays events until a ply is reached, or all of them without one.
    ///
    /// # Errors
    ///
    /// If an event cannot follow, or the game has no such ply.
    pub fn go_to(&mut self, events: &[Event], ply: Option<u32>) -> Result<(), MomentError> {
        for event in events {
            if self.replay.has_reached(ply) {
                break;
            }
            self.replay.apply(event)?;
            self.belief.learn(event);
        }
        self.replay.check_reached(ply)?;
        self.replay.check_at(ply)
    }

    /// What the seat observes.
    pub fn observation(&self) -> Observation<'_> {
        self.replay.observation().expect("a moment has a seat")
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
    pub fn posterior(&mut self, seed: u64) -> Result<Posterior, MomentError> {
        let posterior = self.belief.posterior(seed);
        if posterior.is_consistent() { Ok(posterior) } else { Err(MomentError::Inconsistent) }
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
