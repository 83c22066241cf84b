//! `junqi belief fit`

use crate::cli::env::{Env, print};
use crate::cli::load;
use crate::cli::values::{fraction_below_one, positive_number};
use anyhow::{Context, Result, ensure};
use junqi_core::base::text::pretty_json;
use junqi_core::game::belief::Visibility;
use junqi_lab::research::learn::{
    BeliefFit, ComparedFormations, FitBehaviour, FitChoices, FitTogether, FormationFit,
    MeasuredBeliefs, OpenGame, StartModel, fewest_held_out, split,
};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write the model fitted to all games to this file [default: print it, unless --compare or
    /// --measure is given].
    #[arg(long, short, value_name = "FILE")]
    out: Option<load::Output>,
    /// Number of formations in the mixture, not counting mirror images; 0: all deployments are equally
    /// likely, as suits engines.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=16))]
    formations: u8,
    /// Learn a model of move choices as well.
    #[arg(long)]
    choices: bool,
    /// Passes over all games that fit move choices and behaviour together to the kinds of pieces; 0: choices
    /// are fitted to the moves alone.
    #[arg(long, default_value_t = 0, requires = "choices")]
    refine: u8,
    /// Start from this model with move choices, a file of this command, and only refine it: for more
    /// games of players that it was learned from, or of others.
    #[arg(long, value_name = "MODEL", requires = "refine",
        conflicts_with_all = ["formations", "rounds", "rate", "penalty", "compare"])]
    from: Option<load::Source>,
    /// Passes over all positions for the behaviour weights.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    rounds: u8,
    /// Learning rate of the behaviour weights; it falls to a tenth.
    #[arg(long, default_value_t = 0.05, value_parser = positive_number)]
    rate: f64,
    /// L2 penalty on behaviour weights; more for fewer games.
    #[arg(long, default_value_t = 60.0, value_parser = positive_number)]
    penalty: f64,
    /// Make the model less sure of behaviour (below 1) or surer: a factor of all its logarithms. Choose it on games of
    /// players whose games it is not fitted to.
    #[arg(long, value_parser = positive_number)]
    temper: Option<f64>,
    /// Compare these numbers of formations, separated by commas, on held-out games.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=16))]
    compare: Vec<u8>,
    /// Measure what each part of the model adds, on held-out games.
    #[arg(long)]
    measure: bool,
    /// Pieces whose kinds a seat knows from the start, in --measure.
    #[arg(long, value_enum, default_value = "double-open")]
    visibility: Visibility,
    /// Fraction of the games held out for --compare and --measure.
    #[arg(long, default_value_t = 0.2, value_parser = fraction_below_one)]
    hold_out: f64,
    /// Random seed for the initial model and the choice of held-out games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Description of the games, stored in the model file.
    #[arg(long, default_value = "recorded games")]
    source: String,
}

/// The printed results.
#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    held_out: usize,
    compared: Vec<ComparedFormations>,
    measured: Vec<MeasuredBeliefs>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "no games in the given files");
        let (kept, held_out) = split(&games, self.hold_out, self.seed);
        ensure!(has_deployment(&kept), "no deployments to learn from");
        let compares = self.measure || !self.compare.is_empty();
        ensure!(!compares || !held_out.is_empty(), none_held_out(&games));
        ensure!(
            !compares || has_deployment(&held_out),
            "no game that is held out has a complete deployment"
        );
        let all: Vec<&OpenGame> = games.iter().collect();
        let fit = self.fit()?;
        if self.out.is_none() && !compares {
            print(&pretty_json(&fit.run(&all)?)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let numbers: Vec<usize> = self.compare.iter().map(|&number| number.into()).collect();
        let report = Report {
            games: games.len(),
            held_out: held_out.len(),
            compared: fit.compare(&numbers, &kept, &held_out)?,
            measured: if self.measure {
                fit.measure(&kept, &held_out, self.visibility, self.seed)?
            } else {
                vec![]
            },
        };
        env.show(&report, || report.text())?;
        if let Some(out) = &self.out {
            load::write(out, pretty_json(&fit.run(&all)?)?.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn fit(&self) -> Result<BeliefFit> {
        let seed = self.seed;
        let rounds = self.refine.into();
        let together = FitTogether { rounds, seed, ..FitTogether::default() };
        Ok(BeliefFit {
            from: self.from.as_ref().map(start_model).transpose()?,
            formations: FormationFit {
                formations: self.formations.into(),
                seed,
                ..FormationFit::default()
            },
            choices: self.choices.then(|| FitChoices { seed, ..FitChoices::default() }),
            behaviour: FitBehaviour {
                rounds: self.rounds.into(),
                step: self.rate,
                penalty: self.penalty,
                seed,
                ..FitBehaviour::default()
            },
            together: (rounds > 0).then_some(together),
            temper: self.temper.unwrap_or(1.0),
            source: self.source.clone(),
            command: self.command(),
        })
    }

    /// The command that fits the model, for the file.
    fn command(&self) -> String {
        let Self { formations, choices, refine, rounds, rate, penalty, temper, seed, .. } = self;
        let temper = temper.map_or(String::new(), |temper| format!(" --temper {temper}"));
        if let Some(name) = &self.from {
            return format!(
                "junqi belief fit DIR --from {name} --choices --refine {refine}{temper} --seed {seed}"
            );
        }
        let choices = if *choices { " --choices" } else { "" };
        let refine = if *refine > 0 { format!(" --refine {refine}") } else { String::new() };
        format!(
            "junqi belief fit DIR --formations {formations}{choices}{refine} --rounds {rounds} --rate {rate} \
             --penalty {penalty}{temper} --seed {seed}"
        )
    }
}

fn start_model(name: &load::Source) -> Result<StartModel> {
    let model = load::belief_model(name)?;
    StartModel::new(name.to_string(), model).with_context(|| name.to_string())
}

fn has_deployment(games: &[&OpenGame]) -> bool {
    games.iter().any(|game| !game.deployments().is_empty())
}

/// Why no game is held out, and what to do: games that share a deployment stay together.
fn none_held_out(games: &[OpenGame]) -> String {
    let fewest = fewest_held_out(games);
    let all = games.len();
    let why = "no games are held out, because games that share a deployment stay together";
    if fewest < all {
        let least = (1000.0 * fewest as f64 / all as f64).ceil() / 1000.0;
        return format!(
            "{why}: the smallest such group has {fewest} of {all} games; use --hold-out {least}"
        );
    }
    format!(
        "{why}, and these {all} all do: add games with other deployments (`junqi selfplay --deployments \
         sample`), or leave out --compare and --measure"
    )
}

impl Report {
    /// The report as it is printed.
    fn text(&self) -> String {
        let mut text = format!("{} games, {} of them held out\n", self.games, self.held_out);
        for ComparedFormations { formations, bits, support } in &self.compared {
            text += &format!(
                "{formations:>3} formations: {bits:.2} bits a deployment, each rests on {support:.0} \
                 distinct ones or more\n"
            );
        }
        for MeasuredBeliefs { with, summary } in &self.measured {
            text += &format!("{with}\n");
            for score in &summary.plies {
                let bits = score.bits.unwrap_or_default();
                let [low, high] = score.interval.unwrap_or_default();
                text += &format!("  ply {:>3}: {bits:.4} [{low:.4}, {high:.4}]\n", score.ply);
            }
            text += &format!("  joint: {:.2}\n", summary.joint_bits.unwrap_or_default());
        }
        text
    }
}
