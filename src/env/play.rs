//! The part of a state after the deal: the world, its events, and what the seats know.

use super::error::EnvError;
use super::game::Game;
use super::knowledge::Knowledge;
use super::observer::Eyes;
use crate::game::belief::{Evidence, View};
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Act, Deployment, Event, Move, PieceId, World};
use std::sync::Arc;

/// The last move of a seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    pub(super) from: Station,
    pub(super) to: Station,
    pub(super) fought: bool,
}

/// A game that is played.
#[derive(Debug, Clone)]
pub(super) struct Play {
    start: Arc<World>,
    world: World,
    events: Vec<Event>,
    /// By index, the pieces that have moved.
    moved: u128,
    last: [Option<LastMove>; 4],
    knowledge: Knowledge,
}

impl Play {
    pub(super) fn new(game: &Game, armies: &[Option<Deployment>; 4]) -> Result<Self, EnvError> {
        let world = World::start(Board::siguo(), *game.rules(), armies, Seat::South)?;
        let (start, knowledge) = (Arc::new(world.clone()), Knowledge::default());
        Ok(Self { start, world, events: vec![], moved: 0, last: [None; 4], knowledge })
    }

    pub(super) fn make(&mut self, m: Move) -> Result<(), EnvError> {
        let (mover, seat) = (self.world.piece_at(m.from), self.world.turn());
        let event = self.world.play(m)?;
        let fought = matches!(event.act, Act::Move(_, Some(_)));
        self.moved |= mover.map_or(0, |piece| 1 << piece.index());
        self.last[seat.index()] = Some(LastMove { from: m.from, to: m.to, fought });
        self.events.push(event);
        Ok(())
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn has_moved(&self, piece: PieceId) -> bool {
        self.moved >> piece.index() & 1 == 1
    }

    pub(super) fn last(&self, seat: Seat) -> Option<LastMove> {
        self.last[seat.index()]
    }

    /// An observer's view of the first position.
    pub(super) fn first_view(&self, game: &Game, eyes: Eyes) -> View {
        eyes.view(&self.start, game.options().visibility)
    }

    /// What the events prove to an observer; events not yet considered are considered first.
    pub(super) fn evidence(&mut self, game: &Game, eyes: Eyes) -> &Evidence {
        self.knowledge.evidence(eyes, game.options().visibility, &self.start, &self.events)
    }
}
