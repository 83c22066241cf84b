//! Successive halving: most games go to the best candidates.
//!
//! All candidates play the same few units. After each round the better half plays on, with more units
//! each, until two are left. All rounds have about the same number of games. Source: Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed
//! bandits", ICML 2013.

use super::plan::{MeasurementPlan, Round};
use super::tally::DeploymentTally;
use crate::game::format::{GameRecord, RecordError};
use crate::tournament::failures::Failures;

/// The state of a candidate.
#[derive(Debug, Clone)]
pub struct CandidateState {
    /// Results of its games.
    pub tally: DeploymentTally,
    /// Number of rounds it played.
    pub rounds: usize,
}

/// A measurement in progress.
#[derive(Debug)]
pub struct Halving<'a> {
    plan: &'a MeasurementPlan,
    all: Vec<CandidateState>,
    left: Vec<usize>,
    units: u64,
    round: usize,
    failures: Failures,
}

impl<'a> Halving<'a> {
    /// The state before the first round.
    pub fn new(plan: &'a MeasurementPlan) -> Self {
        let field = |_: &_| CandidateState { tally: DeploymentTally::new(&plan.series), rounds: 0 };
        let all = plan.candidates.iter().map(field).collect();
        let left = (0..plan.candidates.len()).collect();
        Self { plan, all, left, units: 0, round: 0, failures: Failures::default() }
    }

    /// The round to play next; none after the last.
    pub fn round(&self) -> Option<Round<'a>> {
        let Self { plan, ref left, units, round: number, .. } = *self;
        let to = units + plan.units(left.len());
        (number < plan.rounds).then(|| Round {
            plan,
            number,
            field: left.clone(),
            units: units..to,
        })
    }

    /// Counts a game of a candidate.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn add(&mut self, candidate: usize, record: &GameRecord) -> Result<(), RecordError> {
        self.failures.add(&record.result);
        self.all[candidate].tally.add(&self.plan.games_of(candidate).series, record)
    }

    /// Ends a round after all of its games: the better half survives, but never fewer than two.
    pub fn finish(&mut self, round: &Round<'_>) {
        for &candidate in &self.left {
            self.all[candidate].rounds += 1;
        }
        let score = |place: &usize| self.all[*place].tally.score();
        self.left.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        if round.number + 1 < self.plan.rounds {
            let most = self.left.len().div_ceil(2).max(2);
            self.left.truncate(most);
            self.left.sort_unstable();
        }
        self.units = round.units.end;
        self.round += 1;
    }

    /// The games of all candidates that a player lost by a failure.
    pub fn failures(&self) -> &Failures {
        &self.failures
    }

    /// All candidates, in the order of the plan.
    pub fn fields(&self) -> &[CandidateState] {
        &self.all
    }

    /// Total number of games of all rounds.
    pub fn games(&self) -> u64 {
        let (mut left, mut games) = (self.plan.candidates.len(), 0);
        for _ in 0..self.plan.rounds {
            games += left as u64 * self.plan.units(left) * self.plan.series.unit();
            left = left.div_ceil(2).max(2).min(left);
        }
        games
    }
}
