//! `junqi eval`

mod explain;
mod measure;
mod sampled;
mod score;
mod train;
mod tune;
mod tuned;

use super::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// What a position is worth, feature by feature, in truth or as a seat believes.
    Explain(explain::Args),
    /// Fit the weights to the results of recorded games.
    Tune(tune::Args),
    /// Train the network that evaluates open worlds, on games.
    Train(train::Args),
    /// How well the weights foretell the results of recorded games.
    Score(score::Args),
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Explain(args) => args.run(env),
            Self::Tune(args) => args.run(env),
            Self::Train(args) => args.run(env),
            Self::Score(args) => args.run(env),
        }
    }
}
