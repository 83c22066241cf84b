//! Running and verifying the shards of a manifest, and the sequential test of a match that is divided into shards.

use super::ShardsError;
use super::manifest::{JobSpec, Manifest};
use crate::tournament::{Failures, MatchTally};
use junqi_core::base::job::{
    Completion, FinishedShard, JobError, LinesError, OnLine, Shard, ShardError, Shards, WorkError,
};
use serde::Serialize;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Which shards to run, and how.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// The shards to run; empty for all that are missing.
    pub chosen: &'a [Shard],
    /// Whether existing shards are recomputed and compared instead of making missing ones.
    pub verify: bool,
    /// Number of lines made in parallel; does not affect the results.
    pub threads: usize,
    /// A flag that stops the run when it is set.
    pub stop: &'a AtomicBool,
}

/// What a progress callback reports.
#[derive(Debug)]
pub enum RunEvent<'a> {
    /// A shard of this many lines is being made or verified.
    Begin(Shard, u64),
    /// A line of it was made, read from an unfinished file or recomputed.
    Line,
    /// Work on the shard ended.
    End,
    /// The outcome of a shard.
    Outcome(&'a ShardOutcome),
    /// The sequential test of the match is decided: the remaining shards are not needed.
    Decided,
}

/// The outcome of a shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShardOutcome {
    /// The shard, as `i/N`.
    pub shard: String,
    /// What happened to it.
    pub state: ShardState,
    /// More about it, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// What happened to a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ShardState {
    /// It was made.
    Made,
    /// Another process is making it.
    Busy,
    /// It existed already.
    Present,
    /// It was recomputed and is the same.
    Verified,
    /// There is no file to verify.
    Missing,
    /// It was recomputed and differs.
    Different,
    /// Its file was cut or changed.
    Damaged,
    /// Its file belongs to another manifest.
    Foreign,
    /// Its unfinished file cannot be resumed.
    Spoilt,
    /// The stop flag was set.
    Stopped,
}

impl ShardState {
    /// Whether the shard is complete and, if verified, correct.
    pub fn is_fine(self) -> bool {
        matches!(self, Self::Made | Self::Present | Self::Verified)
    }
}

impl fmt::Display for ShardState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Made => "made",
            Self::Busy => "being made by another process",
            Self::Present => "already there",
            Self::Verified => "recomputed, the same bytes",
            Self::Missing => "missing",
            Self::Different => "recomputed, other bytes",
            Self::Damaged => "damaged",
            Self::Foreign => "not made: a file of another manifest is in its place; choose another --dir or remove it",
            Self::Spoilt => "not made: its unfinished file cannot be resumed",
            Self::Stopped => "interrupted; run the same command again to resume",
        })
    }
}

