//! Node count of the deepening searches on a fixed set of positions, which changes only if their behaviour does.
//! Searches of sampled worlds are not counted.

use super::{DeepeningInput, DeepeningSearch, deepening_searches};
use crate::base::clock::WallClock;
use crate::base::options::OptionValues;
use crate::engine::data;
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::engine::{SearchRequest, SearchSettings};
use crate::game::belief::{Belief, BeliefPosition, Mixture};
use crate::game::format::SavedPosition;
use std::sync::atomic::AtomicBool;

/// Step through the embedded positions: every eleventh is searched.
const EVERY: usize = 11;
/// Node limit of a search: more than any of them needs.
const NODES: u64 = 1_000_000;
/// Path-entropy threshold that ends some lines before the depth limit, in bits.
const THRESHOLD: &str = "2.7";

/// The node total of [`bench()`], which `tests/library/research/signature.rs` checks. A commit that changes it
/// says so, and why.
pub const BENCH: u64 = 381_086;

/// Counts the nodes that every deepening search visits on some of the embedded positions under a uniform prior,
/// and calls `each` with the name and the nodes of every search, in the order of the catalogue.
pub fn bench(mut each: impl FnMut(&'static str, u64)) -> u64 {
    let weights = data::weights();
    let positions = data::positions();
    let roots: Vec<_> =
        positions.iter().step_by(EVERY).map(|(_, position)| root(position)).collect();
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let request = SearchRequest { nodes: Some(NODES), ..SearchRequest::new(&stop, &clock) };
    let settings = SearchSettings { depth: 2, quiescence: 2, table: 1 << 18 };
    let mut total = 0;
    for info in deepening_searches() {
        let mut values = OptionValues::default();
        if info.options.iter().any(|option| option.name == "threshold") {
            values.set(info.options, "threshold", THRESHOLD).expect("a number of bits");
        }
        let search = DeepeningSearch::new(info, &values);
        let mut nodes = 0;
        for position in &roots {
            let evaluation = &Evaluation::of_belief(position, &weights).expect(SOUND);
            let mut root = CorrectedBelief::new(position.clone(), evaluation);
            let input = DeepeningInput { evaluation, settings, expected_nodes: 4000 };
            nodes += search.search(&request, input, &mut root).nodes;
        }
        total += nodes;
        each(info.name, nodes);
    }
    total
}

/// Why embedded data cannot fail to load.
const SOUND: &str = "the embedded data is valid";

fn root(position: &SavedPosition) -> BeliefPosition {
    let mixture = Mixture::counting().into();
    let mut belief = Belief::new(&position.history.start, mixture).expect(SOUND);
    position.history.events.iter().for_each(|event| belief.learn(event));
    let known = position.information().expect(SOUND);
    BeliefPosition::new(&known.observation(), &belief.posterior(0))
}
