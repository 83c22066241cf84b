//! Errors of the environment.

use super::observer::Observer;
use crate::game::belief::InformationError;
use crate::game::board::{NetError, Seat};
use crate::game::rules::{IllegalMove, SetupFaults};
use thiserror::Error;

/// An error of the environment; the state or the batch is unchanged.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum EnvError {
    /// The rules do not end every game.
    #[error(
        "found rules without an end, expected `draw_quiet_plies` or `max_plies` above 0: \
         a game must end whatever the players do"
    )]
    NoEnd,
    /// The rules do not fit the board.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The board looks otherwise from a seat than from South.
    #[error(
        "found a board that is not alike from seat {0} when it is turned, expected one that is"
    )]
    Lopsided(Seat),
    /// A pool of deployments for arms that have none.
    #[error(
        "found a pool of deployments, which are for the standard arms, expected that armies are dealt \
         uniformly or placed by the players"
    )]
    NoPool,
    /// The dealt armies do not make a position.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// An action that is no number of this game.
    #[error("found action {0}, expected a number from 0 to {1}")]
    Number(i64, u32),
    /// An action that stands for no legal move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A placement that cannot be completed to a legal deployment, or a move while armies are placed.
    #[error("found action {0}, expected a placement among the legal actions {1:?}")]
    Placement(u32, Vec<u32>),
    /// A placement after all armies are placed.
    #[error("found action {0}, a placement, but all armies are placed: expected a move")]
    Placed(u32),
    /// A chance outcome that has no probability here.
    #[error("found chance outcome {0}, expected one of {1:?}")]
    Outcome(u32, Vec<u32>),
    /// An action after the end.
    #[error("this game is already over: no action is legal")]
    Over,
    /// A player that does not exist.
    #[error("found player {0}, expected a number from 0 to {1}")]
    Player(usize, usize),
    /// An array of another length.
    #[error("{name}: found {found} elements, expected {expected}")]
    Length {
        /// The name of the array.
        name: &'static str,
        /// Its number of elements.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// No game of the batch was stepped, because one of the actions is wrong.
    #[error("game {game} of the batch: {error}; no game was stepped")]
    InBatch {
        /// The number of the game, from 0.
        game: usize,
        /// What is wrong.
        error: Box<EnvError>,
    },
    /// A batch without games, or of too many.
    #[error("found a batch of {0} games, expected 1 to {1}")]
    Games(usize, usize),
    /// The operating system gave no threads.
    #[error("{0} threads cannot be started")]
    Threads(usize),
    /// A history that does not tell a game from its first position.
    #[error(
        "found a history that is not one seat's view of a first position and moves, expected that: \
         a JFEN line with an observer at ply 0, then moves"
    )]
    NotFromTheStart,
    /// A record that is no game of actions.
    #[error("record: {0}")]
    Record(String),
    /// A view that violates the rules.
    #[error(transparent)]
    Information(#[from] InformationError),
    /// A game whose best responses are not computed.
    #[error(
        "found a game of four players, of armies that chance does not deal piece by piece, or with \
         bomb_vs_flag=illegal, expected none of these: best responses are computed for two players whose legal \
         moves do not depend on hidden pieces"
    )]
    NoBestResponse,
    /// Too many deals for a best response.
    #[error(
        "found {0} deals, expected at most {1}: best responses are computed on small boards, such as `mini`"
    )]
    Deals(u128, u128),
    /// A strategy that failed.
    #[error("the strategy failed: {0}")]
    Strategy(String),
    /// No consistent deal was found.
    #[error(
        "found no deal that agrees with what {0} has seen; the events do not belong to these rules"
    )]
    NoDeal(Observer),
}
