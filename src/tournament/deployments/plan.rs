//! A measurement of many deployments, round by round.

use super::DeploymentCandidate;
use crate::base::job::{Job, WorkError, sha256_hex};
use crate::tournament::{Games, Lineup, Series};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Which deployments are measured, against what, and how long.
#[derive(Debug, Clone)]
pub struct MeasurementPlan {
    /// What is measured.
    pub candidates: Vec<DeploymentCandidate>,
    /// Who plays, against which pool, by which rules and seed: a series of two sources of deployments,
    /// whose own source stands for any.
    pub series: Series,
    /// Games of a candidate, on average.
    pub games: u64,
    /// Rounds among which the games are divided evenly.
    pub rounds: usize,
}

/// Why there is nothing to measure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeasurementPlanError {
    /// A round without a game for each that is left.
    #[error(
        "found {games} games a deployment for {rounds} rounds, expected {least} or more: a unit is {unit} \
         games"
    )]
    Few {
        /// What was given.
        games: u64,
        /// Rounds.
        rounds: usize,
        /// What is needed.
        least: u64,
        /// Games of a unit.
        unit: u64,
    },
    /// Nobody to measure.
    #[error("found no deployment, expected one at least")]
    Nobody,
}

impl MeasurementPlan {
    /// A plan with as many rounds as halving takes until two are left.
    pub fn halving(candidates: Vec<DeploymentCandidate>, series: Series, games: u64) -> Self {
        let rounds = candidates.len().max(2).next_power_of_two().ilog2() as usize;
        Self { candidates, series, games, rounds }
    }

    /// Checks that there is something to do in every round.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check(&self) -> Result<(), MeasurementPlanError> {
        let (unit, rounds) = (self.series.unit(), self.rounds.max(1));
        let least = unit * rounds as u64;
        match self.candidates.len() {
            0 => Err(MeasurementPlanError::Nobody),
            _ if self.games < least => {
                Err(MeasurementPlanError::Few { games: self.games, rounds, least, unit })
            }
            _ => Ok(()),
        }
    }

    /// Units of each candidate in a round that so many reach: the fewer are left, the more each plays.
    pub fn units(&self, left: usize) -> u64 {
        let all = self.games * self.candidates.len() as u64;
        (all / (self.rounds as u64 * left as u64 * self.series.unit())).max(1)
    }

    /// The games of a candidate.
    pub fn games_of(&self, candidate: usize) -> Games {
        let candidate = &self.candidates[candidate];
        let mut series = Series { deal: candidate.deal(), ..self.series.clone() };
        if let (Lineup::Deployments { against, .. }, Some(others)) =
            (&mut series.lineup, candidate.opponents())
        {
            *against = others;
        }
        Games::new(series, u64::MAX)
    }

    /// What tells its files from those of another plan.
    ///
    /// # Errors
    ///
    /// If the series cannot be written down.
    pub fn id(&self) -> Result<String, serde_json::Error> {
        let candidates: Vec<String> =
            self.candidates.iter().map(DeploymentCandidate::text).collect();
        let all = (&self.series, candidates, self.games, self.rounds);
        Ok(sha256_hex(serde_json::to_string(&all)?.as_bytes()))
    }
}

/// A round: the same units of every candidate that is left.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// What is measured.
    pub plan: &'a MeasurementPlan,
    /// Its number, from 0.
    pub number: usize,
    /// Places of the candidates that are left.
    pub field: Vec<usize>,
    /// Which units of each are played.
    pub units: Range<u64>,
}

impl Round<'_> {
    /// The candidate of a line and the number of the game in its series: a unit of everyone, then the
    /// next.
    pub fn place(&self, line: u64) -> (usize, u64) {
        let (unit, left) = (self.plan.series.unit(), self.field.len() as u64);
        let (number, game) = (line / unit, line % unit);
        let candidate = self.field[(number % left) as usize];
        (candidate, (self.units.start + number / left) * unit + game)
    }
}

impl Job for Round<'_> {
    fn lines(&self) -> u64 {
        let units = self.units.end - self.units.start;
        units * self.field.len() as u64 * self.plan.series.unit()
    }

    fn unit(&self) -> u64 {
        self.plan.series.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        Games::BEGINNING
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let (candidate, game) = self.place(number);
        self.plan.games_of(candidate).line(game, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        if number >= self.lines() {
            return Err(format!("more than {} games", self.lines()));
        }
        let (candidate, game) = self.place(number);
        self.plan.games_of(candidate).check(game, line)
    }
}
