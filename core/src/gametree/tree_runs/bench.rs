//! The bench on trees: the node total of a fixed set of searches, a signature of behaviour.

use super::run::run;
use crate::base::options::{OptionSpec, OptionValues};
use crate::gametree::search::Limit;
use crate::gametree::search::catalogue::{SEARCHES, SearchError, SearchInfo};
use crate::gametree::tree::{Generated, Recipe, Shape};

/// A tree of the set.
struct BenchTree {
    generator: &'static str,
    values: u64,
    branching: u32,
    depth: u32,
    seed: u64,
}

const TREES: [BenchTree; 5] = [
    BenchTree { generator: "uniform", values: 1000, branching: 8, depth: 6, seed: 1 },
    BenchTree { generator: "distinct", values: 0, branching: 2, depth: 16, seed: 2 },
    BenchTree { generator: "centred", values: 100, branching: 60, depth: 3, seed: 3 },
    BenchTree { generator: "incremental", values: 1000, branching: 10, depth: 5, seed: 4 },
    BenchTree { generator: "certain", values: 1000, branching: 6, depth: 6, seed: 5 },
];

/// Options whose defaults would be trivial, or differ from those that the set was fixed with.
const OPTIONS: [(&str, &str); 10] = [
    ("threshold", "8"),
    ("t1", "500"),
    ("t2", "1000"),
    ("M", "20"),
    ("N", "20"),
    ("delta", "1"),
    ("budget", "5000"),
    ("past_terminal", "true"),
    ("size", "50"),
    ("level", "0.9"),
];

/// Searches that came after the set was fixed, and those that trees without chance nodes have no use for. They are
/// left out, so that totals stay comparable.
const LEFT_OUT: [&str; 4] = ["partition", "fuzzy", "expectimax", "star2"];

/// The expected result of [`bench()`], checked by `tests/library/research/signature.rs`. A commit that changes
/// it says so, with the reason.
pub const BENCH: u64 = 3_236_364;

/// Counts the nodes of every search of the set, in catalogue order, on the trees of the set that it can search.
pub fn bench(mut each: impl FnMut(&'static str, u64)) -> u64 {
    let mut total = 0;
    for info in SEARCHES.iter().filter(|info| !LEFT_OUT.contains(&info.name)) {
        let mut values = OptionValues::default();
        for (name, value) in OPTIONS {
            if OptionSpec::find(info.options, name).is_some() {
                values.set(info.options, name, value).expect("the options of the set are in range");
            }
        }
        let nodes = TREES.iter().filter_map(|tree| nodes(info, &values, tree)).sum();
        total += nodes;
        each(info.name, nodes);
    }
    total
}

/// The nodes that a search visits; `None` if it needs intervals and the tree has none.
fn nodes(info: &SearchInfo, values: &OptionValues, tree: &BenchTree) -> Option<u64> {
    let recipe = Shape::new(tree.branching, tree.depth)
        .and_then(|shape| Recipe::new(tree.generator, tree.values, shape, tree.seed))
        .expect("the trees of the set exist");
    match run(info.name, values, &Generated::new(recipe), Limit::default()) {
        Ok(run) => Some(run.outcome.nodes_visited),
        Err(SearchError::NoInterval(_)) => None,
        Err(error) => unreachable!("generated trees have all but intervals: {error}"),
    }
}
