//! `junqi belief score`

use crate::belief::Visibility;
use crate::cli::{Env, load, print, print_json};
use crate::learn::{GameScore, Impossible, Scoring, Summary};
use anyhow::{Result, ensure};
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// After how many moves to look.
    #[arg(long, value_delimiter = ',', default_value = "0,40,80,120,160")]
    at: Vec<u32>,
    /// What deployments are expected.
    #[arg(long, default_value = "learned")]
    prior: String,
    /// Do not read what pieces do beyond what it proves.
    #[arg(long)]
    no_behaviour: bool,
    /// Whose pieces a seat knows.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// Seed of sampled posteriors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "found no game, expected at least one");
        let (prior, habits) = load::expectation(&self.prior, !self.no_behaviour)?;
        let scoring = Scoring {
            prior,
            habits,
            visibility: self.visibility,
            at: self.at.clone(),
            seed: self.seed,
        };
        let scores: Result<Vec<GameScore>, Impossible> =
            games.par_iter().map(|game| scoring.game(game)).collect();
        let summary = Summary::new(&self.at, &scores?);
        if env.json {
            print_json(&summary)?;
        } else {
            print(&text(&summary))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn text(summary: &Summary) -> String {
    let mut text = String::new();
    for m in &summary.plies {
        text += &format!(
            "{} {:?} {:?} {} {:?} {:?} {}/{}\n",
            m.ply, m.bits, m.interval, m.pieces, m.top1, m.update_ms, m.sampled, m.posteriors
        );
    }
    text += &format!("{:?}\n", summary.joint_bits);
    text
}
