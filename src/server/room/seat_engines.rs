//! The engines of a table's seats, between their searches.

use crate::game::board::Seat;
use crate::gametree::score::Score;
use crate::play::{Bot, Choice, PlayerError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An engine agrees to a draw if it thinks the game worth at most this to its team, in centi-pieces.
const DRAW: Score = Score(-100);

/// The engines.
#[derive(Default)]
pub(super) struct Engines {
    pub(super) bots: [Option<Box<Bot>>; 4],
    /// What each thought last.
    values: [Option<Score>; 4],
    pub(super) preparing: bool,
    /// Who thinks, with what makes it stop.
    pub(super) thinking: Option<(Seat, Arc<AtomicBool>)>,
}

impl Engines {
    pub(super) fn is_preparing(&self) -> bool {
        self.preparing
    }

    pub(super) fn seat(&mut self, bots: [Option<Box<Bot>>; 4]) {
        *self = Self { bots, ..Self::default() };
    }

    /// Whoever thinks need not go on.
    pub(super) fn interrupt(&self) {
        if let Some((_, stop)) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// No engine is needed any more.
    pub(super) fn stop(&mut self) {
        self.interrupt();
        *self = Self::default();
    }

    /// An engine is back.
    pub(super) fn back(
        &mut self,
        seat: Seat,
        bot: Option<Box<Bot>>,
        choice: &Result<Choice, PlayerError>,
    ) {
        self.thinking = None;
        self.bots[seat.index()] = bot;
        let report = choice.as_ref().ok().and_then(|choice| choice.report.as_ref());
        self.values[seat.index()] = report.and_then(|report| report.score);
    }

    pub(super) fn would_draw(&self, seat: Seat) -> bool {
        self.values[seat.index()].is_some_and(|value| value <= DRAW)
    }
}
