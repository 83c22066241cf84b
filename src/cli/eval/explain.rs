//! `junqi eval explain`

use crate::cli::belief::common::{Expect, Look};
use crate::cli::{Env, load, print, print_json};
use crate::engine::eval::{EvalFeatures, Evaluation};
use crate::game::belief::{BeliefPosition, Visibility};
use crate::game::board::Seat;
use crate::game::format::GameResult;
use crate::game::rules::{Mode, Rules, Team, World};
use crate::server::study::EvaluationTerm;
use anyhow::Result;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// A JFEN line, `start`, or a file: records (.jsonl), a replay (.jgs) or a text history.
    source: String,
    /// As this seat believes: S, E, N or W; the truth if not given.
    #[arg(long)]
    seat: Option<Seat>,
    /// After how many moves of the game; all of them if not given.
    #[arg(long)]
    ply: Option<u32>,
    /// Which game of a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// Whose pieces the seat knows.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    #[command(flatten)]
    expect: Expect,
    /// The seed of sampled posteriors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of weights in place of the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// A position with what it is worth to the first team.
#[derive(Debug, Serialize)]
struct Explained {
    ply: u32,
    mode: Mode,
    /// Whose belief, if it is not the truth.
    seat: Option<char>,
    /// The first team and the second.
    teams: [String; 2],
    features: Vec<EvaluationTerm>,
    /// Centi-pieces of the first team.
    total: i64,
    /// Its probability of winning, a draw counted as half a win.
    probability: f64,
    scale: f64,
    /// How the game ended, if it has.
    result: Option<GameResult>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let explained = match self.seat {
            Some(seat) => self.believed(seat, env)?,
            None => self.truth(env)?,
        };
        if env.json {
            print_json(&explained)?;
        } else {
            print(&explained.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn truth(&self, env: Env) -> Result<Explained> {
        let (moment, open) = ((self.game, self.ply), "--seat to say who believes");
        let world = load::truth(&self.source, moment, open, env)?;
        let evaluation = Evaluation::of_world(&world, &load::weights(self.weights.as_deref())?)?;
        let amounts = evaluation.features(&world);
        Ok(self.explained(&world, &evaluation, &amounts, evaluation.worth(&world)))
    }

    fn believed(&self, seat: Seat, env: Env) -> Result<Explained> {
        let look = Look {
            source: self.source.clone(),
            seat,
            ply: self.ply,
            game: self.game,
            visibility: self.visibility,
            expect: self.expect.clone(),
            seed: self.seed,
        };
        let mut moment = look.moment(env)?;
        let posterior = moment.posterior(self.seed)?;
        let position = BeliefPosition::new(&look.seen(&moment), &posterior);
        let weights = load::weights(self.weights.as_deref())?;
        let mut evaluation = Evaluation::of_belief(&position, &weights)?;
        let amounts = evaluation.believed_features(&position);
        let total = evaluation.believed_worth(&position);
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
        Explained {
            ply: world.ply(),
            mode: rules.mode,
            seat: self.seat.map(Seat::letter),
            teams: Team::ALL.map(|team| rules.team_name(team)),
            features: EvaluationTerm::list(amounts, evaluation.weights()),
            total,
            probability: f64::midpoint(1.0, evaluation.chance(total as f64)),
            scale: evaluation.scale(),
            result: outcome.map(|_| GameResult::of(outcome, rules)),
        }
    }
}

impl Explained {
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
