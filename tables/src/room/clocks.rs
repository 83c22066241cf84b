//! The clocks of people: a limit for each move, or a time for the whole game with an increment; and what a table does when
//! time passes.

use super::saved::SAVE_INTERVAL;
use super::state::{Member, Room};
use crate::answer::Phase;
use crate::table::{BySeat, TableGame, by_seat};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::Act;
use std::time::Duration;

/// A table without members for this long is closed.
const EMPTY_TABLE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// The same once its game is over: only a rematch is left to return to.
const OVER_TABLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Whole seconds, rounded up.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

impl Room {
    /// The time at which [`tick`](Self::tick) has something to do.
    pub fn next_time(&self) -> Option<Duration> {
        let chosen = self.engines.chosen.as_ref().map(|chosen| chosen.earliest);
        let save = self.unsaved.then_some(self.saved + SAVE_INTERVAL);
        chosen.into_iter().chain(self.deadline()).chain(save).min()
    }

    /// Does what is due: an engine's move that has waited for the table's pace, a turn whose time is up, a record that
    /// is not saved.
    pub fn tick(&mut self, now: Duration) {
        self.at(now);
        if self.engines.chosen.as_ref().is_some_and(|chosen| chosen.earliest <= now) {
            self.play_chosen();
        }
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            self.time_out();
        }
        if self.unsaved && self.saved + SAVE_INTERVAL <= now {
            self.save();
        }
    }

    /// The time at which it may be closed, if nobody is there: later while its finished game cannot be saved.
    pub fn closes_at(&self) -> Option<Duration> {
        if self.closed {
            return Some(Duration::ZERO);
        }
        let is_over = self.phase() == Phase::Over && !self.unsaved;
        let timeout = if is_over { OVER_TABLE_TIMEOUT } else { EMPTY_TABLE_TIMEOUT };
        self.members.is_empty().then_some(self.empty_since + timeout)
    }

    /// Sets all game clocks to their start.
    pub(super) fn reset_clocks(&mut self) {
        self.clocks = [self.settings.game_clock.map_or(Duration::ZERO, |clock| clock.time); 4];
        self.turn_began = self.now;
    }

    /// The time that the seat to move had at the start of its turn.
    fn turn_limit(&self, turn: Seat) -> Duration {
        let has_game_clock = self.settings.game_clock.is_some() && self.is_human(turn);
        if has_game_clock { self.clocks[turn.index()] } else { self.settings.clock }
    }

    /// The time that the running turn has taken; none while the table waits for somebody to return.
    fn elapsed(&self) -> Duration {
        if self.paused { Duration::ZERO } else { self.now.saturating_sub(self.turn_began) }
    }

    /// The time at which a human player's turn runs out.
    pub(super) fn deadline(&self) -> Option<Duration> {
        let turn = self.game.as_ref()?.turn()?;
        let runs = self.is_human(turn) && !self.paused;
        runs.then(|| self.turn_began + self.turn_limit(turn))
    }

    /// Seconds left of the turn, rounded up, as a member may see them: not spectators, whose board shows an earlier
    /// turn.
    pub(super) fn left_for(&self, member: &Member) -> Option<u64> {
        let turn = self.game.as_ref()?.turn().filter(|_| member.seat.is_some())?;
        Some(seconds(self.turn_limit(turn).saturating_sub(self.elapsed())))
    }

    /// The game clock of each person; `None` for other seats, and without game clocks.
    pub(super) fn clock_times(&self) -> [Option<Duration>; 4] {
        let turn = self.game.as_ref().and_then(TableGame::turn);
        Seat::ALL.map(|seat| {
            let runs = self.settings.game_clock.is_some() && self.is_human(seat);
            let spent = if turn == Some(seat) { self.elapsed() } else { Duration::ZERO };
            runs.then(|| self.clocks[seat.index()].saturating_sub(spent))
        })
    }

    /// The game clocks in whole seconds as a member may see them; `None` without game clocks, and for spectators
    /// while the game goes on.
    pub(super) fn clocks_for(&self, member: &Member) -> Option<BySeat<u64>> {
        self.settings.game_clock?;
        if member.seat.is_none() && self.phase() != Phase::Over {
            return None;
        }
        Some(by_seat(&self.clock_times().map(|time| time.map(seconds))))
    }

    /// Stops the turn of a seat: takes the time it took off its game clock, adds the increment if it has
    /// moved, and begins the next turn.
    pub(super) fn stop_clock(&mut self, turn: Option<Seat>) {
        let last = self.game.as_ref().and_then(|game| game.events().last());
        let goes_on = self.game.as_ref().and_then(TableGame::turn) == turn;
        if goes_on && last.is_some_and(|last| Some(last.seat) != turn) {
            // Another seat resigned: the seat to move gets no more time by it.
            return;
        }
        let moved =
            last.is_some_and(|last| Some(last.seat) == turn && matches!(last.act, Act::Move(..)));
        self.begin_turn(turn, moved);
    }

    /// Begins the next turn: takes the time of the running one off the game clock of its seat, which gets the increment
    /// if it has moved.
    pub(super) fn begin_turn(&mut self, turn: Option<Seat>, moved: bool) {
        let elapsed = self.elapsed();
        self.turn_began = self.now;
        let (Some(clock), Some(turn)) = (self.settings.game_clock, turn) else { return };
        let left = &mut self.clocks[turn.index()];
        *left = left.saturating_sub(elapsed);
        if moved {
            *left += clock.increment;
        }
    }

    /// The time of the turn is up: the seat passes, or forfeits if its game clock ran out.
    pub(super) fn time_out(&mut self) {
        let game_clock = self.settings.game_clock.is_some();
        // The game may have ended at the same time.
        let _ = self.act(if game_clock { TableGame::run_out } else { TableGame::time_out });
    }
}
