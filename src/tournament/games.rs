//! The games of a series as a job: records in order, gone on with where they were left.

use super::Series;
use crate::base::job::{Job, WorkError};
use crate::game::format::GameRecord;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What two records of one game have in common before it is played.
const HEAD: [&str; 8] =
    ["version", "board", "game", "seed", "rules", "visibility", "seats", "first"];

/// So many games of a series.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The series.
    pub series: Series,
    /// How many of its games; the last unit is played to its end.
    pub games: u64,
    /// Whether records tell what the players thought the game was worth.
    #[serde(default)]
    pub values: bool,
    /// By side of a match: time and turns in the games played so far, by this program.
    #[serde(skip)]
    spent: Mutex<[(Duration, u64); 2]>,
}

impl Games {
    /// What a record begins with: half a last line that does not is no record of ours.
    pub const BEGINNING: &[u8] = b"{\"version\":\"";

    /// The first games of a series.
    pub fn new(series: Series, games: u64) -> Self {
        Self { series, games, values: false, spent: Mutex::default() }
    }

    /// The same with what the players think in the records: what evaluations can be trained on.
    #[must_use]
    pub fn with_values(self, values: bool) -> Self {
        Self { values, ..self }
    }

    /// By side of a match, the mean time of a move in the games that were played since this was
    /// made; none before there are any.
    pub fn pace(&self) -> [Option<Duration>; 2] {
        let spent = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.map(|(time, turns)| (turns > 0).then(|| time.div_f64(turns as f64)))
    }

    /// Plays a game, unless the flag is set meanwhile.
    ///
    /// # Errors
    ///
    /// If it cannot begin.
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
            let first = self.series.team_of_first(game);
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            for turn in &played.turns {
                let side = usize::from(self.series.rules.team(turn.seat) != first);
                spent[side].0 += turn.time;
                spent[side].1 += 1;
            }
        }
        Ok(record)
    }

    /// Whether a record is the game of this series with a number.
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
        // Players may choose other deployments than they are dealt.
        let deployed = || self.series.deployed(game).map(|d| d.map(|d| d.to_string()));
        if record.deployments != ours.deployments && record.deployments != deployed() {
            return Err("a game with other deployments".into());
        }
        Ok(())
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
        self.own(number, &serde_json::from_str(line).map_err(|e| format!("no record ({e})"))?)
    }
}
