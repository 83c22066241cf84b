//! What a player is told and what it answers: engines, other programs and people alike.

use crate::base::clock::Clock;
use crate::engine::sampling::Candidate;
use crate::game::belief::{ApplyError, InformationError, Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Event, Move, Rules};
use crate::gametree::score::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// What a player is told before the game.
#[derive(Debug, Clone, Copy)]
pub struct GameStart {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Its seat.
    pub seat: Seat,
    /// Whose pieces it will know.
    pub visibility: Visibility,
    /// The deployment it is given; it may choose another.
    pub offered: Deployment,
}

/// A player of one seat in one game.
///
/// It never sees the world: an [`Observation`] tells what its seat may know, and [`Event`]s what
/// everybody sees. Any method may fail; the game then ends and the player's side loses.
pub trait Player: Send {
    /// Chooses a deployment: the offered one unless overridden.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn deploy(&mut self, brief: &GameStart) -> Result<Deployment, PlayerError> {
        Ok(brief.offered)
    }

    /// The game begins.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn start(&mut self, _observation: &Observation<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Something happened; the observation is the one after it.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn observe(&mut self, _event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// It is the player's turn.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn choose(
        &mut self,
        observation: &Observation<'_>,
        budget: &MoveBudget<'_>,
    ) -> Result<Choice, PlayerError>;
}

/// Why a player could not go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It made a move that is not legal.
    #[error("{0}")]
    IllegalMove(String),
    /// It found no move, though it was its turn.
    #[error("found no legal move on its turn, expected one")]
    NoMove,
    /// It took too long.
    #[error("took {used:?} for a move, expected at most {allowed:?}")]
    OutOfTime {
        /// What it took.
        used: Duration,
        /// What it had.
        allowed: Duration,
    },
    /// It does not keep to the protocol.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It cannot know a game that begins so.
    #[error(transparent)]
    Start(#[from] InformationError),
    /// It was told what cannot follow.
    #[error(transparent)]
    Event(#[from] ApplyError),
    /// It stopped working.
    #[error("crashed: {0}")]
    Crashed(String),
}

/// What a player answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// What it thought, if it tells.
    pub report: Option<SearchReport>,
}

/// What a player does on its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It moves.
    Move(Move),
    /// It gives up.
    Resign,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { action: Action::Move(mv), report: None }
    }
}

/// What a player thought about its choice; whatever it does not know is left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchReport {
    /// Its value of the position, in centi-pieces, for its own team.
    pub score: Option<Score>,
    /// The line it expects.
    pub principal_variation: Vec<Move>,
    /// Plies of its last whole search; 0 if it does not count them.
    pub depth: u32,
    /// Nodes it visited.
    pub nodes: u64,
    /// Worlds it looked at.
    pub worlds: u32,
    /// How likely it was to choose each move.
    pub probabilities: Vec<(Move, f64)>,
    /// The moves it compared, best first; the chosen one alone where it compares no probabilities.
    pub candidates: Vec<Candidate>,
}

/// What a player may use for one choice.
#[derive(Clone, Copy)]
pub struct MoveBudget<'a> {
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// Plies to search at most, beside what the player is set to.
    pub depth: Option<u32>,
    /// Time to take at most.
    pub time: Option<Duration>,
    /// What is left for the game; the referee keeps it.
    pub game: Option<GameTime>,
    /// Set when the player should answer at once with the best it has.
    pub stop: &'a AtomicBool,
    /// The clock that `time` is measured with.
    pub clock: &'a dyn Clock,
    /// Who hears what the player thinks on the way, if it tells.
    pub heard: Option<&'a (dyn Fn(&SearchReport) + Sync)>,
}

/// Time for all moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameTime {
    /// What is left.
    pub left: Duration,
    /// What every move adds once it is made.
    pub increment: Duration,
}

/// Moves that what is left of a game's time is to last for. (Games of two and of four between
/// searches take some 40 moves a seat.)
const MOVES_AHEAD: u32 = 25;

impl GameTime {
    /// What the next move should take.
    fn share(&self) -> Duration {
        let share = self.left / MOVES_AHEAD + self.increment * 3 / 4;
        share.min(self.left / 2)
    }

    /// After a move that took so long.
    #[must_use]
    pub fn after(self, used: Duration) -> Self {
        Self { left: self.left.saturating_sub(used) + self.increment, ..self }
    }
}

impl<'a> MoveBudget<'a> {
    /// Without limits.
    pub fn new(stop: &'a AtomicBool, clock: &'a dyn Clock) -> Self {
        Self { nodes: None, depth: None, time: None, game: None, stop, clock, heard: None }
    }

    /// The same with a share of the game's time for this move.
    #[must_use]
    pub fn shared(self) -> Self {
        let time = self.time.into_iter().chain(self.game.map(|game| game.share())).min();
        Self { time, ..self }
    }

    /// The fewer of the plies that a player is set to and those of the budget.
    pub(super) fn depth_within(&self, depth: u32) -> u32 {
        self.depth.map_or(depth, |most| most.min(depth))
    }

    /// Whether somebody asked for an answer now.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
