//! Fuzzy search: values with their spread, and a tolerance that saves nodes.

use crate::support::trees::{children, generated, minimax, run, uneven, value};
use junqi::base::random::split_mix;
use junqi::gametree::position::{Node, Position, Side};
use junqi::gametree::tree::{Explicit, Tree};
use junqi::gametree::tree_runs::RunOutcome;

/// The ends of the root's value, as Max sees them.
fn ends(outcome: &RunOutcome) -> [i64; 2] {
    let ends = &outcome.extra["interval"];
    [0, 1].map(|end| ends[end].as_i64().unwrap_or_else(|| panic!("{outcome:?}")))
}

#[test]
fn without_spreads_it_is_alpha_beta_leaf_by_leaf() {
    for seed in 0..2000 {
        let tree = uneven(seed, [1, 3, 40][seed as usize % 3]);
        let root = tree.root();
        for params in ["", "tolerance=7"] {
            let [found, plain] =
                [("fuzzy", params), ("alpha_beta", "")].map(|(a, p)| run(&root, a, p));
            assert_eq!(found.leaf_order, plain.leaf_order, "seed={seed}");
            assert_eq!(found.nodes_visited, plain.nodes_visited, "seed={seed}");
            assert_eq!(found.best, plain.best, "seed={seed}");
            assert_eq!(ends(&found), [value(&plain); 2], "seed={seed}");
        }
    }
}

/// The nodes of a tree as a file would have them: children, and a range of every payoff.
struct Ranges {
    children: Vec<Vec<u64>>,
    payoff: Vec<i64>,
    pess: Vec<i64>,
    opt: Vec<i64>,
    max: bool,
}

/// Wider than all payoffs: what is known of a node with children.
const WIDE: i64 = 1 << 20;

impl Ranges {
    /// Uneven trees whose leaves have spreads of 0 to 12.
    fn new(seed: u64) -> Self {
        let tree = uneven(seed, 20);
        let count = tree.nodes();
        let mut ranges = Self {
            children: vec![vec![]; count],
            payoff: vec![0; count],
            pess: vec![-WIDE; count],
            opt: vec![WIDE; count],
            max: tree.root().side() == Side::Max,
        };
        let mut state = seed ^ 0xF0_22;
        tree.root().walk(|node, _| {
            let at = node.number() as usize;
            for m in 0..node.width() {
                let mut child = *node;
                child.make(m);
                ranges.children[at].push(child.number());
            }
            ranges.payoff[at] = node.payoff().expect("a payoff").0;
            if node.width() == 0 {
                let mut below = |n: u64| (split_mix(&mut state) % n).cast_signed();
                ranges.pess[at] = ranges.payoff[at] - below(7);
                ranges.opt[at] = ranges.payoff[at] + below(7);
            }
        });
        ranges
    }

    /// The tree, with payoffs of its leaves.
    fn tree(&self, payoff: &[i64]) -> Explicit {
        let json = serde_json::json!({
            "children": self.children, "payoff": payoff, "root_is_max": self.max,
            "pess": self.pess, "opt": self.opt,
        });
        Explicit::parse(&json.to_string()).expect("a tree")
    }

    fn minimax(&self, payoff: &[i64]) -> i64 {
        minimax(&self.tree(payoff).root())
    }
}

#[test]
fn the_ends_are_minimax_of_the_ends_and_contain_every_possible_value() {
    let (mut wide, mut state) = (0, 5);
    for seed in 0..1500 {
        let ranges = Ranges::new(seed);
        let found = run(&ranges.tree(&ranges.payoff).root(), "fuzzy", "");
        let [low, high] = ends(&found);
        assert_eq!(value(&found), ranges.minimax(&ranges.payoff), "seed={seed}");
        assert_eq!(
            [low, high],
            [&ranges.pess, &ranges.opt].map(|end| ranges.minimax(end)),
            "seed={seed}"
        );
        for _ in 0..3 {
            let mut drawn = ranges.payoff.clone();
            for (at, payoff) in drawn.iter_mut().enumerate() {
                let range = (ranges.opt[at] - ranges.pess[at]).cast_unsigned() + 1;
                *payoff = ranges.pess[at] + (split_mix(&mut state) % range).cast_signed();
            }
            let value = ranges.minimax(&drawn);
            assert!((low..=high).contains(&value), "{value} in {low}..={high}: seed={seed}");
        }
        wide += u32::from(low < high);
    }
    assert!(wide > 1000, "{wide} trees with a spread at the root");
}

#[test]
fn a_tolerance_bounds_spread_and_loss_and_saves_nodes() {
    let tolerances = [0, 2000, 4000];
    for (b, d) in [(2, 6), (3, 4), (4, 5), (6, 4)] {
        let (mut nodes, mut plain, mut losses) = ([0; 3], 0, [0; 3]);
        for seed in 0..200 {
            let name = ["incremental", "certain"][seed as usize % 2];
            let root = generated(name, 1000, b, d, seed);
            let what = format!("{name} b={b} d={d} seed={seed}");
            let (whole, values) = (minimax(&root), children(&root));
            let other = run(&root, "alpha_beta", "").nodes_visited;
            plain += other;
            let mut inside = [i64::MIN, i64::MAX];
            for (i, tolerance) in tolerances.into_iter().enumerate().rev() {
                let found = run(&root, "fuzzy", &format!("tolerance={tolerance}"));
                let [low, high] = ends(&found);
                assert!(low <= whole && whole <= high, "{tolerance}: {what}");
                assert!(low <= value(&found) && value(&found) <= high, "{tolerance}: {what}");
                assert!(high - low <= tolerance, "{tolerance}: {low}..{high}: {what}");
                assert!(
                    inside[0] <= low && high <= inside[1],
                    "{tolerance} is not narrower: {what}"
                );
                inside = [low, high];
                let loss = whole - values[found.best.expect("a move") as usize];
                assert!((0..=tolerance).contains(&loss), "{tolerance} loses {loss}: {what}");
                assert!(tolerance > 0 || found.nodes_visited <= other, "{what}");
                nodes[i] += found.nodes_visited;
                losses[i] += loss;
            }
        }
        assert!(nodes[0] < plain && nodes.windows(2).all(|pair| pair[1] < pair[0]), "{nodes:?}");
        let part = nodes.map(|n| format!("{:.3}", n as f64 / plain as f64));
        let loss = losses.map(|sum| sum as f64 / 200.0);
        println!("b={b} d={d} tolerances {tolerances:?}: nodes {part:?}, mean loss {loss:?}");
    }
}
