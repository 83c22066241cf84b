//! The model that `junqi belief fit` begins with.

use crate::cli::load;
use crate::game::belief::{BehaviourModel, Formation, Prior};
use crate::game::rules::Mode;
use crate::research::learn::OpenGame;
use anyhow::{Context, Result, ensure};

/// A model before it is refined.
pub(super) struct Start {
    /// Without mirror images.
    pub(super) formations: Vec<Formation>,
    pub(super) prior: Prior,
    pub(super) behaviour: BehaviourModel,
    /// How it was made, for the file.
    pub(super) method: String,
}

impl Start {
    /// A given model, for games of one mode.
    pub(super) fn of_model(name: &str, games: &[&OpenGame]) -> Result<Self> {
        let mode = games.first().map_or(Mode::FourPlayer, |game| game.start.rules().mode);
        let model = load::belief_model(name, mode, "")?;
        let behaviour = model.behaviour_model().with_context(|| name.to_owned())?;
        ensure!(
            behaviour.choices().is_some(),
            "{name}: no move choices, expected a model of `belief fit --choices`"
        );
        let prior = model.prior().with_context(|| name.to_owned())?;
        let method = format!("{name} ({}: {})", model.source, model.method);
        Ok(Self { formations: model.formations, prior, behaviour, method })
    }
}
