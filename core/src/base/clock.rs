//! A clock that tests can replace, so that they need not wait.

use std::time::Duration;
use web_time::Instant;

/// The time since a fixed moment; tests use a simulated clock.
pub trait Clock: Sync {
    /// The time now.
    fn now(&self) -> Duration;
}

/// The real time since the clock was made.
#[derive(Debug, Clone, Copy)]
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time used since it was started.
#[derive(Clone, Copy)]
pub struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    /// Starts now.
    pub fn start(clock: &'a dyn Clock) -> Self {
        Self { clock, start: clock.now() }
    }

    /// Time since the start.
    pub fn used(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}
