//! The clocks of people: a limit for each move, or a time for the whole game with an increment.

use super::member::Member;
use super::state::Room;
use crate::game::board::Seat;
use crate::game::rules::Act;
use crate::server::table::TableGame;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// Whole seconds, rounded up.
fn seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

impl Room {
    /// Sets all game clocks to their start.
    pub(super) fn reset_clocks(&mut self) {
        self.clocks = [self.settings.game_clock.map_or(Duration::ZERO, |clock| clock.time); 4];
        self.turn_began = Instant::now();
    }

    /// The time that the seat to move had at the start of its turn.
    fn turn_limit(&self, turn: Seat) -> Duration {
        let game = self.settings.game_clock.is_some() && self.is_human(turn);
        if game { self.clocks[turn.index()] } else { self.settings.clock }
    }

    /// The time that the running turn has taken; none while the table waits for somebody to return.
    fn elapsed(&self) -> Duration {
        if self.paused { Duration::ZERO } else { self.turn_began.elapsed() }
    }

    /// The time at which a human player's turn runs out.
    pub(super) fn deadline(&self) -> Option<Instant> {
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
    pub(super) fn clocks_for(&self, member: &Member) -> Option<BTreeMap<char, u64>> {
        self.settings.game_clock.filter(|_| member.seat.is_some() || self.finished().is_some())?;
        let times = Seat::ALL.into_iter().zip(self.clock_times());
        Some(times.filter_map(|(seat, time)| Some((seat.letter(), seconds(time?)))).collect())
    }

    /// Stops the turn of a seat: takes the time it took off its game clock, adds the increment if it has
    /// moved, and begins the next turn.
    pub(super) fn stop_clock(&mut self, turn: Option<Seat>) {
        let last = self.game.as_ref().and_then(|game| game.events().last());
        let goes_on = self.game.as_ref().and_then(TableGame::turn) == turn;
        if goes_on && last.is_some_and(|last| Some(last.seat) != turn) {
            return; // another seat resigned: the seat to move gets no more time by it
        }
        let moved =
            last.is_some_and(|last| Some(last.seat) == turn && matches!(last.act, Act::Move(..)));
        self.begin_turn(turn, moved);
    }

    /// Begins the next turn: takes the time of the running one off the game clock of its seat, which gets the increment
    /// if it has moved.
    pub(super) fn begin_turn(&mut self, turn: Option<Seat>, moved: bool) {
        let elapsed = self.elapsed();
        self.turn_began = Instant::now();
        let (Some(clock), Some(turn)) = (self.settings.game_clock, turn) else { return };
        let left = &mut self.clocks[turn.index()];
        *left = left.saturating_sub(elapsed) + if moved { clock.increment } else { Duration::ZERO };
    }

    /// The time of the turn is up: the seat passes, or forfeits if its game clock ran out.
    pub(super) fn time_out(&mut self) {
        let ends = self.settings.game_clock.is_some();
        // The game may have ended in the same moment.
        let _ = self.act(if ends { TableGame::run_out } else { TableGame::time_out });
    }
}
