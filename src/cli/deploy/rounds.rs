//! Playing the rounds of a measurement: files that are gone on with, shards, progress, Ctrl-C.

use crate::base::job::{Completion, Job, JobRun, write_atomic};
use crate::cli::job::{bar, interrupt, threads};
use crate::cli::{Env, Usage, print, print_json};
use crate::shards::{Shard, Shards};
use crate::tournament::deployments::{Halving, Round};
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which part of the games is played here, and by how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct Parts {
    /// Play one of N parts of the round that is due: i/N; whoever is last puts them together.
    #[arg(long, value_name = "i/N")]
    pub(super) shard: Option<Shard>,
    /// Games at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    pub(super) jobs: Option<usize>,
}

impl Parts {
    /// Refuses a shard without a folder to put it into.
    pub(super) fn check(&self, folder: Option<&Path>) -> Result<()> {
        if self.shard.is_some() && folder.is_none() {
            bail!(Usage("--shard: found it without --out, expected both".into()));
        }
        Ok(())
    }
}

/// How rounds are played.
pub(super) struct Rounds {
    folder: Option<PathBuf>,
    jobs: usize,
    shard: Option<Shard>,
    stop: Arc<AtomicBool>,
    pub(super) bar: ProgressBar,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Played {
    /// All rounds.
    All,
    /// Somebody asked to stop.
    Stopped,
    /// A shard of a round, whose number from 1 is told, and what is missing of it still.
    Shard(usize, u64),
}

impl Rounds {
    /// Files go to a folder, if there is one.
    pub(super) fn new(
        folder: Option<&Path>,
        jobs: Option<usize>,
        shard: Option<Shard>,
    ) -> Result<Self> {
        let (folder, jobs) = (folder.map(Path::to_owned), threads(jobs));
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Self { folder, jobs, shard, stop: interrupt()?, bar: bar("games", 0)? })
    }

    /// Plays all rounds that are missing; files begin with a name of their own.
    pub(super) fn play(&self, halving: &mut Halving<'_>, name: &str) -> Result<Played> {
        self.bar.inc_length(halving.games());
        while let Some(round) = halving.round() {
            let path = self.folder.as_ref().map(|folder| folder.join(file(name, &round)));
            match self.round(halving, &round, path.as_deref(), name)? {
                Played::All => halving.finish(&round),
                other => return Ok(other),
            }
        }
        Ok(Played::All)
    }

    fn round(
        &self,
        halving: &mut Halving<'_>,
        round: &Round<'_>,
        path: Option<&Path>,
        name: &str,
    ) -> Result<Played> {
        let mut fault = None;
        let mut each = |number: u64, line: &str| {
            self.bar.inc(1);
            let record = serde_json::from_str(line).map_err(anyhow::Error::from);
            let added = record.and_then(|r| Ok(halving.add(round.place(number).0, &r)?));
            match added {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let named = || path.map_or_else(String::new, |path| path.display().to_string());
        let mut run = JobRun::open(round, path, &mut each).with_context(named)?;
        self.bar.reset_eta();
        let missing = run.done() < round.lines();
        let stopped = match (self.shard, path) {
            (Some(shard), Some(path)) if missing => {
                drop(run);
                return self.shard(round, shard, path, name);
            }
            _ => run.go_on(self.jobs, &self.stop, &mut each).with_context(named)?,
        };
        match fault {
            Some(error) => Err(error).with_context(named),
            None if stopped == Completion::Asked => Ok(Played::Stopped),
            None => Ok(Played::All),
        }
    }

    /// Makes one shard of a round; whoever makes the last one puts them together.
    fn shard(&self, round: &Round<'_>, shard: Shard, path: &Path, name: &str) -> Result<Played> {
        let folder = path.with_extension("shards");
        let manifest = format!("{}{name}{}", round.plan.id()?, round.number);
        let shards = Shards { task: round, folder, manifest, of: shard.of };
        let stopped = shards.make(shard, self.jobs, &self.stop, &mut |_, _| {
            self.bar.inc(1);
            ControlFlow::Continue(())
        });
        if stopped.with_context(|| shards.path(shard).display().to_string())? == Completion::Asked {
            return Ok(Played::Stopped);
        }
        let (mut all, mut missing) = (String::new(), 0);
        for index in 0..shards.of {
            let shard = shards.shard(index);
            let read = shards.read(shard);
            match read.with_context(|| shards.path(shard).display().to_string())? {
                Some(lines) => all += &lines,
                None => missing += 1,
            }
        }
        if missing == 0 {
            write_atomic(path, all.as_bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(Played::Shard(round.number + 1, missing))
    }
}

fn file(name: &str, round: &Round<'_>) -> String {
    format!("{name}round-{}.jsonl", round.number + 1)
}

/// Says what became of a shard.
pub(super) fn tell(env: Env, round: usize, missing: u64) -> Result<ExitCode> {
    if env.json {
        print_json(&json!({ "round": round, "missing": missing }))?;
    } else if missing == 0 {
        print(&format!("round {round} is whole; the same command goes on with the next\n"))?;
    } else {
        print(&format!("shard of round {round} done, {missing} shards of it are missing\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
