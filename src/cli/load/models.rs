//! Belief models and evaluation weights.

use super::files::{check_json, text};
use super::named::Source;
use anyhow::{Context, Result, ensure};
use junqi_core::base::text::read_json;
use junqi_core::engine::data::Opponent;
use junqi_core::engine::eval::Weights;
use junqi_core::game::belief::{BeliefModel, Mixture};
use junqi_core::game::rules::Mode;
use std::path::Path;
use std::sync::Arc;

/// What is expected of an opponent in games of a mode: one of [`Opponent`], or a file written by `belief fit`.
pub(in crate::cli) fn opponent(name: &Source, mode: Mode) -> Result<Arc<Mixture>> {
    if let Some(opponent) = name.text().ok().and_then(Opponent::find) {
        return Ok(opponent.mixture(mode));
    }
    let words = Opponent::WORDS.join(", ");
    ensure!(
        name.path().exists(),
        "found `{name}`, expected {words} or a file written by `junqi belief fit`; there is no such file"
    );
    let model = belief_model(name)?;
    let prior = model.prior().with_context(|| name.to_string())?;
    let behaviour = model.behaviour_model().with_context(|| name.to_string())?;
    Ok(Mixture::only(name.to_string(), prior, Some(behaviour.into())).into())
}

/// A belief model of a file written by `belief fit`.
pub(in crate::cli) fn belief_model(name: &Source) -> Result<BeliefModel> {
    let path = name.path();
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
