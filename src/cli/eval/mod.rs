//! `junqi eval`

mod explain;
mod label;
mod measure;
mod score;
mod spsa;
mod train;
mod tune;

pub(super) use label::LabelReporter;

use super::env::Env;
use anyhow::Result;
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Explain the evaluation of a position feature by feature, with all pieces known or as one seat believes.
    Explain(explain::Args),
    /// Fit the weights of the linear evaluation to the results of recorded games.
    Tune(tune::Args),
    /// Play games with random moves and label quiet positions with the values of searches, to train on.
    Label(label::Args),
    /// Train the network that corrects the evaluation of positions with all pieces known, on recorded games.
    Train(train::Args),
    /// Tune the weights of the linear evaluation by matches of a player with itself (SPSA).
    Spsa(spsa::Args),
    /// Score how well the linear evaluation predicts the results of recorded games.
    Score(score::Args),
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Explain(args) => args.run(env),
            Self::Tune(args) => args.run(env),
            Self::Label(args) => args.run(env),
            Self::Train(args) => args.run(env),
            Self::Spsa(args) => args.run(env),
            Self::Score(args) => args.run(env),
        }
    }
}
