//! Belief models and evaluation weights.

use super::files::{check_json, text};
use super::named::Source;
use crate::base::text::read_json;
use crate::engine::data;
use crate::engine::eval::Weights;
use crate::game::belief::{BehaviourModel, BeliefModel, Prior};
use crate::game::rules::Mode;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::sync::Arc;

/// The belief models that a command takes.
const MODELS: &str = "learned, engines or a file written by `junqi belief fit`";

/// A prior over deployments (`uniform`, `learned`, `engines`, or a file written by `belief fit`),
/// for games of a mode, with the behaviour model, if there is one and `with_behaviour` is set.
pub(in crate::cli) fn expectation(
    name: &Source,
    mode: Mode,
    with_behaviour: bool,
) -> Result<(Arc<Prior>, Option<Arc<BehaviourModel>>)> {
    if name.is("uniform") {
        return Ok((Prior::uniform().into(), None));
    }
    let model = belief_model(name, mode, "uniform, ")?;
    let prior = model.prior().with_context(|| name.to_string())?;
    let behaviour = model.behaviour_model().with_context(|| name.to_string())?;
    Ok((prior.into(), with_behaviour.then(|| behaviour.into())))
}

/// A belief model: `learned`, that of `engines` in a mode, or a file written by `belief fit`. An error begins with the
/// `other` names that the command takes.
pub(in crate::cli) fn belief_model(name: &Source, mode: Mode, other: &str) -> Result<BeliefModel> {
    if let Some(model) = name.text().ok().and_then(|name| data::belief_model(name, mode)) {
        return Ok(model);
    }
    let path = name.path();
    ensure!(path.exists(), "found `{name}`, expected {other}{MODELS}; there is no such file");
    let text = text(path)?;
    check_json(&text, "JSON, a belief model").with_context(|| name.to_string())?;
    read_json(&text).with_context(|| name.to_string())
}

/// The weights of a file, or without one those that are built in.
pub(in crate::cli) fn weights(path: Option<&Path>, built_in: fn() -> Weights) -> Result<Weights> {
    let Some(path) = path else { return Ok(built_in()) };
    let text = text(path)?;
    let parsed = check_json(&text, "JSON, evaluation weights");
    parsed.and_then(|()| Ok(Weights::parse(&text)?)).with_context(|| path.display().to_string())
}
