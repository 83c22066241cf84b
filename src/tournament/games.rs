//! The games of a series as a job: one record per line, in order, resumable.

use super::series::Series;
use crate::base::job::{Job, WorkError};
use crate::game::format::GameRecord;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
        let (found, expected) = (json(record)?, json(&ours)?);
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
        record.read_deployments().map_err(|error| error.to_string())?;
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
