//! Options and output of commands that play the rounds of a measurement.

use crate::cli::env::{Env, Usage};
use crate::cli::job::{bar, threads};
use crate::cli::signals::interrupt;
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use junqi_core::base::job::Shard;
use junqi_lab::tournament::deployments::{RoundPlayer, RoundProgress};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

/// The shard to play and the number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ShardOptions {
    /// Play only shard i of N (0/N to N-1/N) of the current round; the run that completes the last
    /// missing shard merges them.
    #[arg(long, value_name = "i/N")]
    shard: Option<Shard>,
    /// Number of games played in parallel [default: number of CPU threads]. Does not affect the results, unless an
    /// player plays by the clock: then use 1.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
}

impl ShardOptions {
    /// Checks that a shard has a folder to be written to.
    pub(super) fn check(&self, folder: Option<&Path>) -> Result<()> {
        if self.shard.is_some() && folder.is_none() {
            bail!(Usage("--shard needs --out".into()));
        }
        Ok(())
    }

    /// Hands `work` a player of rounds that stops at Ctrl-C, with a progress bar.
    pub(super) fn play<T>(
        &self,
        folder: Option<&Path>,
        work: impl FnOnce(&RoundPlayer<'_>) -> T,
    ) -> Result<T> {
        with_bar(folder, self.jobs, self.shard, |player, _| work(player))
    }
}

/// Hands `work` a player of rounds that stops at Ctrl-C, and its progress bar.
pub(super) fn with_bar<T>(
    folder: Option<&Path>,
    jobs: Option<NonZeroUsize>,
    shard: Option<Shard>,
    work: impl FnOnce(&RoundPlayer<'_>, &ProgressBar) -> T,
) -> Result<T> {
    let bar = bar("games", 0)?;
    let stop = interrupt();
    let on_progress = |progress| match progress {
        RoundProgress::Planned(games) => bar.inc_length(games),
        RoundProgress::Game => bar.inc(1),
        RoundProgress::Resumed => bar.reset_eta(),
    };
    let player = RoundPlayer {
        folder: folder.map(Path::to_owned),
        threads: threads(jobs),
        shard,
        stop,
        on_progress: &on_progress,
    };
    let result = work(&player, &bar);
    bar.finish_and_clear();
    Ok(result)
}

/// Prints the state of a round after one of its shards was played.
pub(super) fn print_shard(env: Env, round: usize, missing: u64) -> Result<ExitCode> {
    env.show(&json!({ "round": round, "missing": missing }), || match missing {
        0 => format!("round {round} is complete; run the same command again for the next\n"),
        _ => format!("shard of round {round} done, {missing} shards of it still missing\n"),
    })?;
    Ok(ExitCode::SUCCESS)
}
