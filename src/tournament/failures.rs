//! Games that a player lost by a failure: the causes, and when to stop because a program does not work.

use crate::base::job::DoneLine;
use crate::base::text::read_json;
use crate::game::format::GameResult;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// A series stops after so many failures in a row: a program does not start, or does not work.
const MOST_IN_A_ROW: u64 = 4;
/// Number of causes in a text.
const MOST_CAUSES: usize = 5;

/// The failures in a series of games; as JSON the number of games by seat and cause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Failures {
    causes: BTreeMap<String, u64>,
    #[serde(skip)]
    games: u64,
    /// Number of games up to the last one that ended by a failure one after another.
    #[serde(skip)]
    in_a_row: u64,
}

/// Too many games in a row ended by a failure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("stopped after {} games in a row that ended by a failure\n{}", .0.in_a_row, .0.to_string().trim_end())]
pub struct TooManyFailures(Failures);

impl Failures {
    /// Counts a game.
    pub fn add(&mut self, result: &GameResult) {
        self.games += 1;
        self.in_a_row += 1;
        if result.why == "failure" {
            let cause = result.detail.clone().unwrap_or_default();
            *self.causes.entry(cause).or_default() += 1;
        } else {
            self.in_a_row = 0;
        }
    }

    /// Counts the game of a new line of a job, if it is a game record, and [checks](Self::check_after) after it.
    ///
    /// # Errors
    ///
    /// If the last four games ended by a failure.
    pub fn count_new(&mut self, line: DoneLine<'_>) -> Result<(), TooManyFailures> {
        #[derive(Deserialize)]
        struct Ended {
            result: GameResult,
        }
        if line.is_new
            && let Ok(Ended { result }) = read_json(line.text)
        {
            self.add(&result);
        }
        self.check_after(line)
    }

    /// Adds the failures of games played after these.
    pub fn extend(&mut self, later: &Self) {
        for (cause, count) in &later.causes {
            *self.causes.entry(cause.clone()).or_default() += count;
        }
        self.games += later.games;
        let all_failed = later.in_a_row == later.games;
        self.in_a_row = later.in_a_row + if all_failed { self.in_a_row } else { 0 };
    }

    /// Whether the series may go on after a line of its job. Games of an earlier run do not stop this one: the engine
    /// may have been repaired since.
    ///
    /// # Errors
    ///
    /// If the line is new and the last four games ended by a failure.
    pub fn check_after(&self, line: DoneLine<'_>) -> Result<(), TooManyFailures> {
        let goes_on = !line.is_new || self.in_a_row < MOST_IN_A_ROW;
        if goes_on { Ok(()) } else { Err(TooManyFailures(self.clone())) }
    }

    /// Whether no game ended by a failure.
    pub fn is_empty(&self) -> bool {
        self.causes.is_empty()
    }

    /// Whether there are games, and all ended by a failure.
    pub fn is_every_game(&self) -> bool {
        self.games > 0 && self.in_a_row == self.games
    }
}

/// A line for each cause, the most frequent first; empty without failures.
impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|(_, count)| Reverse(**count));
        for (cause, count) in causes.iter().take(MOST_CAUSES) {
            let games = if **count == 1 { "game" } else { "games" };
            writeln!(f, "Failed in {count} {games}: {cause}")?;
        }
        match causes.len().saturating_sub(MOST_CAUSES) {
            0 => Ok(()),
            more => writeln!(f, "and {more} other causes"),
        }
    }
}
