//! Searches at the board whose nodes are counted: part of the number that only behaviour changes.

use super::{ENGINES, SearchTask};
use crate::base::options::OptionValues;
use crate::engine::data;
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::game::belief::{Belief, BeliefPosition, Prior};
use crate::game::format::SavedPosition;
use crate::gametree::search::Limit;
use std::sync::Arc;

/// Every so many of the embedded positions.
const EVERY: usize = 11;
/// Nodes of a search at most: more than any of them needs.
const NODES: u64 = 1_000_000;
/// A threshold that ends paths within the depth, bits.
const THRESHOLD: &str = "2.7";

/// What [`bench()`] counts: `tests/signature.rs` counts it again. A commit that changes it says so, and
/// why.
pub const BENCH: u64 = 385_307;

/// The nodes that every engine visits on some of the embedded positions, in the order of the
/// registry, after a uniform prior.
pub fn bench(mut each: impl FnMut(&'static str, u64)) -> u64 {
    let weights = data::weights();
    let positions = data::positions();
    let roots: Vec<_> = positions.iter().step_by(EVERY).map(|(_, scene)| root(scene)).collect();
    let mut total = 0;
    for kind in &ENGINES {
        let (mut params, known) = (OptionValues::default(), kind.params);
        if known.iter().any(|param| param.name == "threshold") {
            params.set(known, "threshold", THRESHOLD).expect("a number of bits");
        }
        let nodes = roots.iter().map(|position| {
            let evaluation = Evaluation::of_belief(position, &weights).expect(SOUND);
            let mut root = CorrectedBelief::new(position.clone(), &evaluation);
            let limit = Limit { nodes: Some(NODES), over: None };
            let task = SearchTask {
                limit,
                nodes: 4000,
                clock: None,
                depth: 2,
                quiet: 2,
                table: 1 << 18,
                heard: None,
            };
            kind.with(&params, known).think(&task, &evaluation, &mut root).visits.nodes
        });
        let nodes = nodes.sum();
        total += nodes;
        each(kind.name, nodes);
    }
    total
}

/// Of all that is embedded.
const SOUND: &str = "what is embedded is sound";

fn root(scene: &SavedPosition) -> BeliefPosition {
    let prior = Arc::new(Prior::uniform());
    let mut belief = Belief::new(&scene.history.start, prior).expect(SOUND);
    scene.history.events.iter().for_each(|event| belief.learn(event));
    let known = scene.information().expect(SOUND);
    BeliefPosition::new(&known.observation(), &belief.posterior(0))
}
