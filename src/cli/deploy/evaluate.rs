//! `junqi deploy evaluate`

use super::rounds::{self, Parts, Played, Rounds};
use crate::base::random;
use crate::cli::matches::GREEDY;
use crate::cli::series::{BOOK, GameTerms, deal};
use crate::cli::{Env, job, load, print, print_json};
use crate::engine::data;
use crate::game::rules::Deployment;
use crate::play::{DeploymentSource, SeatSpec};
use crate::tournament::deployments::report::{self, Page};
use crate::tournament::deployments::{
    ArmGraph, DeploymentCandidate, Expectation, Halving, MeasurementPlan, Ranking, features,
};
use crate::tournament::{Lineup, Series};
use anyhow::{Context, Result};
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Deployments that stand for all lawful ones where features are compared.
const DRAWN: u64 = 200;

/// Measure deployments against a pool in games of one kind of seat, and rank them.
#[derive(Debug, clap::Args)]
pub(crate) struct EvaluateArgs {
    /// Files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or `book`.
    #[arg(required = true)]
    sources: Vec<String>,
    #[command(flatten)]
    terms: MeasureTerms,
    /// Games of a deployment on average; those that are close to the best get more.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Rounds of halving: after each, the worse half of the deployments goes out; until two are left
    /// if not given, 1 plays all equally long.
    #[arg(long)]
    rounds: Option<usize>,
    /// In games of four, measure every two of the deployments as partners of each other.
    #[arg(long)]
    pairs: bool,
    /// Write games, report.html, report.md and report.json to this folder; the same command goes on
    /// where it stopped.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

/// Against what, by whom and by which rules deployments are measured.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureTerms {
    /// The pool: as of the deployments, or `sample` for uniformly random legal ones.
    #[arg(long, default_value = BOOK, value_name = "POOL")]
    against: String,
    #[command(flatten)]
    measure: MeasureArgs,
}

/// By whom and by which rules deployments are played.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureArgs {
    /// Who plays all seats.
    #[arg(long, default_value = GREEDY, value_parser = load::seat)]
    pub(super) seat: SeatSpec,
    #[command(flatten)]
    pub(super) ground: GameTerms,
}

impl MeasureTerms {
    /// The series that they mean.
    pub(super) fn series(&self, env: Env) -> Result<Series> {
        let against = deal(&self.against).context("--against")?;
        let MeasureArgs { seat, ground } = &self.measure;
        let lineup = Lineup::Deployments { seat: seat.clone(), against };
        ground.series(|| Ok(DeploymentSource::Sample), lineup, env)
    }
}

/// The deployments that a series plays against; some drawn ones if they are any.
fn pool(series: &Series) -> Vec<Deployment> {
    match &series.lineup {
        Lineup::Deployments {
            against: DeploymentSource::Pool(pool) | DeploymentSource::Partners(pool),
            ..
        } => pool.clone(),
        Lineup::Deployments { against: DeploymentSource::Book(book), .. } => {
            book.iter().map(|(_, deployment)| *deployment).collect()
        }
        _ => (0..DRAWN).map(|i| Deployment::sample(&mut random::stream(0, &[i]))).collect(),
    }
}

/// The lawful deployments of sources, each once, and what is wrong with the others.
pub(super) fn candidates(sources: &[String]) -> Result<(Vec<DeploymentCandidate>, Vec<Json>)> {
    let (mut lawful, mut unlawful, mut known) = (vec![], vec![], HashSet::new());
    let found: Result<Vec<_>> = sources.iter().map(|source| load::deployments(source)).collect();
    for (file, named) in found?.into_iter().flatten() {
        match named.deployment {
            Ok(deployment) => {
                if known.insert(deployment) {
                    let about = named.about;
                    lawful.push(DeploymentCandidate {
                        about,
                        ..DeploymentCandidate::new(&named.name, deployment)
                    });
                }
            }
            Err(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                let (line, name) = (named.line, named.name);
                unlawful
                    .push(json!({ "file": file, "line": line, "name": name, "faults": faults }));
            }
        }
    }
    Ok((lawful, unlawful))
}

impl EvaluateArgs {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        self.parts.check(self.out.as_deref())?;
        let (mut all, faulty) = candidates(&self.sources)?;
        if self.pairs {
            all = DeploymentCandidate::pairs(&all);
        }
        let series = self.terms.series(env)?;
        let mut plan = MeasurementPlan::halving(all, series, self.games);
        plan.rounds = self.rounds.unwrap_or(plan.rounds).max(1);
        if !plan.candidates.is_empty() {
            plan.check().map_err(|e| crate::cli::Usage(format!("--games: {e}")))?;
        }
        let mut halving = Halving::new(&plan);
        let rounds = Rounds::new(self.out.as_deref(), self.parts.jobs, self.parts.shard)?;
        let played = if plan.candidates.is_empty() {
            Played::All
        } else {
            rounds.play(&mut halving, "").inspect_err(|_| rounds.bar.finish_and_clear())?
        };
        rounds.bar.finish_and_clear();
        if let Played::Shard(round, missing) = played {
            return rounds::tell(env, round, missing);
        }
        let (arm, expected) = expectation(env)?;
        let mut ranking = Ranking::new(&plan, &halving, &arm, &expected);
        let told = |d: &Deployment| features(d, &arm, &expected.guess(d));
        ranking.pool = pool(&plan.series).iter().map(told).collect();
        let page = Page {
            against: self.terms.against.clone(),
            seat: self.terms.measure.seat.to_string(),
            series: plan.series.clone(),
            faulty,
            ranking,
        };
        if let Some(folder) = &self.out {
            write(folder, &page)?;
        }
        if env.json {
            print_json(&page.json())?;
        } else {
            print(&report::text(&page))?;
        }
        if played == Played::Stopped {
            return Ok(job::stopped(self.out.as_deref()));
        }
        Ok(ExitCode::from(u8::from(!page.faulty.is_empty())))
    }
}

/// What features need: the arms of the board, and what people are expected to play.
pub(super) fn expectation(env: Env) -> Result<(ArmGraph, Expectation)> {
    let net = crate::game::rules::Rules::default().net(env.board)?;
    let prior = data::model().prior().context("the embedded prior")?;
    Ok((ArmGraph::new(net), Expectation::new(prior)))
}

/// The report in all its forms.
fn write(folder: &Path, page: &Page) -> Result<()> {
    load::write(&folder.join("report.html"), report::html(page).as_bytes())?;
    load::write(&folder.join("report.md"), report::markdown(page).as_bytes())?;
    load::write(&folder.join("report.json"), load::json_lines(&page.json())?.as_bytes())
}
