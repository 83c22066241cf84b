//! `junqi deploy evaluate`

use super::rounds::{ShardOptions, print_shard};
use crate::cli::env::{Env, Usage};
use crate::cli::matches::GREEDY;
use crate::cli::note::note;
use crate::cli::series::{BOOK, GameTerms, deal};
use crate::cli::values::positive_integer;
use crate::cli::{job, load};
use anyhow::{Context, Result, bail};
use junqi_core::base::text::pretty_json;
use junqi_core::game::format::NamedDeployment;
use junqi_core::game::rules::Mode;
use junqi_core::play::{DeploymentSource, PlayerSpec};
use junqi_lab::tournament::deployments::report::{self, Page, UnlawfulDeployment};
use junqi_lab::tournament::deployments::{
    DeploymentCandidate, Halving, MeasurementError, MeasurementPlan, Ranking, RoundsOutcome,
};
use junqi_lab::tournament::{Lineup, Series};
use std::collections::HashSet;
use std::process::ExitCode;

/// Measure deployments in games of one player against a pool of deployments, and rank them.
#[derive(Debug, clap::Args)]
pub(crate) struct EvaluateArgs {
    /// Deployments to measure: files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or
    /// the built-in `book`, `strong`, `mixed-1v1` or `mixed-2v2`.
    #[arg(required = true)]
    sources: Vec<load::Source>,
    #[command(flatten)]
    terms: MeasureTerms,
    /// Mean number of games per deployment; successive halving gives more games to the better ones.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Rounds of successive halving: each round but the last drops the worse half of the deployments;
    /// with 1 round all deployments play the same number of games [default: until two
    /// deployments are left].
    #[arg(long, value_parser = positive_integer)]
    rounds: Option<usize>,
    /// In 2v2 games, measure every pair of deployments as the deployments of two partners.
    #[arg(long)]
    pairs: bool,
    /// Write the games, report.html, report.md and report.json to this folder; the same command
    /// resumes an interrupted measurement.
    #[arg(long, value_name = "FOLDER")]
    out: Option<load::Output>,
    #[command(flatten)]
    parts: ShardOptions,
}

/// The opposing pool, the player and the rules of a measurement.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureTerms {
    /// Pool of opposing deployments: a file or folder, the built-in `book`, `strong`, `mixed-1v1` or `mixed-2v2`,
    /// or `sample` for uniformly random legal ones.
    #[arg(long, default_value = BOOK, value_name = "POOL")]
    against: load::Source,
    #[command(flatten)]
    measure: MeasureArgs,
}

/// The player and the rules of a measurement.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureArgs {
    /// Player that plays all seats (see `junqi seats`).
    #[arg(long, default_value = GREEDY, value_parser = load::seat)]
    pub(super) seat: PlayerSpec,
    #[command(flatten)]
    pub(super) terms: GameTerms,
}

impl MeasureTerms {
    /// The series that the options describe.
    pub(super) fn series(&self, env: Env) -> Result<Series> {
        if !env.board.shape().is_standard() {
            bail!(Usage("--board: only deployments for the standard arms are measured".into()));
        }
        let against = deal(&self.against, env.board).context("--against")?;
        let MeasureArgs { seat, terms } = &self.measure;
        let lineup = Lineup::Deployments { seat: seat.clone(), against };
        terms.series(|| Ok(DeploymentSource::Sample), lineup, env)
    }
}

/// The lawful deployments of some sources, each once, and the faults of the others.
pub(super) fn candidates(
    sources: &[load::Source],
    env: Env,
) -> Result<(Vec<DeploymentCandidate>, Vec<UnlawfulDeployment>)> {
    let mut lawful = vec![];
    let mut unlawful = vec![];
    let mut known = HashSet::new();
    let found: Result<Vec<_>> =
        sources.iter().map(|source| load::deployments(source, env.board.shape())).collect();
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
                let faults = faults.iter().map(ToString::to_string).collect();
                let NamedDeployment { line, name, .. } = named;
                unlawful.push(UnlawfulDeployment { file, line, name, faults });
            }
        }
    }
    Ok((lawful, unlawful))
}

impl EvaluateArgs {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        self.parts.check(self.out.as_deref())?;
        let (mut all, unlawful) = candidates(&self.sources, env)?;
        if self.pairs {
            all = DeploymentCandidate::pairs(&all);
        }
        let series = self.terms.series(env)?;
        if self.pairs && series.rules.mode == Mode::TwoPlayer {
            bail!(Usage("--pairs: partners need --mode 2v2, found 1v1".into()));
        }
        let mut plan = MeasurementPlan::halving(all, series, self.games);
        plan.rounds = self.rounds.unwrap_or(plan.rounds);
        if !plan.candidates.is_empty() {
            plan.check().map_err(|error| Usage(format!("--games: {error}{}", hint(&error))))?;
        }
        let mut halving = Halving::new(&plan);
        let outcome = self.parts.play(self.out.as_deref(), |player| {
            if plan.candidates.is_empty() {
                return Ok(RoundsOutcome::Finished);
            }
            player.play(&mut halving, "")
        })??;
        if let RoundsOutcome::Shard { round, missing } = outcome {
            return print_shard(env, round, missing);
        }
        let ranking = Ranking::new(&plan, &halving)?;
        let page = Page {
            against: self.terms.against.to_string(),
            seat: self.terms.measure.seat.to_string(),
            series: plan.series.clone(),
            unlawful,
            ranking,
        };
        if let Some(folder) = &self.out {
            let json = pretty_json(&page.json())?;
            let files = [
                ("report.html", report::html(&page)),
                ("report.md", report::markdown(&page)),
                ("report.json", json),
            ];
            load::write_all(env, folder, &files)?;
        }
        env.show(&page.json(), || report::text(&page))?;
        note(halving.failures());
        if outcome == RoundsOutcome::Stopped {
            return Ok(job::stopped(self.out.as_deref()));
        }
        let failed = !page.unlawful.is_empty() || halving.failures().is_every_game();
        Ok(ExitCode::from(u8::from(failed)))
    }
}

/// What helps where the games are too few for the rounds.
fn hint(error: &MeasurementError) -> &'static str {
    match error {
        MeasurementError::Few { games, unit, .. } if games >= unit => {
            "; they are enough with `--rounds 1`"
        }
        _ => "",
    }
}
