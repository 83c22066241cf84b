//! `junqi belief fit`

use super::fit_model::{LearnedModel, rounded};
use super::fit_report::{Compared, Measured, Report};
use crate::base::text::pretty_json;
use crate::cli::env::{Env, print};
use crate::cli::load;
use crate::cli::values::{fraction_below_one, positive_number};
use crate::game::belief::{BehaviourModel, BeliefModel, Mixture, Prior, Visibility};
use crate::game::board::Seat;
use crate::game::rules::Deployment;
use crate::research::learn::{
    FitBehaviour, FitChoices, FitTogether, FormationFit, OpenGame, ScoreSummary, Scoring,
    fewest_held_out, split,
};
use anyhow::{Result, ensure};
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

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

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "no games in the given files");
        let (kept, held_out) = split(&games, self.hold_out, self.seed);
        let from = deployments(&kept).len();
        let for_test = deployments(&held_out).len();
        ensure!(from > 0, "no deployments to learn from");
        let compares = self.measure || !self.compare.is_empty();
        ensure!(!compares || !held_out.is_empty(), none_held_out(&games));
        ensure!(!compares || for_test > 0, "no game that is held out has a complete deployment");
        let all: Vec<&OpenGame> = games.iter().collect();
        if self.out.is_none() && !compares {
            print(&pretty_json(&self.model(&all)?)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let report = Report {
            games: games.len(),
            held_out: held_out.len(),
            compared: self.compare(&kept, &held_out)?,
            measured: if self.measure { self.measure(&kept, &held_out)? } else { vec![] },
        };
        env.show(&report, || report.text())?;
        if let Some(out) = &self.out {
            load::write(out, pretty_json(&self.model(&all)?)?.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn model(&self, games: &[&OpenGame]) -> Result<BeliefModel> {
        Ok(self.refined(self.start(games)?, games))
    }

    /// The model before it is refined: the given one, or one fitted to games.
    fn start(&self, games: &[&OpenGame]) -> Result<LearnedModel> {
        if let Some(name) = &self.from {
            return LearnedModel::of_file(name);
        }
        let fit = self.fit(self.formations);
        let mut formations = match self.formations {
            0 => vec![],
            _ => fit.run(&deployments(games)).formations,
        };
        for formation in &mut formations {
            formation.share = rounded(formation.share);
            formation.weights = formation.weights.map(|row| row.map(rounded));
        }
        let prior = match self.formations {
            0 => Prior::uniform(),
            _ => Prior::mirrored(formations.clone())?,
        };
        let choices = self.fit_choices();
        let behaviour = self.fit_behaviour();
        let method = format!("{fit:?}; {choices:?}; {behaviour:?}");
        let choices = choices.map(|fit| Arc::new(fit.run(games)));
        let behaviour = behaviour.run(games, &prior, choices.as_ref());
        Ok(LearnedModel { formations, prior, behaviour, method })
    }

    fn refined(&self, start: LearnedModel, games: &[&OpenGame]) -> BeliefModel {
        let refined = start.refined(self.fit_together(), games);
        let tempered = refined.tempered(self.temper.unwrap_or(1.0));
        tempered.into_file(self.source.clone(), self.command())
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

    fn measure(&self, kept: &[&OpenGame], held_out: &[&OpenGame]) -> Result<Vec<Measured>> {
        let start = self.start(kept)?;
        let given = start.behaviour.clone();
        let model = self.refined(start, kept);
        let prior = Arc::new(model.prior()?);
        let behaviour = Arc::new(model.behaviour_model()?);
        if let Some(name) = &self.from {
            let ingredients = vec![
                ("uniform".to_owned(), Arc::new(Prior::uniform()), None),
                (name.to_string(), prior.clone(), Some(given.into())),
                (format!("{name}, refined"), prior, Some(behaviour)),
            ];
            return self.measured(ingredients, held_out);
        }
        let one = Prior::mirrored(self.fit(1).run(&deployments(kept)).formations)?;
        let formations = match self.formations {
            0 => "uniform".to_owned(),
            1 => "1 formation".to_owned(),
            many => format!("{many} formations"),
        };
        let mut ingredients = vec![
            ("uniform".to_owned(), Arc::new(Prior::uniform()), None),
            ("1 formation".to_owned(), Arc::new(one), None),
        ];
        if self.formations > 1 {
            ingredients.push((formations.clone(), prior.clone(), None));
        }
        let with_behaviour = format!("{formations} and behaviour");
        if self.choices {
            let plain = self.fit_behaviour().run(kept, &prior, None);
            ingredients.push((with_behaviour.clone(), prior.clone(), Some(plain.into())));
            ingredients.push((
                format!("{with_behaviour} and move choices"),
                prior,
                Some(behaviour),
            ));
        } else {
            ingredients.push((with_behaviour, prior, Some(behaviour)));
        }
        self.measured(ingredients, held_out)
    }

    /// The bits per piece of priors with behaviour, each with its name.
    fn measured(
        &self,
        ingredients: Vec<Ingredients>,
        games: &[&OpenGame],
    ) -> Result<Vec<Measured>> {
        let measure = |(with, prior, behaviour): Ingredients| {
            let at = vec![0, 40, 80, 120, 160];
            let visibility = self.visibility;
            let mixture = Mixture::only(with.clone(), prior, behaviour).into();
            let observers = Seat::ALL.into_iter().collect();
            let scoring = Scoring { mixture, visibility, observers, at, seed: self.seed };
            let scores = scoring.games(games, || ())?;
            Ok(Measured { with, summary: ScoreSummary::new(&scoring.at, &scores) })
        };
        ingredients.into_iter().map(measure).collect()
    }

    fn fit_choices(&self) -> Option<FitChoices> {
        self.choices.then(|| FitChoices { seed: self.seed, ..FitChoices::default() })
    }

    fn fit_together(&self) -> Option<FitTogether> {
        let rounds = self.refine.into();
        (rounds > 0).then(|| FitTogether { rounds, seed: self.seed, ..FitTogether::default() })
    }

    fn fit_behaviour(&self) -> FitBehaviour {
        FitBehaviour {
            rounds: self.rounds.into(),
            step: self.rate,
            penalty: self.penalty,
            seed: self.seed,
            ..FitBehaviour::default()
        }
    }

    fn fit(&self, formations: u8) -> FormationFit {
        FormationFit { formations: formations.into(), seed: self.seed, ..FormationFit::default() }
    }

    fn compare(&self, kept: &[&OpenGame], held_out: &[&OpenGame]) -> Result<Vec<Compared>> {
        let kept = deployments(kept);
        let held_out = deployments(held_out);
        let compare = |&number: &u8| {
            let fitted = self.fit(number).run(&kept);
            let support = fitted.support.into_iter().fold(f64::INFINITY, f64::min);
            let prior = Prior::mirrored(fitted.formations)?;
            let bits: f64 = held_out.iter().map(|d| prior.bits(d)).sum();
            let bits = bits / held_out.len() as f64;
            Ok(Compared { formations: number.into(), bits, support })
        };
        self.compare.par_iter().map(compare).collect()
    }
}

/// A prior with behaviour, and its name in a report.
type Ingredients = (String, Arc<Prior>, Option<Arc<BehaviourModel>>);

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

fn deployments(games: &[&OpenGame]) -> Vec<Deployment> {
    let of = |game: &&OpenGame| -> Vec<Deployment> {
        game.start.rules().seats().iter().filter_map(|s| game.deployment(s)).collect()
    };
    games.iter().flat_map(of).collect()
}
