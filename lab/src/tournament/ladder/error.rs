//! Errors of ladders and of ratings from records.

use crate::tournament::rating::RatingError;
use thiserror::Error;

/// Why a ladder cannot be played, or records cannot be rated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum LadderError {
    /// A ladder has fewer than two players.
    #[error("a ladder needs two or more engines, not {0}")]
    Few(usize),
    /// A player or a name is listed twice in a ladder.
    #[error("{what} `{text}` is listed twice")]
    Listed {
        /// `the name` or `the seat`.
        what: &'static str,
        /// The name or the seat.
        text: String,
    },
    /// A gauntlet without challengers or without opponents.
    #[error("a gauntlet among {seats} engines can have 1 to {} challengers, not {found}", seats - 1)]
    Gauntlet {
        /// Number of challengers.
        found: usize,
        /// Number of players.
        seats: usize,
    },
    /// A game under other conditions than the games before.
    #[error("found a game with {found}, expected {expected} as before")]
    Kind {
        /// The condition that differs.
        found: String,
        /// The condition of the games before.
        expected: String,
    },
    /// A game with more than one player on a side.
    #[error("found {0}, expected one seat on each side, as `match` and `ladder` write them")]
    Sides(String),
    /// An unfinished game.
    #[error("game {0} is unfinished")]
    Unfinished(u64),
    /// A game that was counted before.
    #[error("game {game} of seed {seed} between {pair} appears twice")]
    Twice {
        /// Index of the game.
        game: u64,
        /// Seed of the match.
        seed: u64,
        /// The two players.
        pair: String,
    },
    /// No finished units.
    #[error(
        "no finished unit to rate: only games in which both sides played the same deployments count, as \
         `match` and `ladder` write them"
    )]
    Empty,
    /// No player with finished units has this name.
    #[error("`{found}` did not play in these games; expected one of {names}")]
    Anchor {
        /// The requested player.
        found: String,
        /// The players with finished units.
        names: String,
    },
    /// A player that no chain of games connects to the anchor.
    #[error("`{seat}` cannot be rated: no chain of games connects it to `{anchor}`")]
    Apart {
        /// The player.
        seat: String,
        /// The player whose Elo is 0.
        anchor: String,
    },
    /// The ratings cannot be computed.
    #[error(transparent)]
    Ratings(#[from] RatingError),
}
