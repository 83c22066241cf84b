//! The interface of all players: engines, other programs and people.

use crate::engine::{SearchReport, SearchRequest};
use crate::game::belief::{ApplyError, InformationError, Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::GameResult;
use crate::game::rules::{BombVsFlag, Deployment, Event, Move, Rules};
use std::time::Duration;
use thiserror::Error;

/// The board, rules and seat of a game that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct GameStart {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// The player's seat.
    pub seat: Seat,
    /// Whose pieces the player will see.
    pub visibility: Visibility,
    /// The deployment dealt to the player; it may choose another, which is not played where deployments are measured.
    pub offered: Deployment,
    /// Number of the game in its run or at its table, from 0.
    pub game: u64,
}

/// A player of one seat in one game.
///
/// It never sees the world: an [`Observation`] holds what its seat may know, and an [`Event`] what all
/// seats see. Any method may fail; the game then ends and the player's team loses.
///
/// A player in a few lines:
///
/// ```
/// use junqi_core::game::belief::Observation;
/// use junqi_core::play::{Choice, Player, PlayerError, SearchRequest};
///
/// /// Captures whenever it can.
/// struct Aggressive;
///
/// impl Player for Aggressive {
///     fn choose(
///         &mut self,
///         observation: &Observation<'_>,
///         _request: &SearchRequest<'_>,
///     ) -> Result<Choice, PlayerError> {
///         let capture = observation.moves().find(|m| observation.piece_at(m.to).is_some());
///         let mv = capture.or_else(|| observation.moves().next());
///         mv.map(Choice::from).ok_or(PlayerError::NoMove)
///     }
/// }
/// ```
pub trait Player: Send {
    /// Chooses a deployment; the default is the offered one.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        Ok(start.offered)
    }

    /// Called when the game begins.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn start(&mut self, _observation: &Observation<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Called after every event, with the observation after it.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn observe(&mut self, _event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses on the player's turn, within the limits of a request.
    ///
    /// # Errors
    ///
    /// If the player fails.
    fn choose(
        &mut self,
        observation: &Observation<'_>,
        request: &SearchRequest<'_>,
    ) -> Result<Choice, PlayerError>;

    /// Called once when the game is over, after its last event.
    fn finish(&mut self, _result: &GameResult) {}
}

/// Why a player failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It chose an illegal move.
    #[error("{0}")]
    IllegalMove(String),
    /// It found no move on its turn.
    #[error("found no legal move on its turn, expected one")]
    NoMove,
    /// It exceeded its time limit.
    #[error("took {} ms for a move, expected at most {} ms", used.as_millis(), allowed.as_millis())]
    OutOfTime {
        /// The time it took.
        used: Duration,
        /// The time after which the move was lost.
        allowed: Duration,
    },
    /// Another program did not answer. The text has no measured time, so that equal causes are equal.
    #[error("sent no `{answer}` within {allowed:?}")]
    NoAnswer {
        /// The keyword of the missing answer.
        answer: &'static str,
        /// The time that was allowed.
        allowed: Duration,
    },
    /// It broke the engine protocol.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It was used before its game began.
    #[error("crashed: the game of this player has not begun")]
    NotBegun,
    /// The game began at an invalid view.
    #[error(transparent)]
    Start(#[from] InformationError),
    /// An event cannot follow on the position.
    #[error(transparent)]
    Event(#[from] ApplyError),
    /// It failed for another reason.
    #[error("crashed: {0}")]
    Crashed(String),
}

/// The answer of a player on its turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// The report of its search, if it has one.
    pub report: Option<SearchReport>,
}

impl Choice {
    /// The choice itself, or, with `bomb_vs_flag=illegal`, one of the `legal` moves in place of an illegal one: there
    /// they depend on a flag that the player does not see. The best compared one is taken, or the first.
    #[must_use]
    pub fn among(self, legal: impl IntoIterator<Item = Move>, rules: &Rules) -> Self {
        let Action::Move(m) = self.action else { return self };
        if rules.bomb_vs_flag != BombVsFlag::Illegal {
            return self;
        }
        let legal: Vec<Move> = legal.into_iter().collect();
        if legal.is_empty() || legal.contains(&m) {
            return self;
        }
        let compared = self.report.iter().flat_map(|report| &report.candidates);
        let best = compared.map(|candidate| candidate.mv).find(|mv| legal.contains(mv));
        Self::from(best.unwrap_or(legal[0]))
    }
}

/// The action of a player on its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Moves a piece.
    Move(Move),
    /// Resigns the game.
    Resign,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { action: Action::Move(mv), report: None }
    }
}
