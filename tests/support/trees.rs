//! Trees for the tests of the searches, and runs on them.

use junqi::base::options::OptionValues;
use junqi::base::random::split_mix;
use junqi::gametree::position::Side;
use junqi::gametree::search::Limit;
use junqi::gametree::search::catalogue;
use junqi::gametree::tree::{Explicit, Generated, Recipe, Shape, Tree, Walker};
use junqi::gametree::tree_runs::{self, RunOutcome};

/// Runs an algorithm with parameters written as `name=value name=value`.
pub fn run<T: Tree>(root: &T, algo: &str, params: &str) -> RunOutcome {
    run_to(root, algo, params, None)
}

/// The same with at most so many nodes.
pub fn run_to<T: Tree>(root: &T, algo: &str, params: &str, nodes: Option<u64>) -> RunOutcome {
    let known = catalogue::find(algo).expect("a search").options;
    let mut set = OptionValues::default();
    for param in params.split_whitespace() {
        let (name, value) = param.split_once('=').expect("name=value");
        set.set(known, name, value).unwrap_or_else(|e| panic!("{algo} {params}: {e}"));
    }
    let limit = Limit { nodes, over: None };
    tree_runs::run(algo, &set, root, limit)
        .unwrap_or_else(|e| panic!("{algo} {params}: {e}"))
        .outcome
}

/// The whole value of an outcome.
pub fn value(outcome: &RunOutcome) -> i64 {
    match outcome.value {
        Some(junqi::base::number::Number::Whole(value)) => value,
        other => panic!("found {other:?}, expected a whole value"),
    }
}

/// The value by a recursion of the test's own, as Max sees it.
pub fn minimax<T: Tree>(node: &T) -> i64 {
    let width = node.width();
    if width == 0 {
        return node.payoff().expect("a payoff").0;
    }
    let values = children(node).into_iter();
    let best = if node.side() == Side::Max { values.max() } else { values.min() };
    best.expect("children")
}

/// The values of the children by that recursion.
pub fn children<T: Tree>(node: &T) -> Vec<i64> {
    let value = |m| {
        let mut child = node.clone();
        child.make(m);
        minimax(&child)
    };
    (0..node.width()).map(value).collect()
}

/// A generated tree.
pub fn generated(name: &str, values: u64, b: u32, d: u32, seed: u64) -> Generated<Recipe> {
    let shape = Shape::new(b, d).expect("a shape");
    Generated::new(Recipe::new(name, values, shape, seed).expect("a recipe"))
}

/// A tree of uneven widths and depths with payoffs from -`range` to `range` at every node, and Min
/// to move at the root of every second one.
pub fn uneven(seed: u64, range: u64) -> Explicit {
    let mut state = seed;
    let mut below = |n: u64| split_mix(&mut state) % n;
    let (mut children, mut depths): (Vec<Vec<u32>>, Vec<u64>) = (vec![vec![]], vec![0]);
    let mut next = 0;
    while next < children.len() {
        let width = if depths[next] >= 5 || children.len() > 300 { 0 } else { below(5) };
        let width = if next == 0 { width.max(2) } else { width };
        for _ in 0..width {
            let child = children.len() as u32;
            children[next].push(child);
            children.push(vec![]);
            depths.push(depths[next] + 1);
        }
        next += 1;
    }
    let nodes = children.len();
    let payoff: Vec<i64> =
        (0..nodes).map(|_| below(2 * range + 1).cast_signed() - range.cast_signed()).collect();
    let entropy: Vec<f64> = (0..nodes).map(|_| below(8) as f64 / 2.0).collect();
    let json = serde_json::json!({
        "children": children, "payoff": payoff, "entropy": entropy, "root_is_max": seed.is_multiple_of(2),
    });
    Explicit::parse(&json.to_string()).expect("a tree")
}

/// A tree from its leaves, left to right, all nodes of one width.
pub fn of_leaves(width: usize, leaves: &[i64]) -> Explicit {
    let mut inner = 0;
    let mut level = 1;
    while level < leaves.len() {
        inner += level;
        level *= width;
    }
    let children: Vec<Vec<usize>> =
        (0..inner + leaves.len())
            .map(|node| {
                if node < inner { (1..=width).map(|m| node * width + m).collect() } else { vec![] }
            })
            .collect();
    let payoff: Vec<Option<i64>> =
        vec![None; inner].into_iter().chain(leaves.iter().copied().map(Some)).collect();
    let json = serde_json::json!({ "children": children, "payoff": payoff });
    Explicit::parse(&json.to_string()).expect("a tree")
}

/// The evaluated leaves as places among the leaves of such a tree.
pub fn places(root: &Walker<'_>, outcome: &RunOutcome) -> Vec<u64> {
    let mut first = u64::MAX;
    root.walk(|node, _| {
        if node.width() == 0 {
            first = first.min(node.number());
        }
    });
    outcome.leaf_order.iter().map(|leaf| leaf - first).collect()
}

/// Whether every leaf of one outcome is among those of another.
pub fn subset(of: &RunOutcome, whole: &RunOutcome) -> bool {
    let whole: std::collections::HashSet<_> = whole.leaf_order.iter().collect();
    of.leaf_order.iter().all(|leaf| whole.contains(leaf))
}
