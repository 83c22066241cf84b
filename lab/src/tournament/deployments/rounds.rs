//! The rounds of a measurement: successive halving, played with resumable files and shards.
//!
//! All candidates play the same few units. After each round the better half plays on, with more units
//! each, until two are left. All rounds have about the same number of games. Source: Karnin, Koren & Somekh,
//! "Almost optimal exploration in multi-armed bandits", ICML 2013.

use super::MeasurementError;
use super::plan::{MeasurementPlan, Round};
use super::tally::DeploymentTally;
use crate::tournament::games::Failures;
use junqi_core::base::job::{
    Completion, DoneLine, Job, JobRun, Shard, ShardError, Shards, WorkError, sha256_hex,
    write_atomic,
};
use junqi_core::game::format::{GameRecord, RecordError};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Plays the rounds of a measurement.
pub struct RoundPlayer<'a> {
    /// Folder of the games, one file per round; without it nothing is written.
    pub folder: Option<PathBuf>,
    /// Number of games played in parallel; does not affect the results.
    pub threads: usize,
    /// The only shard of each round to play here; without it whole rounds. Needs a folder.
    pub shard: Option<Shard>,
    /// A flag that stops the measurement when it is set.
    pub stop: &'a AtomicBool,
    /// Progress callback.
    pub on_progress: &'a dyn Fn(RoundProgress),
}

/// What a progress callback reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundProgress {
    /// A measurement of this many games begins.
    Planned(u64),
    /// A game was read from a file or played.
    Game,
    /// All games that a file has were read; from here on games are played.
    Resumed,
}

/// How a measurement ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundsOutcome {
    /// All rounds were played.
    Finished,
    /// The stop flag was set.
    Stopped,
    /// One shard of a round was played.
    Shard {
        /// Number of the round, from 1.
        round: usize,
        /// Number of shards of the round that are still missing; with none, the round is complete.
        missing: u64,
    },
}

/// Checks that a round is whole if the next one has begun. If it is not, the folder was made with other options.
fn check_whole(round: &Round<'_>, path: &Path, next: &Path) -> Result<(), MeasurementError> {
    if !next.exists() || !path.exists() {
        return Ok(());
    }
    let mut skip = |_: DoneLine<'_>| Ok(ControlFlow::Continue(()));
    let found =
        JobRun::read(round, path, &mut skip).map_err(|e| MeasurementError::new(Some(path), e))?;
    let all = round.lines();
    let next = next.display();
    if found < all {
        let why = format!(
            "found {found} games, expected {all}, because {next} exists; give the options that made it"
        );
        return Err(MeasurementError::new(Some(path), why));
    }
    Ok(())
}

