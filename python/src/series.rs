//! Matches and measured deployments.

use crate::classes::Game;
use crate::deployment::Deployment;
use crate::errors::{dictionary, in_file, refused};
use crate::interrupt::interruptible;
use junqi::base::job::{Completion, DoneLine, JobRun};
use junqi::engine::data;
use junqi::env::Deal;
use junqi::game::board::Seat;
use junqi::play::{DeploymentSource, PlayerSpec};
use junqi::tournament::deployments::report::Page;
use junqi::tournament::deployments::{
    DeploymentCandidate, Halving, MeasurementPlan, Ranking, RoundPlayer,
};
use junqi::tournament::rating::Sprt;
use junqi::tournament::{Games, Lineup, MatchTally, Series};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The games of a lineup under the options of a game.
fn series(game: &Game, deal: DeploymentSource, lineup: Lineup, seed: u64) -> Series {
    let options = game.0.options();
    Series {
        board: options.board,
        rules: options.rules,
        visibility: options.visibility,
        first: Seat::South,
        seed,
        deal,
        lineup,
    }
}

/// The embedded deployments, which are for the standard arms, or those of a list.
fn pool(game: &Game, list: Option<Vec<Deployment>>) -> PyResult<DeploymentSource> {
    match list {
        None if !game.0.board().shape().is_standard() => Ok(DeploymentSource::Sample),
        None => Ok(DeploymentSource::book(data::deployments())),
        Some(list) if list.is_empty() => {
            Err(refused("deployments: found an empty list, expected at least one"))
        }
        Some(list) => Ok(DeploymentSource::Pool(list.into_iter().map(|d| d.0).collect())),
    }
}

fn sprt(settings: &Bound<'_, PyDict>) -> PyResult<Sprt> {
    let mut sprt = Sprt::default();
    for (name, value) in settings {
        let (name, value) = (name.str()?.to_string(), value.str()?.to_string());
        sprt.set(&name, &value).map_err(|error| refused(format!("sprt: {error}")))?;
    }
    sprt.check().map_err(|error| refused(format!("sprt: {error}")))
}

#[pyfunction]
#[pyo3(name = "match", signature = (game, a, b, *, games=100, deployments=None, seed=1, sprt=None, jobs=1, out=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    a: &str,
    b: &str,
    games: u64,
    deployments: Option<Vec<Deployment>>,
    seed: u64,
    sprt: Option<&Bound<'py, PyDict>>,
    jobs: usize,
    out: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let side = |text: &str| text.parse::<PlayerSpec>().map_err(refused);
    let deal = match game.0.options().deal {
        Deal::Pool => pool(game, deployments)?,
        Deal::Uniform | Deal::Players if deployments.is_some() => pool(game, deployments)?,
        Deal::Uniform | Deal::Players => DeploymentSource::Sample,
    };
    let sprt = sprt.map(self::sprt).transpose()?;
    let series = series(game, deal, Lineup::Match([side(a)?, side(b)?]), seed);
    let games = Games::new(series, games);
    let report = interruptible(py, |stop| {
        let mut tally = MatchTally::new(&games.series, sprt);
        let mut each = |line: DoneLine<'_>| {
            let next = tally.add_line(&games.series, line.text)?;
            tally.failures().check_after(line)?;
            Ok(next)
        };
        let run = JobRun::open(&games, out.as_deref(), &mut each);
        let run = run.and_then(|mut run| run.go_on(jobs, stop, &mut each));
        let run = run.map_err(|error| match &out {
            Some(path) => in_file(path, error),
            None => refused(error),
        });
        match run? {
            Completion::Stopped => Err(refused("interrupted")),
            Completion::Finished => Ok(tally.report()),
        }
    })?;
    dictionary(py, &report)
}

#[pyfunction]
#[pyo3(signature = (game, deployments, *, seat="greedy", against=None, games=200, rounds=None, seed=1, jobs=1, out=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn evaluate_deployments<'py>(
    py: Python<'py>,
    game: &Game,
    deployments: Vec<(String, Deployment)>,
    seat: &str,
    against: Option<Vec<Deployment>>,
    games: u64,
    rounds: Option<usize>,
    seed: u64,
    jobs: usize,
    out: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    if !game.0.board().shape().is_standard() {
        return Err(refused("board: only deployments for the standard arms are measured"));
    }
    let seat: PlayerSpec = seat.parse().map_err(refused)?;
    let name = if against.is_some() { "as given" } else { "book" };
    let lineup = Lineup::Deployments { seat: seat.clone(), against: pool(game, against)? };
    let series = series(game, DeploymentSource::Sample, lineup, seed);
    let candidate =
        |(name, deployment): &(String, Deployment)| DeploymentCandidate::new(name, deployment.0);
    let candidates = deployments.iter().map(candidate).collect();
    let mut plan = MeasurementPlan::halving(candidates, series, games);
    plan.rounds = rounds.unwrap_or(plan.rounds).max(1);
    plan.check().map_err(refused)?;
    let page = interruptible(py, |stop: &AtomicBool| {
        let mut halving = Halving::new(&plan);
        let player =
            RoundPlayer { folder: out, threads: jobs, shard: None, stop, on_progress: &|_| () };
        player.play(&mut halving, "").map_err(refused)?;
        if stop.load(Ordering::Relaxed) {
            return Err(refused("interrupted"));
        }
        let ranking = Ranking::new(&plan, &halving).map_err(refused)?;
        let seat = seat.to_string();
        Ok(Page {
            against: name.into(),
            seat,
            series: plan.series.clone(),
            unlawful: vec![],
            ranking,
        })
    })?;
    dictionary(py, &page.json())
}
