//! The model of `junqi belief fit` before and after it is refined, and its file.

use crate::cli::load::{self, Source};
use crate::game::belief::{
    BehaviourModel, BeliefModel, ChoiceModel, ChoiceWeights, FeatureWeights, Formation, Prior,
};
use crate::research::learn::{FitTogether, OpenGame};
use anyhow::{Context, Result, ensure};

/// A model, before or after it is refined.
pub(super) struct LearnedModel {
    /// Without mirror images.
    pub(super) formations: Vec<Formation>,
    pub(super) prior: Prior,
    pub(super) behaviour: BehaviourModel,
    /// How it was made, for the file.
    pub(super) method: String,
}

impl LearnedModel {
    /// The model of a file.
    pub(super) fn of_file(name: &Source) -> Result<Self> {
        let model = load::belief_model(name)?;
        let behaviour = model.behaviour_model().with_context(|| name.to_string())?;
        ensure!(
            behaviour.choices().is_some(),
            "{name}: no move choices, expected a model of `belief fit --choices`"
        );
        let prior = model.prior().with_context(|| name.to_string())?;
        let method = format!("{name} ({}: {})", model.source, model.method);
        Ok(Self { formations: model.formations, prior, behaviour, method })
    }

    /// The same model with move choices and behaviour fitted together to games, if there is a fit.
    pub(super) fn refined(self, fit: Option<FitTogether>, games: &[&OpenGame]) -> Self {
        let method = format!("{}; {fit:?}", self.method);
        let behaviour = match fit {
            Some(fit) => fit.run(games, &self.prior, &self.behaviour),
            None => self.behaviour,
        };
        Self { behaviour, method, ..self }
    }

    /// The same model, less or more sure of behaviour.
    pub(super) fn tempered(self, temper: f64) -> Self {
        Self { behaviour: self.behaviour.tempered(temper), ..self }
    }

    /// The file of the model.
    pub(super) fn into_file(self, source: String, command: String) -> BeliefModel {
        let Self { formations, behaviour, method, .. } = self;
        let choices = behaviour.choices().map(|choices| stored(choices)).unwrap_or_default();
        BeliefModel { source, method, command, formations, behaviour: listed(&behaviour), choices }
    }
}

fn listed(behaviour: &BehaviourModel) -> Vec<FeatureWeights> {
    let round =
        |habit: FeatureWeights| FeatureWeights { weights: habit.weights.map(rounded), ..habit };
    behaviour.to_list().into_iter().map(round).collect()
}

fn stored(choices: &ChoiceModel) -> Vec<ChoiceWeights> {
    let round =
        |entry: ChoiceWeights| ChoiceWeights { weights: entry.weights.map(rounded), ..entry };
    choices.to_list().into_iter().map(round).collect()
}

/// A number with four digits.
pub(super) fn rounded(x: f64) -> f64 {
    let scale = 10_f64.powi(3 - x.abs().max(1e-12).log10().floor() as i32);
    (x * scale).round() / scale
}
