//! `junqi suite`

mod make;
mod run;
mod table;

use super::env::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Measure an engine on the suite: how often it finds a good move, and whether it foresees the fall of a flag.
    Run(run::Args),
    /// Find moments of a subject in recorded games and in self-play, prove them, and write them to a file.
    Make(Box<make::Args>),
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Run(args) => args.run(env),
            Self::Make(args) => args.run(env),
        }
    }
}
