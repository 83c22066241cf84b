//! `junqi belief`

mod columns;
pub(super) mod common;
mod fit;
mod sample;
mod score;
mod show;
mod table;

use super::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// What a seat believes of every hidden piece at a moment of a game, as table or picture.
    Show(show::Args),
    /// Whole worlds as a seat believes them, one JFEN line each.
    Sample(sample::Args),
    /// What is expected of every post before the first move.
    Table(table::Args),
    /// Replay games and tell how well beliefs foresee hidden pieces, in bits.
    Score(score::Args),
    /// Learn formations from recorded games.
    Fit(fit::Args),
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Show(args) => args.run(env),
            Self::Sample(args) => args.run(env),
            Self::Table(args) => args.run(env),
            Self::Score(args) => args.run(env),
            Self::Fit(args) => args.run(env),
        }
    }
}
