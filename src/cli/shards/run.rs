//! `junqi run`

use super::ManifestSource;
use crate::base::job::{Completion, JobError, LinesError};
use crate::cli::job::{bar, interrupt, threads};
use crate::cli::reporter::{Reporter, teller};
use crate::cli::{Env, print, print_json};
use crate::shards::{JobSpec, Manifest};
use crate::shards::{Shard, ShardError, Shards};
use anyhow::{Context, Result};
use serde::Serialize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    source: ManifestSource,
    /// Only this shard: 0/8 to 7/8 of eight. Otherwise all that are missing, of a match until its
    /// sequential test is decided.
    #[arg(long, value_name = "i/N")]
    shard: Vec<Shard>,
    /// Lines at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    jobs: Option<usize>,
    /// Make the shards that are there once more, and compare.
    #[arg(long)]
    verify: bool,
}

/// What became of a shard.
#[derive(Debug, Serialize)]
struct ShardOutcome {
    shard: String,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Made,
    Busy,
    Present,
    Verified,
    Missing,
    Different,
    Damaged,
    Foreign,
    Spoilt,
    Stopped,
}

impl RunArgs {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let stop = interrupt()?;
        let mut told = vec![];
        let mut test = self.test(&manifest);
        for shard in self.chosen(&manifest)? {
            let one = self.one(&shards, shard, &stop)?;
            if !env.json {
                let detail = one.detail.as_ref().map_or(String::new(), |d| format!(": {d}"));
                print(&format!("shard {shard}: {}{detail}\n", one.state.words()))?;
            }
            told.push(one);
            if told.last().is_some_and(|one| one.state == State::Stopped) {
                break;
            }
            if decides(&mut test, &shards, shard)? {
                if !env.json {
                    print("the sequential test is decided; no other shard is needed\n")?;
                }
                break;
            }
        }
        if env.json {
            print_json(&told)?;
        }
        let fine = |one: &ShardOutcome| {
            matches!(one.state, State::Made | State::Present | State::Verified)
        };
        Ok(if told.iter().all(fine) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// What hears of all shards in order, if that may make the rest needless.
    fn test<'a>(&self, manifest: &'a Manifest) -> Option<Box<dyn Reporter + 'a>> {
        let tested = matches!(manifest.job(), JobSpec::Match { sprt: Some(_), .. });
        (tested && self.shard.is_empty() && !self.verify).then(|| teller(manifest.job()))
    }

    fn chosen(&self, manifest: &Manifest) -> Result<Vec<Shard>> {
        if self.shard.is_empty() {
            let of = manifest.shards();
            return Ok((0..of).map(|index| Shard { index, of }).collect());
        }
        Ok(self.shard.iter().map(|&shard| manifest.shard(shard)).collect::<Result<_, _>>()?)
    }

    /// Makes or verifies a shard, whatever is in its place.
    fn one(&self, shards: &Shards<'_>, shard: Shard, stop: &AtomicBool) -> Result<ShardOutcome> {
        let told = |state, detail| Ok(ShardOutcome::new(shard, state, detail));
        match (self.verify, shards.read(shard)) {
            (_, Err(ShardError::Foreign)) => told(State::Foreign, None),
            (false, Ok(Some(_))) => told(State::Present, None),
            (false, Ok(None)) => self.make(shards, shard, stop, None),
            (false, Err(ShardError::Damaged(found))) => {
                self.make(shards, shard, stop, Some(format!("found {found} in its place")))
            }
            (true, Ok(Some(lines))) => self.verify(shards, shard, &lines, stop),
            (true, Ok(None)) => told(State::Missing, None),
            (true, Err(ShardError::Damaged(found))) => {
                told(State::Damaged, Some(format!("found {found}")))
            }
            (_, Err(error)) => Err(error).with_context(|| shards.path(shard).display().to_string()),
        }
    }

    fn make(
        &self,
        shards: &Shards<'_>,
        shard: Shard,
        stop: &AtomicBool,
        detail: Option<String>,
    ) -> Result<ShardOutcome> {
        let range = shard.range(shards.task);
        let bar = bar(&format!("lines of shard {shard}"), range.end - range.start)?;
        let made = shards.make(shard, threads(self.jobs), stop, &mut |_, _| {
            bar.inc(1);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let part = || shards.part(shard).display().to_string();
        Ok(match made {
            Ok(Completion::Finished) => ShardOutcome::new(shard, State::Made, detail),
            Ok(Completion::Asked) => ShardOutcome::new(shard, State::Stopped, None),
            Err(JobError::Lines(LinesError::Locked)) => ShardOutcome::new(shard, State::Busy, None),
            Err(error @ JobError::Lines(LinesError::Other { .. })) => {
                let spoilt = format!("{}: {error}, or remove it", part());
                ShardOutcome::new(shard, State::Spoilt, Some(spoilt))
            }
            Err(error) => return Err(error).with_context(part),
        })
    }

    fn verify(
        &self,
        shards: &Shards<'_>,
        shard: Shard,
        lines: &str,
        stop: &AtomicBool,
    ) -> Result<ShardOutcome> {
        let verified = shards.verify(shard, lines, threads(self.jobs), stop);
        let (state, detail) = match verified
            .with_context(|| shards.path(shard).display().to_string())?
        {
            (_, Some(line)) => {
                (State::Different, Some(format!("line {line}; without its file it is made anew")))
            }
            (Completion::Asked, None) => (State::Stopped, None),
            (Completion::Finished, None) => (State::Verified, None),
        };
        Ok(ShardOutcome::new(shard, state, detail))
    }
}

/// Whether a shard decides a test that heard of all shards before it.
fn decides(
    test: &mut Option<Box<dyn Reporter + '_>>,
    shards: &Shards<'_>,
    shard: Shard,
) -> Result<bool> {
    let Some(teller) = test else { return Ok(false) };
    let Ok(Some(lines)) = shards.read(shard) else {
        *test = None;
        return Ok(false);
    };
    for line in lines.lines() {
        if teller.line(line)?.is_break() {
            return Ok(true);
        }
    }
    Ok(false)
}

impl ShardOutcome {
    fn new(shard: Shard, state: State, detail: Option<String>) -> Self {
        Self { shard: shard.to_string(), state, detail }
    }
}

impl State {
    fn words(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Busy => "another run makes it",
            Self::Present => "already there",
            Self::Verified => "made again, the same bytes",
            Self::Missing => "missing",
            Self::Different => "made again, other bytes",
            Self::Damaged => "damaged",
            Self::Foreign => {
                "left, for it is of another manifest; choose another --dir or remove it"
            }
            Self::Spoilt => "not made, for what was begun cannot be gone on with",
            Self::Stopped => "stopped; the same command goes on from here",
        }
    }
}
