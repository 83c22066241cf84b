//! Playing the rounds of a measurement: resumable files, shards, progress.

use super::halving::Halving;
use super::plan::Round;
use crate::base::job::{
    Completion, DoneLine, Job, JobRun, Shard, ShardError, Shards, WorkError, sha256_hex,
    write_atomic,
};
use crate::game::format::GameRecord;
use crate::tournament::Failures;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

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

/// Why rounds cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RoundsError {
    /// A file cannot be read, resumed or written, or a game of it not played.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WorkError,
    },
    /// A game cannot be played or evaluated.
    #[error(transparent)]
    Game(WorkError),
}

impl RoundsError {
    fn new(path: Option<&Path>, error: impl Into<WorkError>) -> Self {
        match path {
            Some(path) => Self::File { path: path.to_owned(), error: error.into() },
            None => Self::Game(error.into()),
        }
    }
}

/// Checks that a round is whole if the next one has begun. If it is not, the folder was made with other options.
fn check_whole(round: &Round<'_>, path: &Path, next: &Path) -> Result<(), RoundsError> {
    if !next.exists() || !path.exists() {
        return Ok(());
    }
    let mut skip = |_: DoneLine<'_>| Ok(ControlFlow::Continue(()));
    let found =
        JobRun::read(round, path, &mut skip).map_err(|e| RoundsError::new(Some(path), e))?;
    let (all, next) = (round.lines(), next.display());
    if found < all {
        let why = format!(
            "found {found} games, expected {all}, because {next} exists; give the options that made it"
        );
        return Err(RoundsError::new(Some(path), why));
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
    ) -> Result<RoundsOutcome, RoundsError> {
        if let Some(folder) = &self.folder {
            fs::create_dir_all(folder).map_err(|error| RoundsError::new(Some(folder), error))?;
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
    ) -> Result<RoundsOutcome, RoundsError> {
        let failed = |error: WorkError| RoundsError::new(path, error);
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
    ) -> Result<RoundsOutcome, RoundsError> {
        let folder = path.with_extension("shards");
        let id = round.plan.id().map_err(|error| RoundsError::new(Some(path), error))?;
        let job = format!("{id}{prefix}{}/{}", round.number, shard.of);
        let manifest = sha256_hex(job.as_bytes());
        let shards = Shards { task: round, folder, manifest, of: shard.of };
        for other in (0..shards.of).map(|index| shards.shard(index)) {
            if let Err(foreign @ ShardError::Foreign) = shards.read(other) {
                return Err(RoundsError::new(Some(&shards.path(other)), foreign));
            }
        }
        let mut failures = Failures::default();
        let made = shards.make(shard, self.threads, self.stop, &mut |line| {
            (self.on_progress)(RoundProgress::Game);
            failures.count_new(line)?;
            Ok(ControlFlow::Continue(()))
        });
        let made = made.map_err(|error| RoundsError::new(Some(&shards.path(shard)), error))?;
        if made == Completion::Stopped {
            return Ok(RoundsOutcome::Stopped);
        }
        let (mut all, mut missing, mut first) = (String::new(), 0, None);
        for index in 0..shards.of {
            let shard = shards.shard(index);
            let failed = |error: WorkError| RoundsError::new(Some(&shards.path(shard)), error);
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
            written.map_err(|error| RoundsError::new(Some(path), error))?;
        }
        Ok(RoundsOutcome::Shard { round: round.number + 1, missing })
    }
}