/// Runs or verifies shards of a manifest in order. Stops after a shard that was interrupted, after the
/// shard that decides the sequential test of a match, and when `on_event` breaks.
///
/// # Errors
///
/// If a chosen shard is not one of the manifest, a file cannot be read or written, or a line not be
/// made.
pub fn run(
    manifest: &Manifest,
    shards: &Shards<'_>,
    options: &RunOptions<'_>,
    on_event: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Result<Vec<ShardOutcome>, ShardsError> {
    let chosen: Vec<Shard> = if options.chosen.is_empty() {
        (0..shards.of).map(|index| shards.shard(index)).collect()
    } else {
        let check = |&shard: &Shard| manifest.shard(shard);
        options.chosen.iter().map(check).collect::<Result<_, _>>()?
    };
    let mut test = StopTest::new(manifest).filter(|_| options.chosen.is_empty());
    let mut outcomes = vec![];
    for shard in chosen {
        let outcome = run_one(shards, shard, options, on_event)?;
        let stopped = outcome.state == ShardState::Stopped;
        let enough = on_event(RunEvent::Outcome(&outcome)).is_break();
        outcomes.push(outcome);
        if stopped || enough {
            break;
        }
        // A verification ends no sooner than the run did: with the shard that decided.
        let below = if options.verify { shard.index + 1 } else { shards.of };
        if test.as_mut().is_some_and(|test| test.is_decided(manifest, shards, below)) {
            let _last = on_event(RunEvent::Decided);
            break;
        }
    }
    Ok(outcomes)
}

/// Makes or verifies a shard, depending on the file in its place.
fn run_one(
    shards: &Shards<'_>,
    shard: Shard,
    options: &RunOptions<'_>,
    on_event: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Result<ShardOutcome, ShardsError> {
    let outcome = |state, detail| Ok(ShardOutcome { shard: shard.to_string(), state, detail });
    match (options.verify, shards.read(shard)) {
        (_, Err(ShardError::Foreign)) => outcome(ShardState::Foreign, None),
        (false, Ok(Some(_))) => outcome(ShardState::Present, None),
        (true, Ok(None)) => outcome(ShardState::Missing, None),
        (true, Err(ShardError::Damaged(found))) => {
            outcome(ShardState::Damaged, Some(format!("found {found}")))
        }
        (true, Ok(Some(FinishedShard { lines, .. }))) => {
            let (state, detail) = verify(shards, shard, &lines, options, on_event)?;
            outcome(state, detail)
        }
        (false, Ok(None)) => {
            let (state, detail) = make(shards, shard, options, on_event)?;
            outcome(state, detail)
        }
        (false, Err(ShardError::Damaged(found))) => {
            let (state, detail) = make(shards, shard, options, on_event)?;
            let replaced = || format!("it replaces {found}");
            outcome(state, detail.or_else(|| (state == ShardState::Made).then(replaced)))
        }
        (_, Err(error)) => Err(ShardsError::file(shards.path(shard), error)),
    }
}

fn make(
    shards: &Shards<'_>,
    shard: Shard,
    options: &RunOptions<'_>,
    on_event: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Result<(ShardState, Option<String>), ShardsError> {
    let range = shard.range(shards.task);
    let _go_on = on_event(RunEvent::Begin(shard, range.end - range.start));
    let mut failures = Failures::default();
    let each: &mut OnLine<'_> = &mut |line| {
        // A part of a shard would be no shard.
        let _go_on = on_event(RunEvent::Line);
        failures.count_new(line)?;
        Ok(ControlFlow::Continue(()))
    };
    let made = shards.make(shard, options.threads, options.stop, each);
    let _go_on = on_event(RunEvent::End);
    match made {
        Ok(Completion::Finished) => Ok((ShardState::Made, None)),
        Ok(Completion::Stopped) => Ok((ShardState::Stopped, None)),
        Err(JobError::Lines(LinesError::Locked)) => Ok((ShardState::Busy, None)),
        Err(error @ JobError::Lines(LinesError::Other { .. })) => {
            let detail = format!("{}: {error}, or remove it", shards.part(shard).display());
            Ok((ShardState::Spoilt, Some(detail)))
        }
        Err(error) => Err(ShardsError::file(shards.part(shard), error)),
    }
}

fn verify(
    shards: &Shards<'_>,
    shard: Shard,
    lines: &str,
    options: &RunOptions<'_>,
    on_event: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Result<(ShardState, Option<String>), ShardsError> {
    let range = shard.range(shards.task);
    let _go_on = on_event(RunEvent::Begin(shard, range.end - range.start));
    let on_line = &mut || {
        let _go_on = on_event(RunEvent::Line);
    };
    let verified = shards.verify(shard, lines, (options.threads, options.stop), on_line);
    let _go_on = on_event(RunEvent::End);
    Ok(match verified.map_err(|error| ShardsError::file(shards.path(shard), error))? {
        (_, Some(line)) => {
            let detail = format!("line {line}; remove the file to make the shard again");
            (ShardState::Different, Some(detail))
        }
        (Completion::Stopped, None) => (ShardState::Stopped, None),
        (Completion::Finished, None) => (ShardState::Verified, None),
    })
}

/// The sequential test of a match, as far as the shards from the first on decide it. Later shards do not
/// count before those between are there, so the decision does not depend on the order of work.
#[derive(Debug, Clone)]
pub struct StopTest {
    tally: MatchTally,
    /// The next shard to count.
    next: u64,
    is_decided: bool,
}

impl StopTest {
    /// The test of a match that has one.
    pub fn new(manifest: &Manifest) -> Option<Self> {
        let JobSpec::Match { games, sprt: Some(sprt), .. } = manifest.job() else { return None };
        let tally = MatchTally::new(&games.series, Some(*sprt));
        Some(Self { tally, next: 0, is_decided: false })
    }

    /// Counts the game of the next line; a break once the test is decided.
    pub(super) fn add(
        &mut self,
        manifest: &Manifest,
        line: &str,
    ) -> Result<ControlFlow<()>, WorkError> {
        let JobSpec::Match { games, .. } = manifest.job() else {
            return Ok(ControlFlow::Continue(()));
        };
        self.tally.add_line(&games.series, line)
    }

    /// Counts the shards below a number that came since the last call; whether the test is decided, so that no
    /// other shard is needed. A shard that is missing or damaged ends the count for now.
    pub fn is_decided(&mut self, manifest: &Manifest, shards: &Shards<'_>, below: u64) -> bool {
        while !self.is_decided && self.next < below {
            let Ok(Some(finished)) = shards.read(shards.shard(self.next)) else { break };
            for line in finished.lines.lines() {
                match self.add(manifest, line) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        self.is_decided = true;
                        break;
                    }
                    Err(_) => {
                        self.next = shards.of; // what is no game decides nothing, nor does what follows
                        return false;
                    }
                }
            }
            self.next += 1;
        }
        self.is_decided
    }
}
