//! Belief models and evaluation weights.

use super::files::text;
use crate::engine::data;
use crate::engine::eval::Weights;
use crate::game::belief::{BehaviourModel, BeliefModel, Prior};
use crate::game::rules::Mode;
use anyhow::{Context, Result};
use std::path::Path;
use std::sync::Arc;

/// A prior over deployments (`uniform`, `learned`, `engines`, or a file written by `belief fit`),
/// for games of a mode, with the behaviour model, if there is one and `with_behaviour` is set.
pub(in crate::cli) fn expectation(
    name: &str,
    mode: Mode,
    with_behaviour: bool,
) -> Result<(Arc<Prior>, Option<Arc<BehaviourModel>>)> {
    if name == "uniform" {
        return Ok((Prior::uniform().into(), None));
    }
    let model: BeliefModel = match data::belief_model(name, mode) {
        Some(model) => model,
        None => serde_json::from_str(&text(Path::new(name))?).with_context(|| name.to_owned())?,
    };
    let prior = model.prior().with_context(|| name.to_owned())?;
    let behaviour = model.behaviour_model().with_context(|| name.to_owned())?;
    Ok((prior.into(), with_behaviour.then(|| behaviour.into())))
}

/// The weights of a file, or without one those that are built in.
pub(in crate::cli) fn weights(path: Option<&Path>, built_in: fn() -> Weights) -> Result<Weights> {
    let Some(path) = path else { return Ok(built_in()) };
    Weights::parse(&text(path)?).with_context(|| path.display().to_string())
}
