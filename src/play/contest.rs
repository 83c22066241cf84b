//! The result of a match: wins, draws and losses of the first side, and Elo over whole units.

use super::{Elo, Series};
use crate::format::Record;
use serde::Serialize;
use std::collections::BTreeMap;

/// Results of a match, from the first side's point of view.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    plies: u64,
    endings: BTreeMap<String, u64>,
    /// Points of the unit under way.
    points: f64,
    /// Mean scores of finished units.
    units: Vec<f64>,
}

/// What `junqi match` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchReport {
    /// Games the first side won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second side won.
    pub losses: u64,
    /// Finished units.
    pub units: usize,
    /// Games in a unit.
    pub games_per_unit: u64,
    /// Share of the points in finished units.
    pub score: Option<f64>,
    /// Elo of the first side over the second; absent without a finished unit.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end.
    pub elo_high: Option<f64>,
    /// Moves made in all games.
    pub plies: u64,
    /// Games by reason of ending.
    pub endings: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts the next game of a match.
    pub fn add(&mut self, series: &Series, record: &Record) {
        let points = match record.result.winning_team() {
            None => 0.5,
            Some(team) if team == series.team_of_first(record.game) => 1.0,
            Some(_) => 0.0,
        };
        self.wins += u64::from(points > 0.75);
        self.losses += u64::from(points < 0.25);
        self.draws += u64::from(record.result.winner.is_none());
        self.plies += u64::from(record.plies);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        self.points += points;
        if (record.game + 1).is_multiple_of(series.unit()) {
            self.units.push(self.points / series.unit() as f64);
            self.points = 0.0;
        }
    }

    /// The results so far.
    pub fn report(&self, series: &Series) -> MatchReport {
        let elo = Elo::of_units(&self.units);
        let units = self.units.len();
        MatchReport {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            units,
            games_per_unit: series.unit(),
            score: elo.map(|_| self.units.iter().sum::<f64>() / units as f64),
            elo: elo.map(|e| e.elo),
            elo_low: elo.map(|e| e.low),
            elo_high: elo.map(|e| e.high),
            plies: self.plies,
            endings: self.endings.clone(),
        }
    }
}
