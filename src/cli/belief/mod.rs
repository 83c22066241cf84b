//! `junqi belief`

mod columns;
mod fit;
pub(super) mod options;
mod sample;
mod score;
mod show;
mod table;

use super::env::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show the kind probabilities of every hidden piece, as one seat sees a ply of a game.
    Show(show::Args),
    /// Sample full positions (determinizations) from a seat's belief, one JFEN line each.
    Sample(sample::Args),
    /// Show the prior kind probabilities of every station before the first move.
    Table(table::Args),
    /// Score beliefs on recorded games: log loss in bits per hidden piece, and calibration.
    Score(score::Args),
    /// Fit a belief model (formation mixture and behaviour weights) to recorded games.
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
