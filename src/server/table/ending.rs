//! The end of a game: the result, and every piece shown.

use crate::game::board::Seat;
use crate::game::format::{GameRecord, GameResult, by_letter};
use crate::game::rules::Rules;
use serde::Serialize;

/// A game that is over, with all cards open.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FinishedGame {
    /// Who won and why.
    pub result: Ending,
    /// By seat, what it put where.
    #[serde(with = "by_letter")]
    pub deployments: [Option<String>; 4],
    /// The game's line.
    pub record: String,
}

/// Who won and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ending {
    winners: Vec<Seat>,
    why: String,
}

impl FinishedGame {
    /// The game of a record that is complete.
    pub fn of(record: &GameRecord, rules: &Rules) -> Self {
        Self {
            result: Ending::of(&record.result, rules),
            deployments: record.deployments.clone(),
            record: record.line(),
        }
    }
}

impl Ending {
    /// The same as a record says it.
    pub fn of(result: &GameResult, rules: &Rules) -> Self {
        let seats = |team| rules.team_seats(team).collect();
        Self {
            winners: result.winning_team().map(seats).unwrap_or_default(),
            why: result.why.clone(),
        }
    }
}
