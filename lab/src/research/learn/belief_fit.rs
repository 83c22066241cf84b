//! Fitting a belief model to games: formations, move choices and behaviour, their refinement, and what each part adds
//! on held-out games.

use super::{
    FitBehaviour, FitChoices, FitTogether, FormationFit, LearnError, OpenGame, ScoreSummary,
    Scoring,
};
use junqi_core::game::belief::{
    BehaviourModel, BeliefModel, ChoiceWeights, FeatureWeights, Formation, Mixture, Prior,
    Visibility,
};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::Deployment;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// The numbers of moves after which the parts of a model are measured.
const MEASURED_PLIES: [u32; 5] = [0, 40, 80, 120, 160];

/// The settings of fitting a belief model.
#[derive(Debug, Clone)]
pub struct BeliefFit {
    /// A model that is only refined; `None` fits one to the games.
    pub from: Option<StartModel>,
    /// The fit of formations; with 0 of them all deployments are equally likely.
    pub formations: FormationFit,
    /// The fit of move choices, if they are learned.
    pub choices: Option<FitChoices>,
    /// The fit of behaviour.
    pub behaviour: FitBehaviour,
    /// The fit of move choices and behaviour together, if the model is refined.
    pub together: Option<FitTogether>,
    /// A factor of all logarithms of behaviour: below 1 the model is less sure.
    pub temper: f64,
    /// Description of the games, for the file.
    pub source: String,
    /// The command that fits the model, for the file.
    pub command: String,
}

/// A model before or after it is refined.
#[derive(Debug, Clone)]
struct LearnedModel {
    /// Without mirror images.
    formations: Vec<Formation>,
    prior: Prior,
    behaviour: BehaviourModel,
    /// How it was made, for the file.
    method: String,
}

/// A given model with move choices, to be refined.
#[derive(Debug, Clone)]
pub struct StartModel {
    name: String,
    model: LearnedModel,
}

/// The result of a number of formations on held-out games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedFormations {
    /// The number of formations.
    pub formations: usize,
    /// Mean log loss per deployment, in bits.
    pub bits: f64,
    /// The smallest number of distinct deployments behind a formation.
    pub support: f64,
}

/// The score of a partial model on held-out games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasuredBeliefs {
    /// The parts of the model.
    pub with: String,
    /// Its score.
    #[serde(flatten)]
    pub summary: ScoreSummary,
}

/// The part of a model that is measured, and its name in a report.
struct PartialModel {
    name: String,
    prior: Arc<Prior>,
    behaviour: Option<Arc<BehaviourModel>>,
}

impl StartModel {
    /// A model under a name, which says in files and reports where it comes from.
    ///
    /// # Errors
    ///
    /// If the model is invalid or has no move choices.
    pub fn new(name: String, model: BeliefModel) -> Result<Self, LearnError> {
        let behaviour = model.behaviour_model()?;
        if behaviour.choices().is_none() {
            return Err(LearnError::NoChoices);
        }
        let prior = model.prior()?;
        let method = format!("{name} ({}: {})", model.source, model.method);
        let formations = model.formations;
        Ok(Self { name, model: LearnedModel { formations, prior, behaviour, method } })
    }
}

impl BeliefFit {
    /// Fits a model to games; its numbers are rounded as in the file.
    ///
    /// # Errors
    ///
    /// If the fitted formations do not form a prior.
    pub fn run(&self, games: &[&OpenGame]) -> Result<BeliefModel, LearnError> {
        Ok(self.refined(self.start(games)?, games))
    }

    /// Compares numbers of formations that are fitted to some games on others.
    ///
    /// # Errors
    ///
    /// If the fitted formations do not form a prior.
    pub fn compare(
        &self,
        numbers: &[usize],
        kept: &[&OpenGame],
        held_out: &[&OpenGame],
    ) -> Result<Vec<ComparedFormations>, LearnError> {
        let kept = deployments(kept);
        let held_out = deployments(held_out);
        let compare = |&formations: &usize| {
            let fitted = FormationFit { formations, ..self.formations }.run(&kept);
            let support = fitted.support.into_iter().fold(f64::INFINITY, f64::min);
            let prior = Prior::mirrored(fitted.formations)?;
            let bits: f64 = held_out.iter().map(|d| prior.bits(d)).sum();
            let bits = bits / held_out.len() as f64;
            Ok(ComparedFormations { formations, bits, support })
        };
        numbers.par_iter().map(compare).collect()
    }

