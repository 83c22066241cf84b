//! `junqi belief`

mod fit;
mod score;

use super::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Replay games and tell how well beliefs foresee hidden pieces, in bits.
    Score(score::Args),
    /// Learn formations from recorded games.
    Fit(fit::Args),
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Score(args) => args.run(env),
            Self::Fit(args) => args.run(env),
        }
    }
}
