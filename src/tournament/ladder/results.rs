//! Results of games, collected from the records of matches and ladders.

use crate::game::belief::Visibility;
use crate::game::format::GameRecord;
use crate::game::rules::{Rules, Team};
use crate::tournament::lineup::{is_exchanged, unit_of_match};
use crate::tournament::rating::{LadderError, Meeting};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why records cannot be rated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum StandingError {
    /// A game under other conditions than the games before.
    #[error("found a game with {found}, expected {expected} as before")]
    Kind {
        /// The condition that differs.
        found: String,
        /// The condition of the games before.
        expected: String,
    },
    /// A game with more than one engine on a side.
    #[error("found {0}, expected one seat on each side, as `match` and `ladder` write them")]
    Sides(String),
    /// An unfinished game.
    #[error("game {0} is unfinished")]
    Unfinished(u64),
    /// A game that was counted before.
    #[error("game {game} of seed {seed} between {pair} appears twice")]
    Twice {
        /// Index of the game.
        game: u64,
        /// Seed of the match.
        seed: u64,
        /// The two engines.
        pair: String,
    },
    /// No finished units.
    #[error(
        "no finished unit to rate: only games in which both sides played the same deployments count, as \
         `match` and `ladder` write them"
    )]
    Empty,
    /// No engine with finished units has this name.
    #[error("`{found}` did not play in these games; expected one of {names}")]
    Anchor {
        /// The requested engine.
        found: String,
        /// The engines with finished units.
        names: String,
    },
    /// An engine that no chain of games connects to the anchor.
    #[error("`{seat}` cannot be rated: no chain of games connects it to `{anchor}`")]
    Apart {
        /// The engine.
        seat: String,
        /// The engine whose Elo is 0.
        anchor: String,
    },
    /// The ratings cannot be computed.
    #[error(transparent)]
    Ratings(#[from] LadderError),
}

/// The conditions that all games of a ladder share.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Common {
    pub(super) rules: Rules,
    pub(super) visibility: Visibility,
    board: String,
}

/// A unit: seed of the match, pair, index.
type Unit = (u64, [usize; 2], u64);

/// Results of games between engines, grouped into units.
#[derive(Debug, Clone, Default)]
pub struct LadderResults {
    pub(super) common: Option<Common>,
    pub(super) seats: Vec<String>,
    /// The results of each unit's games for the first of the pair: 0 won, 1 drawn, 2 lost.
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
    /// If it is not between two engines, was played under other conditions than the games before, or was
    /// counted before.
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
        let (seed, index) = (record.seed, record.game / unit_of_match(mode));
        let unit = self.units.entry((seed, pair, index)).or_default();
        let again = unit.insert(record.game, result).is_some();
        // A match with the same seed whose sides were named the other way round has the same games.
        let is_whole = |games: &BTreeMap<u64, usize>| games.len() as u64 == unit_of_match(mode);
        let other = (seed, [pair[1], pair[0]], index);
        if again || is_whole(unit) && self.units.get(&other).is_some_and(is_whole) {
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

    /// Number of games, including those of unfinished units.
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
