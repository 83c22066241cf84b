//! A recorded game, replayed event by event, as the referee or one seat sees it.

use super::MomentError;
use crate::game::belief::{Information, Observation, View, Visibility};
use crate::game::board::Seat;
use crate::game::format::{GameResult, follow};
use crate::game::rules::{Act, Event, Move, World};

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
    ) -> Result<Self, MomentError> {
        if let Some(absent) = seat.filter(|seat| !start.rules.seats().contains(*seat)) {
            return Err(MomentError::Seat(absent));
        }
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
        self.go_to_with(events, ply, |_| ())
    }

    /// The same; `then` gets every event once it was replayed.
    pub(super) fn go_to_with(
        &mut self,
        events: &[Event],
        ply: Option<u32>,
        mut then: impl FnMut(&Event),
    ) -> Result<(), MomentError> {
        for event in events {
            if ply.is_some_and(|asked| self.ply() >= asked) {
                break;
            }
            self.apply(event)?;
            then(event);
        }
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
