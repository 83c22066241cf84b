//! The bench of the algorithms: the node total of a fixed set of searches, a signature of behaviour.

use super::{AlgorithmError, infos, run};
use crate::base::options::OptionValues;
use crate::gametree::search::Limit;
use crate::gametree::tree::{Generated, Recipe, Shape};

/// The trees of the set: generator, values, branching, depth, seed.
const TREES: [(&str, u64, u32, u32, u64); 5] = [
    ("uniform", 1000, 8, 6, 1),
    ("distinct", 0, 2, 16, 2),
    ("centred", 100, 60, 3, 3),
    ("incremental", 1000, 10, 5, 4),
    ("certain", 1000, 6, 6, 5),
];

/// Options whose defaults would be trivial.
const PARAMS: [(&str, &str); 9] = [
    ("threshold", "8"),
    ("t1", "500"),
    ("t2", "1000"),
    ("M", "20"),
    ("N", "20"),
    ("budget", "5000"),
    ("past_terminal", "true"),
    ("size", "50"),
    ("level", "0.9"),
];

/// Algorithms that came after the set was fixed. They are left out, so that totals stay comparable.
const LATER: [&str; 2] = ["partition", "fuzzy"];

/// The expected result of [`bench()`], checked by `tests/research/signature.rs`. A commit that changes
/// it says so, with the reason.
pub const BENCH: u64 = 3_236_364;

/// Counts the nodes of every algorithm of the set, in catalogue order, on the trees of the set that it can search.
pub fn bench(mut each: impl FnMut(&'static str, u64)) -> u64 {
    let mut total = 0;
    for info in infos().filter(|info| !LATER.contains(&info.name)) {
        let mut params = OptionValues::default();
        for (name, value) in PARAMS {
            if info.params.iter().any(|param| param.name == name) {
                params.set(info.params, name, value).expect("the set's parameters are in range");
            }
        }
        let nodes = TREES.iter().filter_map(|tree| nodes(info.name, &params, *tree)).sum();
        total += nodes;
        each(info.name, nodes);
    }
    total
}

/// The nodes that an algorithm visits; None if it needs intervals and the tree has none.
fn nodes(
    algo: &str,
    params: &OptionValues,
    (generator, values, branching, depth, seed): (&str, u64, u32, u32, u64),
) -> Option<u64> {
    let recipe = Shape::new(branching, depth)
        .and_then(|shape| Recipe::new(generator, values, shape, seed))
        .expect("the set's trees exist");
    match run(algo, params, &Generated::new(recipe), Limit::default()) {
        Ok(run) => Some(run.outcome.nodes_visited),
        Err(AlgorithmError::NoInterval(_)) => None,
        Err(error) => unreachable!("generated trees have all but intervals: {error}"),
    }
}
