//! `junqi eval explain`

use crate::cli::belief::options::{ModelOptions, PositionOptions};
use crate::cli::env::Env;
use crate::cli::load;
use anyhow::Result;
use junqi_core::engine::data;
use junqi_core::engine::eval::{EvalFeatures, Evaluation, EvaluationTerm};
use junqi_core::game::belief::{BeliefPosition, Visibility};
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameResult;
use junqi_core::game::rules::{Mode, Rules, Team, World};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Position or game: a JFEN line, `start` (the reference position), or a file with records
    /// (.jsonl), a replay (.jgs) or a text history.
    source: load::Source,
    /// Seat whose belief is evaluated: S, E, N or W [default: the true position].
    #[arg(long)]
    seat: Option<Seat>,
    /// Number of moves to replay [default: the whole game].
    #[arg(long)]
    ply: Option<u32>,
    /// Index of the game in a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// Pieces whose kinds the seat knows from the start.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    #[command(flatten)]
    expect: ModelOptions,
    /// Random seed for sampled posteriors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights file to use instead of the built-in `tuned` weights (core/data/weights/evaluation.json).
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// The evaluation of a position from the point of view of a team: that of the seat, or the first.
#[derive(Debug, Serialize)]
struct Explained {
    ply: u32,
    mode: Mode,
    /// The seat whose belief is evaluated; none for the true position.
    seat: Option<char>,
    /// The names of that team and of the other.
    teams: [String; 2],
    features: Vec<EvaluationTerm>,
    /// The value for that team, in centi-pieces.
    total: i64,
    /// Its expected score, 0 to 1: a draw counts as half a win.
    probability: f64,
    scale: f64,
    /// The result of the game, if it is over.
    result: Option<GameResult>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let explained = match self.seat {
            Some(seat) => self.believed(seat, env)?,
            None => self.truth(env)?,
        };
        env.show(&explained, || explained.text())?;
        Ok(ExitCode::SUCCESS)
    }

    fn truth(&self, env: Env) -> Result<Explained> {
        let place = (self.game, self.ply);
        let advice = "name the seat that believes with --seat";
        let world = load::truth(&self.source, place, advice, env)?;
        let evaluation =
            Evaluation::of_world(&world, &load::weights(self.weights.as_deref(), data::weights)?)?;
        let amounts = evaluation.features(&world);
        Ok(self.explained(&world, &evaluation, &amounts, evaluation.first_team_value(&world)))
    }

    fn believed(&self, seat: Seat, env: Env) -> Result<Explained> {
        let look = PositionOptions {
            source: self.source.clone(),
            seat,
            ply: self.ply,
            game: self.game,
            visibility: self.visibility,
            expect: self.expect.clone(),
            seed: self.seed,
        };
        let mut believed = look.position(env)?;
        let posterior = believed.posterior(self.seed)?;
        let position = BeliefPosition::new(&believed.observation(), &posterior);
        let weights = load::weights(self.weights.as_deref(), data::weights)?;
        let mut evaluation = Evaluation::of_belief(&position, &weights)?;
        let amounts = evaluation.believed_features(&position);
        let total = evaluation.believed_value(&position);
        Ok(self.explained(position.stand_ins(), &evaluation, &amounts, total))
    }

    fn explained(
        &self,
        world: &World,
        evaluation: &Evaluation,
        amounts: &EvalFeatures,
        total: i64,
    ) -> Explained {
        let rules: &Rules = world.rules();
        let outcome = world.outcome();
        let explained = Explained {
            ply: world.ply(),
            mode: rules.mode,
            seat: self.seat.map(Seat::letter),
            teams: Team::ALL.map(|team| rules.team_name(team)),
            features: EvaluationTerm::list(amounts, evaluation.weights()),
            total,
            probability: f64::midpoint(1.0, evaluation.unfinished_result(total as f64)),
            scale: evaluation.scale(),
            result: outcome.map(|_| GameResult::of(outcome, rules)),
        };
        match self.seat.map(|seat| rules.team(seat)) {
            Some(Team::Second) => explained.reversed(),
            _ => explained,
        }
    }
}

impl Explained {
    /// The same from the other team's point of view.
    fn reversed(mut self) -> Self {
        self.teams.reverse();
        for term in &mut self.features {
            // Not -0.
            (term.amount, term.product) = (0.0 - term.amount, 0.0 - term.product);
        }
        Self { total: -self.total, probability: 1.0 - self.probability, ..self }
    }

    fn text(&self) -> String {
        let [first, second] = &self.teams;
        let eyes =
            self.seat.map_or_else(|| "in truth".into(), |seat| format!("as {seat} believes"));
        let mut text = format!("Ply {}, {eyes}: {first} less {second}, centi-pieces\n", self.ply);
        for term in self.features.chunk_by(|a, b| a.term == b.term) {
            let sum: f32 = term.iter().map(|f| f.product).sum();
            let name = term.first().map_or("", |f| f.term);
            text += &format!("\n{name:<22} {:>8} {:>9} {sum:>9.1}\n", "amount", "weight");
            for EvaluationTerm { name, amount, weight, product, .. } in term {
                text += &format!("  {name:<20} {amount:>8.2} {weight:>9.1} {product:>9.1}\n");
            }
        }
        text += &format!("\ntotal {:>+44}\n", self.total);
        if let Some(result) = &self.result {
            text += &format!("the game is over: {}\n", result.why);
        }
        let percent = 100.0 * self.probability;
        text + &format!("probability that {first} win: {percent:.1} %\n")
    }
}
