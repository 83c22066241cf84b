//! The games of a series as a job: one record per line, in order, resumable.

use super::series::Series;
use junqi_core::base::job::{DoneLine, Job, WorkError};
use junqi_core::base::text::read_json;
use junqi_core::game::format::{GameRecord, GameResult};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// The fields of a record that are fixed before the game is played, those that say most about a wrong one first:
/// the seed of a match in a ladder follows from its seats.
const HEAD: [&str; 8] =
    ["version", "board", "game", "seats", "seed", "rules", "visibility", "first"];

/// The first games of a series, as a resumable job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The series.
    pub series: Series,
    /// Number of games; rounded up to whole units.
    pub games: u64,
    /// Whether records contain the players' evaluations (training data).
    #[serde(default)]
    pub values: bool,
    /// Thinking time and turns of each side in the games played by this process.
    #[serde(skip)]
    spent: Mutex<[(Duration, u64); 2]>,
}

impl Games {
    /// The first bytes of a record; an incomplete last line that begins otherwise is no record.
    pub const BEGINNING: &[u8] = b"{\"version\":\"";

    /// The first games of a series.
    pub fn new(series: Series, games: u64) -> Self {
        Self { series, games, values: false, spent: Mutex::default() }
    }

    /// The same games with or without the players' evaluations in the records.
    #[must_use]
    pub fn with_values(self, values: bool) -> Self {
        Self { values, ..self }
    }

    /// Mean time per move of each side of a match, in the games this value played; none before the
    /// first.
    pub fn pace(&self) -> [Option<Duration>; 2] {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.map(|(time, turns)| (turns > 0).then(|| time.div_f64(turns as f64)))
    }

    /// Plays a game; if the flag is set meanwhile, the record is of no use.
    ///
    /// # Errors
    ///
    /// If the start is not a legal position.
    pub fn play(&self, game: u64, stop: &AtomicBool) -> Result<GameRecord, WorkError> {
        let played = self.series.game(game, stop)?;
        let mut record = self.series.record(game, &played);
        if self.values {
            let word = |value: Option<i64>| value.map_or_else(|| ".".into(), |v| v.to_string());
            let words: Vec<String> =
                played.turns.iter().map(|turn| word(turn.value.map(|score| score.0))).collect();
            record.values = Some(words.join(" "));
        }
        if !stop.load(Ordering::Relaxed) {
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            for turn in &played.turns {
                let side = self.series.side(game, turn.seat);
                spent[side].0 += turn.time;
                spent[side].1 += 1;
            }
        }
        Ok(record)
    }

    /// Checks that a record is the game of this series with an index.
    fn own(&self, game: u64, record: &GameRecord) -> Result<(), String> {
        let ours = self.series.head(game);
        let json = |r: &GameRecord| serde_json::to_value(r).map_err(|e| e.to_string());
        let found = json(record)?;
        let expected = json(&ours)?;
        if let Some(key) = HEAD.into_iter().find(|&key| found[key] != expected[key]) {
            return Err(format!("a game with {key} {}, not {}", found[key], expected[key]));
        }
        if record.values.is_some() != self.values {
            let [found, ours] = if self.values { ["without", "with"] } else { ["with", "without"] };
            return Err(format!("a game {found} values, not {ours}"));
        }
        if record.deployments != ours.deployments {
            self.own_deployments(game, (record, &ours))?;
        }
        Ok(())
    }

    /// Checks that every seat has the deployment dealt to it or the one that its player chooses. For an external engine
    /// that is any legal one: it may have failed then, and been repaired since.
    fn own_deployments(
        &self,
        game: u64,
        (record, ours): (&GameRecord, &GameRecord),
    ) -> Result<(), String> {
        record.read_deployments(self.series.board).map_err(|error| error.to_string())?;
        let chosen = self.series.chosen(game).map(|d| d.map(|d| d.to_string()));
        let fits = |seat: usize| match (&record.deployments[seat], &ours.deployments[seat]) {
            (Some(found), Some(dealt)) => {
                found == dealt || chosen[seat].as_ref().is_none_or(|chosen| found == chosen)
            }
            (found, dealt) => found == dealt,
        };
        if (0..4).all(fits) { Ok(()) } else { Err("a game with other deployments".into()) }
    }
}

impl Job for Games {
    fn lines(&self) -> u64 {
        self.series.whole_units(self.games)
    }

    fn unit(&self) -> u64 {
        self.series.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        Self::BEGINNING
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        Ok(self.play(number, stop)?.line())
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        self.own(number, &GameRecord::read(line).map_err(|e| format!("no record ({e})"))?)
    }
}

/// A series stops after so many failures in a row: a program does not start, or does not work.
const MOST_IN_A_ROW: u64 = 4;
/// Number of causes in a text.
const MOST_CAUSES: usize = 5;

/// The games of a series that a player lost by a failure, and when to stop because a program does not work. As JSON
/// the number of games by seat and cause.
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

    /// Whether the series may go on after a line of its job. Games of an earlier run do not stop this one: the player
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
