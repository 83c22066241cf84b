//! `junqi run`

use super::Source;
use crate::cli::work::{bar, interrupt, threads};
use crate::cli::{Env, print, print_json};
use crate::farm::Manifest;
use crate::job::{Shard, Shards, Stop};
use anyhow::{Context, Result};
use serde::Serialize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Debug, clap::Args)]
pub(crate) struct Run {
    #[command(flatten)]
    source: Source,
    /// Only this shard: 0/8 to 7/8 of eight. Otherwise all that are missing.
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
struct Told {
    shard: String,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Made,
    Present,
    Verified,
    Missing,
    Different,
    Damaged,
    Stopped,
}

impl Run {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let stop = interrupt()?;
        let mut told = vec![];
        for shard in self.chosen(&manifest)? {
            let one = if self.verify {
                self.verify(&shards, shard, &stop)
            } else {
                self.make(&shards, shard, &stop)
            }?;
            if !env.json {
                let detail = one.detail.as_ref().map_or(String::new(), |d| format!(": {d}"));
                print(&format!("shard {shard}: {}{detail}\n", one.state.words()))?;
            }
            told.push(one);
            if told.last().is_some_and(|one| one.state == State::Stopped) {
                break;
            }
        }
        if env.json {
            print_json(&told)?;
        }
        let fine = |one: &Told| matches!(one.state, State::Made | State::Present | State::Verified);
        Ok(if told.iter().all(fine) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn chosen(&self, manifest: &Manifest) -> Result<Vec<Shard>> {
        if self.shard.is_empty() {
            let of = manifest.shards();
            return Ok((0..of).map(|index| Shard { index, of }).collect());
        }
        Ok(self.shard.iter().map(|&shard| manifest.shard(shard)).collect::<Result<_, _>>()?)
    }

    fn make(&self, shards: &Shards<'_>, shard: Shard, stop: &AtomicBool) -> Result<Told> {
        let detail = match shards.read(shard) {
            Ok(Some(_)) => return Ok(Told::new(shard, State::Present, None)),
            Ok(None) => None,
            Err(damage) => Some(format!("{damage} in its place")),
        };
        let range = shard.range(shards.task);
        let bar = bar(&format!("lines of shard {shard}"), range.end - range.start)?;
        let made = shards.make(shard, threads(self.jobs), stop, &mut |_, _| {
            bar.inc(1);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        Ok(match made.with_context(|| shards.part(shard).display().to_string())? {
            Stop::Finished => Told::new(shard, State::Made, detail),
            Stop::Asked => Told::new(shard, State::Stopped, None),
        })
    }

    fn verify(&self, shards: &Shards<'_>, shard: Shard, stop: &AtomicBool) -> Result<Told> {
        let lines = match shards.read(shard) {
            Ok(None) => return Ok(Told::new(shard, State::Missing, None)),
            Err(damage) => {
                return Ok(Told::new(shard, State::Damaged, Some(damage.to_string())));
            }
            Ok(Some(lines)) => lines,
        };
        let verified = shards.verify(shard, &lines, threads(self.jobs), stop);
        Ok(match verified.with_context(|| shards.path(shard).display().to_string())? {
            (_, Some(line)) => Told::new(shard, State::Different, Some(format!("line {line}"))),
            (Stop::Asked, None) => Told::new(shard, State::Stopped, None),
            (Stop::Finished, None) => Told::new(shard, State::Verified, None),
        })
    }
}

impl Told {
    fn new(shard: Shard, state: State, detail: Option<String>) -> Self {
        Self { shard: shard.to_string(), state, detail }
    }
}

impl State {
    fn words(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Present => "already there",
            Self::Verified => "made again, the same bytes",
            Self::Missing => "missing",
            Self::Different => "made again, other bytes",
            Self::Damaged => "damaged",
            Self::Stopped => "stopped; the same command goes on from here",
        }
    }
}
