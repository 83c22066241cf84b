//! `junqi belief fit`

use crate::cli::{Env, load, print, print_json};
use crate::game::belief::{BehaviourModel, BeliefModel, FeatureWeights, Prior, Visibility};
use crate::game::rules::Deployment;
use crate::research::learn::{FitBehaviour, FormationFit, OpenGame, ScoreSummary, Scoring, split};
use anyhow::{Result, ensure};
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write what was learned from all games into this file. It is printed if neither this nor a
    /// comparison is asked for.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Formations, not counting mirror images.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=16))]
    formations: u8,
    /// Numbers of formations to compare on games held back.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=16))]
    compare: Vec<u8>,
    /// Measure every ingredient on games held back.
    #[arg(long)]
    measure: bool,
    /// Whose pieces a seat knows in that.
    #[arg(long, value_enum, default_value = "double-open")]
    visibility: Visibility,
    /// The share of games held back for the comparison.
    #[arg(long, default_value_t = 0.2, value_parser = load::share)]
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

/// What an ingredient adds, on games held back.
#[derive(Debug, Serialize)]
struct Measured {
    with: String,
    #[serde(flatten)]
    summary: ScoreSummary,
}

/// What is printed.
#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    held_back: usize,
    compared: Vec<Compared>,
    measured: Vec<Measured>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "found no game, expected at least one");
        let (kept, held_back) = split(&games, self.hold_back, self.seed);
        let (from, for_test) = (deployments(&kept).len(), deployments(&held_back).len());
        ensure!(from > 0, "found no deployment to learn from, expected at least one");
        let compares = self.measure || !self.compare.is_empty();
        ensure!(!compares || for_test > 0, "found no deployment held back, expected at least one");
        let all: Vec<&OpenGame> = games.iter().collect();
        if self.out.is_none() && !compares {
            print(&load::json_lines(&self.model(&all)?)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let report = Report {
            games: games.len(),
            held_back: held_back.len(),
            compared: self.compare(&kept, &held_back)?,
            measured: if self.measure { self.measure(&kept, &held_back)? } else { vec![] },
        };
        if env.json {
            print_json(&report)?;
        } else {
            print(&report.text())?;
        }
        if let Some(out) = &self.out {
            load::write(out, load::json_lines(&self.model(&all)?)?.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn model(&self, games: &[&OpenGame]) -> Result<BeliefModel> {
        let fit = self.fit(self.formations);
        let mut formations = fit.run(&deployments(games)).formations;
        for formation in &mut formations {
            formation.share = rounded(formation.share);
            formation.weights = formation.weights.map(|row| row.map(rounded));
        }
        let prior = Prior::mirrored(formations.clone())?;
        let habits = FitBehaviour { seed: self.seed, ..FitBehaviour::default() };
        Ok(BeliefModel {
            source: self.source.clone(),
            method: format!("{fit:?}; {habits:?}"),
            command: format!(
                "junqi belief fit DIR --formations {} --seed {}",
                self.formations, self.seed
            ),
            formations,
            habits: listed(&habits.run(games, &prior)),
        })
    }

    fn measure(&self, kept: &[&OpenGame], held_back: &[&OpenGame]) -> Result<Vec<Measured>> {
        let one = Prior::mirrored(self.fit(1).run(&deployments(kept)).formations)?;
        let model = self.model(kept)?;
        let (prior, habits) = (Arc::new(model.prior()?), Arc::new(model.behaviour_model()?));
        let ingredients = [
            ("uniform".to_owned(), Arc::new(Prior::uniform()), None),
            ("1 formation".to_owned(), Arc::new(one), None),
            (format!("{} formations", self.formations), prior.clone(), None),
            (format!("{} formations and conduct", self.formations), prior, Some(habits)),
        ];
        let measure = |(with, prior, habits)| {
            let at = vec![0, 40, 80, 120, 160];
            let visibility = self.visibility;
            let scoring = Scoring { prior, habits, visibility, at, seed: self.seed };
            let scores = scoring.games(held_back, || ())?;
            Ok(Measured { with, summary: ScoreSummary::new(&scoring.at, &scores) })
        };
        ingredients.into_iter().map(measure).collect()
    }

    fn fit(&self, formations: u8) -> FormationFit {
        FormationFit { formations: formations.into(), seed: self.seed, ..FormationFit::default() }
    }

    fn compare(&self, kept: &[&OpenGame], held_back: &[&OpenGame]) -> Result<Vec<Compared>> {
        let (kept, held_back) = (deployments(kept), deployments(held_back));
        let compare = |&number: &u8| {
            let fitted = self.fit(number).run(&kept);
            let support = fitted.support.into_iter().fold(f64::INFINITY, f64::min);
            let prior = Prior::mirrored(fitted.formations)?;
            let bits: f64 = held_back.iter().map(|d| prior.bits(d)).sum();
            let bits = bits / held_back.len() as f64;
            Ok(Compared { formations: number.into(), bits, support })
        };
        self.compare.par_iter().map(compare).collect()
    }
}

fn listed(habits: &BehaviourModel) -> Vec<FeatureWeights> {
    let round =
        |habit: FeatureWeights| FeatureWeights { weights: habit.weights.map(rounded), ..habit };
    habits.to_list().into_iter().map(round).collect()
}

/// A number with four digits.
fn rounded(x: f64) -> f64 {
    let scale = 10_f64.powi(3 - x.abs().max(1e-12).log10().floor() as i32);
    (x * scale).round() / scale
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!("{} games, {} of them held back\n", self.games, self.held_back);
        for Compared { formations, bits, support } in &self.compared {
            text += &format!(
                "{formations:>3} formations: {bits:.2} bits a deployment, each rests on {support:.0} \
                 distinct ones or more\n"
            );
        }
        for Measured { with, summary } in &self.measured {
            text += &format!("{with}\n");
            for moment in &summary.plies {
                let bits = moment.bits.unwrap_or_default();
                let [low, high] = moment.interval.unwrap_or_default();
                text += &format!("  ply {:>3}: {bits:.4} [{low:.4}, {high:.4}]\n", moment.ply);
            }
            text += &format!("  joint: {:.2}\n", summary.joint_bits.unwrap_or_default());
        }
        text
    }
}

fn deployments(games: &[&OpenGame]) -> Vec<Deployment> {
    let of = |game: &&OpenGame| -> Vec<Deployment> {
        game.start.rules().seats().iter().filter_map(|s| game.deployment(s)).collect()
    };
    games.iter().flat_map(of).collect()
}
