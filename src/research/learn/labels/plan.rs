//! Labelled games as a job: one record per line, each a function of the seed and its number.

use super::game::{LabelledGame, play};
use super::search::LabelSettings;
use crate::base::job::{Job, WorkError};
use crate::base::random;
use crate::game::belief::{View, Visibility};
use crate::game::board::Board;
use crate::game::format::{GameRecord, GameResult};
use crate::game::rules::{Mode, Rules};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The deepest search that gives a label, in plies.
const DEEPEST: u32 = 12;
/// The name of the player in records.
const PLAYER: &str = "label";
/// Number of labelled positions of a game, an estimate below the mean.
const LABELS_PER_GAME: u64 = 8;
/// Number of games to spare, because a small number of games may have fewer.
const SPARE_GAMES: u64 = 20;

/// Games of a fast player with random moves, in which some quiet positions have labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelPlan {
    /// The mode of play.
    pub mode: Mode,
    /// Random seed; with the number of a game it determines the game.
    pub seed: u64,
    /// Number of the first game.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// The searches.
    pub settings: LabelSettings,
}

/// A plan that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LabelPlanError {
    /// The search is too deep to end.
    #[error("found a depth of {0} plies, expected 0 to {DEEPEST}")]
    Depth(u32),
    /// The numbers of the games overflow.
    #[error("found {1} games from number {0} on, expected numbers below 2^64")]
    Games(u64, u64),
}

impl LabelPlan {
    /// Checks what the type does not.
    ///
    /// # Errors
    ///
    /// If the search is too deep or the numbers of the games overflow.
    pub fn check(&self) -> Result<(), LabelPlanError> {
        let Self { first, games, settings, .. } = *self;
        if settings.depth > DEEPEST {
            return Err(LabelPlanError::Depth(settings.depth));
        }
        first.checked_add(games).map(|_| ()).ok_or(LabelPlanError::Games(first, games))
    }

    /// A number of games that is enough for that many labelled positions.
    pub fn games_for(positions: u64) -> u64 {
        positions.div_ceil(LABELS_PER_GAME) + SPARE_GAMES
    }

    /// The rules of the games.
    pub fn rules(&self) -> Rules {
        Rules::default().with_mode(self.mode)
    }

    /// The record of a game before it is played, without its start.
    fn head(&self, game: u64) -> GameRecord {
        let rules = self.rules();
        let mut seats = [const { None }; 4];
        rules.seats().iter().for_each(|seat| seats[seat.index()] = Some(PLAYER.into()));
        GameRecord {
            game,
            seed: self.seed,
            seats,
            labels: Some(self.settings.to_string()),
            ..GameRecord::unplayed(Board::siguo(), rules, Visibility::AllOpen)
        }
    }

    fn record(&self, game: u64, played: &LabelledGame) -> GameRecord {
        let LabelledGame { start, deployments, events, end, labels } = played;
        let word = |label: &Option<i64>| label.map_or_else(|| ".".into(), |v| v.to_string());
        let words: Vec<String> = labels.iter().map(word).collect();
        GameRecord {
            first: start.turn().letter(),
            deployments: deployments.unwrap_or_default().map(|d| d.map(|d| d.to_string())),
            start: deployments.is_none().then(|| View::truth(start).to_string()),
            events: GameRecord::events_text(events, start.board()),
            result: GameResult::of(end.outcome(), start.rules()),
            plies: end.ply(),
            values: Some(words.join(" ")),
            ..self.head(game)
        }
    }
}

impl Job for LabelPlan {
    fn lines(&self) -> u64 {
        self.games
    }

    fn beginning(&self) -> &'static [u8] {
        b"{\"version\":\""
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let game = self.first + number;
        let rng = random::stream(self.seed, &[game]);
        Ok(self.record(game, &play(self.mode, self.settings, rng, stop)?).line())
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let found = GameRecord::read(line).map_err(|error| format!("no record ({error})"))?;
        let head = self.head(self.first + number);
        let identity = |record: &GameRecord| {
            let GameRecord { version, game, seed, rules, seats, labels, .. } = record.clone();
            (version, game, seed, rules, seats, labels)
        };
        if identity(&found) == identity(&head) {
            return Ok(());
        }
        let labels = found.labels.unwrap_or_else(|| "none".into());
        Err(format!("game {} of seed {} with labels {labels}", found.game, found.seed))
    }
}
