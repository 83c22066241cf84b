//! The results of games, taken from the records of matches and ladders.

use crate::game::belief::Visibility;
use crate::game::format::GameRecord;
use crate::game::rules::{Rules, Team};
use crate::tournament::rating::{LadderError, Meeting};
use crate::tournament::{is_exchanged, unit_of_match};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why records have no ladder.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum StandingError {
    /// A game of another kind.
    #[error("found a game with {found}, expected {expected} as before")]
    Kind {
        /// What differs.
        found: String,
        /// What the games before had.
        expected: String,
    },
    /// A game that is none of two sides.
    #[error("found {0}, expected one seat on each side, as `match` and `ladder` write them")]
    Sides(String),
    /// A game that was broken off.
    #[error("found game {0} without an end, expected finished games")]
    Unfinished(u64),
    /// The same game again.
    #[error("found game {game} of seed {seed} between {pair} twice, expected every game once")]
    Twice {
        /// Its number.
        game: u64,
        /// The seed of its match.
        seed: u64,
        /// Who played.
        pair: String,
    },
    /// There is nothing to rate.
    #[error(
        "found no finished unit, expected games in which both sides had the same luck, as `match` and `ladder` write them"
    )]
    Empty,
    /// Nobody with finished units has the name.
    #[error("found no seat `{found}` in the games, expected one of {names}")]
    Anchor {
        /// What was asked for.
        found: String,
        /// Who there is.
        names: String,
    },
    /// Somebody met nobody who met the rest.
    #[error("found `{seat}` without games that join it to `{anchor}`, expected some")]
    Apart {
        /// Who.
        seat: String,
        /// The seat at 0.
        anchor: String,
    },
    /// There are no ratings.
    #[error(transparent)]
    Ratings(#[from] LadderError),
}

/// What games have in common that are on one ladder.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Common {
    pub(super) rules: Rules,
    pub(super) visibility: Visibility,
    board: String,
}

/// A unit: the seed of its match, its pair, its number.
type Unit = (u64, [usize; 2], u64);

/// Results on their way to a ladder.
#[derive(Debug, Clone, Default)]
pub struct LadderResults {
    pub(super) common: Option<Common>,
    pub(super) seats: Vec<String>,
    /// By unit, the results of its games for the first of the pair: 0 won, 1 drawn, 2 lost.
    units: BTreeMap<Unit, BTreeMap<u64, usize>>,
}

/// The seat of a team.
fn side(record: &GameRecord, team: Team) -> Result<&str, StandingError> {
    let seats = record.rules.seats().iter().filter(|&seat| record.rules.team(seat) == team);
    let mut names = seats.map(|seat| record.seats[seat.index()].as_deref());
    match names.next().flatten() {
        Some(name) if names.all(|other| other == Some(name)) => Ok(name),
        _ => Err(StandingError::Sides(format!("game {} with two on a side", record.game))),
    }
}

impl LadderResults {
    /// Counts a game.
    ///
    /// # Errors
    ///
    /// If it is no game between two seats, of another kind than those before, or one of them.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), StandingError> {
        self.check_kind(record)?;
        let (first, second) = (side(record, Team::First)?, side(record, Team::Second)?);
        if first == second {
            return Err(StandingError::Sides(format!("`{first}` on both")));
        }
        if record.result.why == "unfinished" {
            return Err(StandingError::Unfinished(record.game));
        }
        let [a, b] = [first, second].map(|seat| self.number(seat));
        let result = match record.result.winning_team() {
            Some(Team::First) => 0,
            None => 1,
            Some(Team::Second) => 2,
        };
        // The sides as the match names them. A unit in which they were not exchanged falls apart
        // here into two halves, neither of which is ever whole.
        let mode = record.rules.mode;
        let exchanged = is_exchanged(record.game, mode);
        let (pair, result) = if exchanged { ([b, a], 2 - result) } else { ([a, b], result) };
        let unit = (record.seed, pair, record.game / unit_of_match(mode));
        if self.units.entry(unit).or_default().insert(record.game, result).is_some() {
            let pair = format!("`{first}` and `{second}`");
            return Err(StandingError::Twice { game: record.game, seed: record.seed, pair });
        }
        Ok(())
    }

    fn check_kind(&mut self, record: &GameRecord) -> Result<(), StandingError> {
        let (rules, visibility, board) = (record.rules, record.visibility, record.board.clone());
        let found = Common { rules, visibility, board };
        let expected = self.common.get_or_insert_with(|| found.clone());
        if *expected == found {
            return Ok(());
        }
        let text = |c: &Common| format!("{}, {}, board {}", c.rules, c.visibility, c.board);
        Err(StandingError::Kind { found: text(&found), expected: text(expected) })
    }

    fn number(&mut self, seat: &str) -> usize {
        self.seats.iter().position(|s| s == seat).unwrap_or_else(|| {
            self.seats.push(seat.to_owned());
            self.seats.len() - 1
        })
    }

    /// All games, those of units without an end too.
    pub(super) fn games(&self) -> u64 {
        self.units.values().map(|games| games.len() as u64).sum()
    }

    /// The whole units of every pair.
    pub(super) fn meetings(&self, games_per_unit: u64) -> Vec<Meeting> {
        let mut meetings: BTreeMap<[usize; 2], BTreeMap<[u64; 3], u64>> = BTreeMap::new();
        let whole = self.units.iter().filter(|(_, games)| games.len() as u64 == games_per_unit);
        for ((_, pair, _), games) in whole {
            let mut results = [0; 3];
            for &result in games.values() {
                results[result] += 1;
            }
            *meetings.entry(*pair).or_default().entry(results).or_default() += 1;
        }
        let meeting = |([first, second], units): ([usize; 2], _)| Meeting { first, second, units };
        meetings.into_iter().map(meeting).collect()
    }
}
