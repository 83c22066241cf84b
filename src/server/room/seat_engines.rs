//! The engines of a table's seats, between their searches.

use crate::game::board::Seat;
use crate::gametree::score::Score;
use crate::play::{Bot, Choice, PlayerError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An engine accepts a draw if its last score is at most this, in centi-pieces.
const DRAW_THRESHOLD: Score = Score(-100);

/// The engines of a table, by seat.
#[derive(Default)]
pub(super) struct Engines {
    pub(super) bots: [Option<Box<Bot>>; 4],
    /// The last score of each engine.
    values: [Option<Score>; 4],
    pub(super) preparing: bool,
    /// The searching seat and its stop flag.
    pub(super) thinking: Option<(Seat, Arc<AtomicBool>)>,
}

impl Engines {
    pub(super) fn is_preparing(&self) -> bool {
        self.preparing
    }

    pub(super) fn install(&mut self, bots: [Option<Box<Bot>>; 4]) {
        *self = Self { bots, ..Self::default() };
    }

    /// Stops the running search, if any.
    pub(super) fn interrupt(&self) {
        if let Some((_, stop)) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the running search and drops all engines.
    pub(super) fn stop(&mut self) {
        self.interrupt();
        *self = Self::default();
    }

    /// Takes an engine back after its search.
    pub(super) fn take_back(
        &mut self,
        seat: Seat,
        bot: Option<Box<Bot>>,
        choice: &Result<Choice, PlayerError>,
    ) {
        self.thinking = None;
        self.bots[seat.index()] = bot;
        let report = choice.as_ref().ok().and_then(|choice| choice.report.as_ref());
        self.values[seat.index()] = report.and_then(|report| report.value);
    }

    pub(super) fn would_draw(&self, seat: Seat) -> bool {
        self.values[seat.index()].is_some_and(|value| value <= DRAW_THRESHOLD)
    }
}