    /// Measures what each part of a model that is fitted to some games adds on others.
    ///
    /// # Errors
    ///
    /// If a fitted model is invalid, or if the true kind of a piece had probability 0.
    pub fn measure(
        &self,
        kept: &[&OpenGame],
        held_out: &[&OpenGame],
        visibility: Visibility,
        seed: u64,
    ) -> Result<Vec<MeasuredBeliefs>, LearnError> {
        let mut measured = vec![];
        for PartialModel { name, prior, behaviour } in self.parts(kept)? {
            let mixture = Mixture::only(name.clone(), prior, behaviour).into();
            let observers = Seat::ALL.into_iter().collect();
            let at = MEASURED_PLIES.to_vec();
            let scoring = Scoring { mixture, visibility, observers, at, seed };
            let scores = scoring.games(held_out, || ())?;
            let summary = ScoreSummary::new(&scoring.at, &scores);
            measured.push(MeasuredBeliefs { with: name, summary });
        }
        Ok(measured)
    }

    /// The parts of a model fitted to games, each with one ingredient more than the part before.
    fn parts(&self, games: &[&OpenGame]) -> Result<Vec<PartialModel>, LearnError> {
        let start = self.start(games)?;
        let given = start.behaviour.clone();
        let model = self.refined(start, games);
        let prior = Arc::new(model.prior()?);
        let behaviour = Some(Arc::new(model.behaviour_model()?));
        let mut parts = vec![PartialModel::new("uniform", &Arc::new(Prior::uniform()), None)];
        if let Some(StartModel { name, .. }) = &self.from {
            parts.push(PartialModel::new(name, &prior, Some(given.into())));
            parts.push(PartialModel::new(format!("{name}, refined"), &prior, behaviour));
            return Ok(parts);
        }
        let one = FormationFit { formations: 1, ..self.formations }.run(&deployments(games));
        let one = Arc::new(Prior::mirrored(one.formations)?);
        parts.push(PartialModel::new("1 formation", &one, None));
        let formations = match self.formations.formations {
            0 => "uniform".to_owned(),
            1 => "1 formation".to_owned(),
            many => format!("{many} formations"),
        };
        if self.formations.formations > 1 {
            parts.push(PartialModel::new(&formations, &prior, None));
        }
        let mut with = format!("{formations} and behaviour");
        if self.choices.is_some() {
            let plain = self.behaviour.run(games, &prior, None);
            parts.push(PartialModel::new(&with, &prior, Some(plain.into())));
            with += " and move choices";
        }
        parts.push(PartialModel::new(with, &prior, behaviour));
        Ok(parts)
    }

    /// The model before it is refined: the given one, or one fitted to games.
    fn start(&self, games: &[&OpenGame]) -> Result<LearnedModel, LearnError> {
        if let Some(StartModel { model, .. }) = &self.from {
            return Ok(model.clone());
        }
        let mut formations = match self.formations.formations {
            0 => vec![],
            _ => self.formations.run(&deployments(games)).formations,
        };
        for formation in &mut formations {
            formation.share = rounded(formation.share);
            formation.weights = formation.weights.map(|row| row.map(rounded));
        }
        let prior = match self.formations.formations {
            0 => Prior::uniform(),
            _ => Prior::mirrored(formations.clone())?,
        };
        let method = format!("{:?}; {:?}; {:?}", self.formations, self.choices, self.behaviour);
        let choices = self.choices.as_ref().map(|fit| Arc::new(fit.run(games)));
        let behaviour = self.behaviour.run(games, &prior, choices.as_ref());
        Ok(LearnedModel { formations, prior, behaviour, method })
    }

    /// The file of a model whose move choices and behaviour are fitted together to games, if there is a fit, and
    /// then tempered.
    fn refined(&self, start: LearnedModel, games: &[&OpenGame]) -> BeliefModel {
        let LearnedModel { formations, prior, mut behaviour, method } = start;
        if let Some(fit) = &self.together {
            behaviour = fit.run(games, &prior, &behaviour);
        }
        let behaviour = behaviour.tempered(self.temper);
        let mut features: Vec<FeatureWeights> = behaviour.to_list();
        for feature in &mut features {
            feature.weights = feature.weights.map(rounded);
        }
        let mut choices: Vec<ChoiceWeights> =
            behaviour.choices().map(|choices| choices.to_list()).unwrap_or_default();
        for descriptor in &mut choices {
            descriptor.weights = descriptor.weights.map(rounded);
        }
        BeliefModel {
            source: self.source.clone(),
            method: format!("{method}; {:?}", self.together),
            command: self.command.clone(),
            formations,
            behaviour: features,
            choices,
        }
    }
}

impl PartialModel {
    fn new(
        name: impl Into<String>,
        prior: &Arc<Prior>,
        behaviour: Option<Arc<BehaviourModel>>,
    ) -> Self {
        Self { name: name.into(), prior: prior.clone(), behaviour }
    }
}

fn deployments(games: &[&OpenGame]) -> Vec<Deployment> {
    games.iter().flat_map(|game| game.deployments()).collect()
}

/// A number with four digits.
fn rounded(x: f64) -> f64 {
    let scale = 10_f64.powi(3 - x.abs().max(1e-12).log10().floor() as i32);
    (x * scale).round() / scale
}
