//! The request for a search: limits, clock, stop flag and progress callback.

use super::SearchReport;
use crate::base::clock::{Clock, Stopwatch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A callback for intermediate reports of a search.
pub type OnProgress<'a> = dyn Fn(&SearchReport) + Sync + 'a;

/// A request for one move: the limits of the search, and how to stop and to follow it.
///
/// A limit that is `None` does not apply.
#[derive(Clone, Copy)]
pub struct SearchRequest<'a> {
    /// Node limit, in all worlds together.
    pub nodes: Option<u64>,
    /// Depth limit in plies; the lower of this and the depth of [`SearchSettings`] applies.
    pub depth: Option<u32>,
    /// Time limit for this move.
    pub time: Option<Duration>,
    /// Time left for the rest of the game; the referee keeps it up to date.
    pub game: Option<GameTime>,
    /// Stop flag: once it is true, the search returns the best move found so far.
    pub stop: &'a AtomicBool,
    /// The clock that `time` and `game` refer to.
    pub clock: &'a dyn Clock,
    /// Called with an intermediate report, by searches that have any.
    pub on_progress: Option<&'a OnProgress<'a>>,
}

/// Time for all remaining moves of a game, and the increment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameTime {
    /// Time left.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Number of moves that the time left for a game is divided by. (A seat makes some 40 moves in a game
/// between searching players.)
const MOVES_AHEAD: u32 = 25;

impl GameTime {
    /// The time limit for the next move.
    fn for_next_move(&self) -> Duration {
        let share = self.left / MOVES_AHEAD + self.increment * 3 / 4;
        share.min(self.left / 2)
    }

    /// The time left after a move that took `used`.
    #[must_use]
    pub fn after(self, used: Duration) -> Self {
        Self { left: self.left.saturating_sub(used) + self.increment, ..self }
    }
}

impl<'a> SearchRequest<'a> {
    /// A request without limits.
    pub fn new(stop: &'a AtomicBool, clock: &'a dyn Clock) -> Self {
        Self { nodes: None, depth: None, time: None, game: None, stop, clock, on_progress: None }
    }

    /// The same request with the time limit for this move that the game time implies.
    #[must_use]
    pub fn with_game_time(self) -> Self {
        let for_move = self.game.map(|game| game.for_next_move());
        Self { time: self.time.into_iter().chain(for_move).min(), ..self }
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether a search that was started with `watch` must end: it was stopped, or its time is up.
    pub(super) fn is_over(&self, watch: &Stopwatch<'_>) -> bool {
        self.is_stopped() || self.time.is_some_and(|time| watch.used() >= time)
    }

    /// The lower of the depth limits of the request and of the settings, in plies.
    pub(super) fn depth_within(&self, settings: &SearchSettings) -> u32 {
        self.depth.map_or(settings.depth, |depth| depth.min(settings.depth))
    }
}

/// Settings of a player that every search has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// Depth limit, in plies.
    pub depth: u32,
    /// Limit of the quiescence search beyond that depth, in plies.
    pub quiescence: u32,
    /// Size of the transposition table, or of the tables of all worlds together, in bytes.
    pub table: usize,
}
