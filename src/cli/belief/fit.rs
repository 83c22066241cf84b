//! `junqi belief fit`

use crate::belief::{Model, Prior};
use crate::cli::{Env, load, print, print_json};
use crate::learn::{Fit, Game, split};
use crate::rules::Deployment;
use anyhow::{Result, ensure};
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write what was learned from all games into this file.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Formations, not counting mirror images.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=16))]
    formations: u8,
    /// Numbers of formations to compare on games held back.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=16))]
    compare: Vec<u8>,
    /// The share of games held back for the comparison.
    #[arg(long, default_value_t = 0.2)]
    hold_back: f64,
    /// Seed of the first guess and of the split.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What to say of where the games are from.
    #[arg(long, default_value = "recorded games")]
    source: String,
}

/// What a number of formations does on games held back.
#[derive(Debug, Serialize)]
struct Compared {
    formations: usize,
    /// Mean bits a deployment.
    bits: f64,
    /// The least number of distinct deployments a formation rests on.
    support: f64,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "found no game, expected at least one");
        let compared = self.compare(&games);
        if env.json {
            print_json(&compared)?;
        } else {
            for c in &compared {
                let Compared { formations, bits, support } = c;
                print(&format!(
                    "{formations:>3} formations: {bits:.2} bits a deployment on games held back, each rests on {support:.0} or more\n"
                ))?;
            }
        }
        let Some(out) = &self.out else { return Ok(ExitCode::SUCCESS) };
        let fit = self.fit(self.formations);
        let fitted = fit.run(&deployments(&games));
        let model = Model {
            source: self.source.clone(),
            method: format!("{fit:?}"),
            command: format!(
                "junqi belief fit DIR --formations {} --seed {}",
                self.formations, self.seed
            ),
            formations: fitted.formations,
        };
        load::write(out, load::json_lines(&model)?.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn fit(&self, formations: u8) -> Fit {
        Fit { formations: formations.into(), seed: self.seed, ..Fit::default() }
    }

    fn compare(&self, games: &[Game]) -> Vec<Compared> {
        let (kept, held_back) = split(games, self.hold_back, self.seed);
        let (kept, held_back) = (deployments(kept), deployments(held_back));
        let compare = |&number: &u8| {
            let fitted = self.fit(number).run(&kept);
            let support = fitted.support.into_iter().fold(f64::INFINITY, f64::min);
            let prior = Prior::mirrored(fitted.formations).expect("fitted weights are in range");
            let bits: f64 = held_back.iter().map(|d| prior.bits(d)).sum();
            Compared { formations: number.into(), bits: bits / held_back.len() as f64, support }
        };
        self.compare.par_iter().map(compare).collect()
    }
}

fn deployments<'a>(games: impl IntoIterator<Item = &'a Game>) -> Vec<Deployment> {
    let of = |game: &'a Game| game.start.rules().seats().iter().filter_map(|s| game.deployment(s));
    games.into_iter().flat_map(of).collect()
}