impl RoundPlayer<'_> {
    /// Plays all missing rounds of a measurement. The names of its files begin with `prefix`.
    ///
    /// # Errors
    ///
    /// If a file is not of this measurement or cannot be written, a game cannot be played, or games in a row
    /// ended by a failure.
    pub fn play(
        &self,
        halving: &mut Halving<'_>,
        prefix: &str,
    ) -> Result<RoundsOutcome, MeasurementError> {
        if let Some(folder) = &self.folder {
            fs::create_dir_all(folder)
                .map_err(|error| MeasurementError::new(Some(folder), error))?;
        }
        (self.on_progress)(RoundProgress::Planned(halving.games()));
        while let Some(round) = halving.round() {
            let name = format!("{prefix}round-{}.jsonl", round.number + 1);
            let path = self.folder.as_ref().map(|folder| folder.join(name));
            if let (Some(folder), Some(path)) = (&self.folder, &path) {
                let next = format!("{prefix}round-{}.jsonl", round.number + 2);
                check_whole(&round, path, &folder.join(next))?;
            }
            let outcome = self.round(halving, &round, path.as_deref(), prefix)?;
            if let RoundsOutcome::Shard { missing: 0, .. } = outcome {
                self.round(halving, &round, path.as_deref(), prefix)?; // reads the games of all shards
            } else if outcome != RoundsOutcome::Finished {
                return Ok(outcome);
            }
            halving.finish(&round);
            if outcome != RoundsOutcome::Finished && halving.round().is_some() {
                return Ok(outcome);
            }
        }
        Ok(RoundsOutcome::Finished)
    }

    fn round(
        &self,
        halving: &mut Halving<'_>,
        round: &Round<'_>,
        path: Option<&Path>,
        prefix: &str,
    ) -> Result<RoundsOutcome, MeasurementError> {
        let failed = |error: WorkError| MeasurementError::new(path, error);
        let mut each = |line: DoneLine<'_>| {
            (self.on_progress)(RoundProgress::Game);
            halving.add(round.place(line.number).0, &GameRecord::read(line.text)?)?;
            halving.failures().check_after(line)?;
            Ok(ControlFlow::Continue(()))
        };
        let completion = match (self.shard, path) {
            (Some(shard), Some(path)) => {
                // Other shards read the same file, which the last one of a round writes at once. An undivided run may
                // have left a part of it, whose games must not be counted here.
                let mut skip = |_: DoneLine<'_>| Ok(ControlFlow::Continue(()));
                let whole = path.exists().then(|| JobRun::read(round, path, &mut skip));
                if whole.transpose().map_err(|e| failed(e.into()))?.unwrap_or(0) < round.lines() {
                    return self.shard(round, shard, path, prefix);
                }
                JobRun::read(round, path, &mut each).map_err(|e| failed(e.into()))?;
                (self.on_progress)(RoundProgress::Resumed);
                Ok(Completion::Finished)
            }
            _ => JobRun::open(round, path, &mut each).and_then(|mut run| {
                (self.on_progress)(RoundProgress::Resumed);
                run.go_on(self.threads, self.stop, &mut each)
            }),
        };
        Ok(match completion.map_err(|error| failed(error.into()))? {
            Completion::Stopped => RoundsOutcome::Stopped,
            Completion::Finished => RoundsOutcome::Finished,
        })
    }

    /// Plays one shard of a round; the process that plays the last missing one merges them all.
    fn shard(
        &self,
        round: &Round<'_>,
        shard: Shard,
        path: &Path,
        prefix: &str,
    ) -> Result<RoundsOutcome, MeasurementError> {
        let folder = path.with_extension("shards");
        let id = round.plan.id().map_err(|error| MeasurementError::new(Some(path), error))?;
        let job = format!("{id}{prefix}{}/{}", round.number, shard.of);
        let manifest = sha256_hex(job.as_bytes());
        let shards = Shards { task: round, folder, manifest, of: shard.of };
        for other in (0..shards.of).map(|index| shards.shard(index)) {
            if let Err(foreign @ ShardError::Foreign) = shards.read(other) {
                return Err(MeasurementError::new(Some(&shards.path(other)), foreign));
            }
        }
        let mut failures = Failures::default();
        let made = shards.make(shard, self.threads, self.stop, &mut |line| {
            (self.on_progress)(RoundProgress::Game);
            failures.count_new(line)?;
            Ok(ControlFlow::Continue(()))
        });
        let made = made.map_err(|error| MeasurementError::new(Some(&shards.path(shard)), error))?;
        if made == Completion::Stopped {
            return Ok(RoundsOutcome::Stopped);
        }
        let mut all = String::new();
        let mut missing = 0;
        let mut first = None;
        for index in 0..shards.of {
            let shard = shards.shard(index);
            let failed = |error: WorkError| MeasurementError::new(Some(&shards.path(shard)), error);
            match shards.read(shard).map_err(|error| failed(error.into()))? {
                Some(finished) => {
                    if let Some(why) = finished.other_platform(&mut first) {
                        return Err(failed(why.into()));
                    }
                    all += &finished.lines;
                }
                None => missing += 1,
            }
        }
        if missing == 0 {
            let written = write_atomic(path, all.as_bytes());
            written.map_err(|error| MeasurementError::new(Some(path), error))?;
        }
        Ok(RoundsOutcome::Shard { round: round.number + 1, missing })
    }
}

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
        let all = plan
            .candidates
            .iter()
            .map(|_| CandidateState { tally: DeploymentTally::new(&plan.series), rounds: 0 })
            .collect();
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
        let mut left = self.plan.candidates.len();
        let mut games = 0;
        for _ in 0..self.plan.rounds {
            games += left as u64 * self.plan.units(left) * self.plan.series.unit();
            left = left.div_ceil(2).max(2).min(left);
        }
        games
    }
}
