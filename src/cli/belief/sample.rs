//! `junqi belief sample`

use super::options::PositionOptions;
use crate::cli::env::{Env, print, print_json};
use anyhow::{Context, Result};
use junqi_core::base::random;
use junqi_core::game::belief::View;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    look: PositionOptions,
    /// Number of positions to sample.
    #[arg(long, default_value_t = 10)]
    count: usize,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let mut position = self.look.position(env)?;
        let posterior = position.posterior(self.look.seed)?;
        let seen = position.observation();
        let mut rng = random::stream(self.look.seed, &[]);
        let mut line = || {
            let kinds = posterior.sample(&mut rng);
            let kinds = kinds.context("no arrangement of the hidden pieces explains the game")?;
            Ok(View::truth(&seen.world_with(&kinds)).to_string())
        };
        if env.json {
            print_json(&(0..self.count).map(|_| line()).collect::<Result<Vec<String>>>()?)?;
        } else {
            for _ in 0..self.count {
                print(&(line()? + "\n"))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
