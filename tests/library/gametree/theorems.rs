//! What the literature proves of the searches, and what our readings promise; ties included.

use crate::support::trees::{
    children, generated, minimax, of_leaves, places, run, run_to, subset, uneven, value,
};
use junqi::gametree::position::{Node, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, HistoryOrder, NodeCounter, Plies, Ticks, Timer, alpha_beta, awt,
};
use junqi::gametree::tree::{Explicit, Payoffs, Tree};

/// Trees for theorems: uniform of several sizes, in values that tie often, seldom and never.
fn theorem_trees(each: u64, mut law: impl FnMut(&Explicit, u32, u32, &str)) {
    for (b, d) in [(2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2)] {
        for (name, range) in [("uniform", 2), ("uniform", 5), ("uniform", 50), ("distinct", 0)] {
            for seed in 0..each {
                let tree = Explicit::from_tree(&generated(name, range, b, d, seed)).unwrap();
                law(&tree, b, d, &format!("{name} R={range} b={b} d={d} seed={seed}"));
            }
        }
    }
}

#[test]
fn sss_and_dual_dominate_alpha_beta_and_null_windows_retrace_them() {
    theorem_trees(60, |tree, b, d, what| {
        let root = tree.root();
        let ab = run(&root, "alpha_beta", "");
        for (star, mt, half) in
            [("sss_star", "mt_sss", d.div_ceil(2)), ("dual_star", "mt_dual", d / 2)]
        {
            let (star, mt) = (run(&root, star, ""), run(&root, mt, ""));
            assert_eq!(star.leaf_visits, star.unique_leaves, "a leaf twice: {what}");
            assert!(subset(&star, &ab), "a leaf that alpha-beta does not visit: {what}");
            assert_eq!(star.leaf_order, mt.leaf_order, "{what}");
            assert_eq!(star.extra["open_peak"], u64::from(b).pow(half), "{what}");
            let heads = star.extra["heads"].as_array().unwrap();
            let mut passes = mt.extra["passes"].as_array().unwrap().clone();
            passes.dedup();
            assert_eq!(*heads, passes, "{what}");
            let up = |w: &[serde_json::Value]| w[0].as_i64() < w[1].as_i64();
            let one_way = heads.windows(2).all(up) || heads.windows(2).all(|w| !up(w));
            assert!(one_way, "{heads:?}: {what}");
        }
    });
}

#[test]
fn uneven_trees_keep_the_theorems_too() {
    for seed in 0..2000 {
        let tree = uneven(seed, [1, 4, 60][seed as usize % 3]);
        let (root, what) = (tree.root(), format!("uneven seed={seed}"));
        let ab = run(&root, "alpha_beta", "");
        let [sss, dual] = ["sss_star", "dual_star"].map(|star| run(&root, star, ""));
        assert!(subset(&sss, &ab) && subset(&dual, &ab), "{what}");
        assert_eq!(sss.leaf_order, run(&root, "mt_sss", "").leaf_order, "{what}");
        assert_eq!(dual.leaf_order, run(&root, "mt_dual", "").leaf_order, "{what}");
        assert!(subset(&run(&root, "pvs", ""), &ab), "{what}");
    }
}

#[test]
fn the_uncorrected_insertion_swings() {
    let equal = |width, leaves| of_leaves(width, &vec![7; leaves]);
    let witnesses = [
        (2, 4, [vec![0, 1, 2], vec![0, 2, 1], vec![0, 2, 3]]),
        (3, 9, [vec![0, 1, 2, 3, 6], vec![0, 3, 6, 1, 2], vec![0, 3, 6, 7, 8]]),
        (2, 8, [vec![0, 1, 2, 4, 5], vec![0, 1, 4, 5, 2], vec![0, 1, 4, 5, 6]]),
    ];
    for (width, leaves, [ab, left, newest]) in witnesses {
        let tree = equal(width, leaves);
        let root = tree.root();
        let order = |algo, params| places(&root, &run(&root, algo, params));
        assert_eq!(order("alpha_beta", ""), ab);
        assert_eq!(order("sss_star", ""), left);
        assert_eq!(order("sss_star", "ties=newest"), newest);
    }
}

#[test]
fn ordered_and_constant_trees_are_minimal() {
    for (b, d) in [(2, 4), (3, 5), (4, 4), (6, 3), (5, 4)] {
        let minimal = generated("uniform", 1, b, d, 0).shape().minimal_leaves();
        for seed in 0..3 {
            for (name, range) in [("uniform", 1), ("ordered", 50)] {
                let root = generated(name, range, b, d, seed);
                for algo in ["alpha_beta", "sss_star", "mt_sss", "dual_star", "mt_dual"] {
                    let outcome = run(&root, algo, "");
                    let what = format!("{algo} on {name} b={b} d={d} seed={seed}");
                    assert_eq!(outcome.unique_leaves, minimal, "{what}");
                }
            }
        }
    }
}

#[test]
fn windows_that_contain_the_value_visit_no_more_and_bounds_are_bounds() {
    theorem_trees(30, |tree, _, _, what| {
        let root = tree.root();
        let (ab, truth) = (run(&root, "alpha_beta", ""), minimax(&tree.root()));
        for delta in [1, 4, 30] {
            let params = format!("estimate={truth} delta={delta}");
            let aspired = run(&root, "aspiration", &params);
            assert!(subset(&aspired, &ab) && aspired.passes == 1, "{params}: {what}");
        }
        assert!(subset(&run(&root, "pvs", ""), &ab), "{what}");
        assert!(subset(&run(&root, "pvs", "clamp=false"), &ab), "{what}");
        for gamma in [truth - 2, truth, truth + 1, truth + 9] {
            let bound = value(&run(&root, "mt", &format!("gamma={gamma}")));
            let right = if truth >= gamma { gamma..=truth } else { truth..=gamma - 1 };
            assert!(right.contains(&bound), "mt gamma={gamma} says {bound}: {what}");
            let window = format!("alpha={} beta={}", gamma - 3, gamma + 2);
            let soft = value(&run(&root, "alpha_beta", &window));
            let right = match soft {
                low if low <= gamma - 3 => truth <= low,
                high if high >= gamma + 2 => truth >= high,
                exact => truth == exact,
            };
            assert!(right, "{window} gives {soft}: {what}");
        }
    });
}

#[test]
fn awt_loses_no_more_than_its_raises() {
    for seed in 0..1000 {
        let tree = uneven(seed, [2, 9, 200][seed as usize % 3]);
        let root = tree.root();
        let what = format!("uneven seed={seed}");
        let truth = minimax(&tree.root());
        let values = children(&tree.root());
        let sign = if root.side() == Side::Max { 1 } else { -1 };
        let ab = run(&root, "alpha_beta", "");
        for (t1, t2) in [(0_u64, 0_u64), (1, 2), (5, 20), (30, 31), (90, 200)] {
            for (m, n) in [(0, 0), (1, 2), (5, 0), (0, 7), (60, 60)] {
                let params = format!("t1={t1} t2={t2} M={m} N={n}");
                let awt = run(&root, "awt", &params);
                let loss = sign * (truth - value(&awt));
                assert!((0..=m + n).contains(&loss), "loses {loss}: {params} {what}");
                let best = awt.best.map(|best| values[best as usize]);
                assert_eq!(best, Some(value(&awt)), "{params} {what}");
                let until = Some(t1.saturating_sub(1));
                let [before, same] = [("awt", &*params), ("alpha_beta", "")]
                    .map(|(a, p)| run_to(&root, a, p, until));
                assert_eq!(before.leaf_order, same.leaf_order, "before the first tick: {what}");
                if m + n == 0 || t1 > ab.nodes_visited {
                    assert_eq!(awt.leaf_order, ab.leaf_order, "{params} {what}");
                }
                let stopped = run(&root, "awt", &format!("{params} T={}", t1 + 10));
                assert!(sign * (truth - value(&stopped)) >= 0, "{params} {what}");
                let aimed = run(&root, "awt", &format!("{params} estimate={} delta=3", truth + 2));
                let loss = sign * (truth - value(&aimed));
                assert!((0..=m + n).contains(&loss), "aimed, loses {loss}: {params} {what}");
            }
        }
    }
}

/// Without raises AWT is alpha-beta, also for an order that learns from cutoffs.
#[test]
fn awt_without_raises_learns_what_alpha_beta_learns() {
    let mut unordered = [0, 0];
    for seed in 0..200 {
        let mut root = generated("incremental", 100, 4, 5, seed);
        let fresh =
            || Context::new(Payoffs::default(), Plies(5)).with_observer(NodeCounter::default());
        let learning = || fresh().with_order(HistoryOrder::default());
        let (mut one, mut other, mut plain) = (learning(), learning(), fresh());
        let timer = Timer { by: Ticks::Nodes, ticks: [0, 0], raises: [Score(0); 2], stop: None };
        let found = awt(&mut one, &mut root, timer, None).0.value;
        assert_eq!(found, alpha_beta(&mut other, &mut root, Window::FULL).value, "seed {seed}");
        assert_eq!(one.observer.nodes, other.observer.nodes, "seed {seed}");
        alpha_beta(&mut plain, &mut root, Window::FULL);
        unordered[0] += one.observer.nodes;
        unordered[1] += plain.observer.nodes;
    }
    assert!(unordered[0] < unordered[1], "the order learned nothing: {unordered:?}");
}

/// The value of the tree cut off where the path entropy exceeds a threshold, by the test's own
/// recursion, leaves shrunk by lambda; and the nodes of the cut tree.
fn truncated<T: Tree>(
    node: &mut T,
    path: f64,
    threshold: f64,
    lambda: f64,
    root: bool,
) -> (f64, u64) {
    if node.width() == 0 || (!root && path > threshold) {
        let ratio =
            if threshold > 0.0 { (path / threshold).min(1.0) } else { f64::from(path > 0.0) };
        return (node.payoff().unwrap().0 as f64 * (1.0 - lambda * ratio), 1);
    }
    let (max, mut nodes, mut best) = (node.side() == Side::Max, 1, None);
    for m in 0..node.width() {
        let undo = node.make(m);
        let path = path + node.average_entropy().unwrap().0;
        let (value, below) = truncated(node, path, threshold, lambda, false);
        node.unmake(m, undo);
        nodes += below;
        best = best
            .map(|best: f64| if max { best.max(value) } else { best.min(value) })
            .or(Some(value));
    }
    (best.unwrap(), nodes)
}

#[test]
fn entropy_thresholds_search_the_truncated_tree() {
    for seed in 0..1500 {
        let tree = uneven(seed, [1, 8, 100][seed as usize % 3]);
        let (root, what) = (tree.root(), format!("uneven seed={seed}"));
        let mut last = 0;
        for threshold in [0.0, 1.5, 4.0, 7.0, 50.0] {
            let params = format!("threshold={threshold}");
            let (expected, size) = truncated(&mut tree.root(), 0.0, threshold, 0.0, true);
            assert!(size >= last, "the cut tree shrinks at {threshold}: {what}");
            last = size;
            let real = |algo, params: &str| run(&root, algo, params).value.unwrap().to_f64();
            let same = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
            assert!(same(real("abt", &params), expected), "abt {params}: {what}");
            assert!(same(real("ct", &params), expected), "ct {params}: {what}");
            let down = format!("{params} order=descending");
            assert!(same(real("ct", &down), expected), "ct {down}: {what}");
            assert!(
                same(real("bct", &format!("{params} lam=0")), expected),
                "bct {params}: {what}"
            );
            let (shrunk, _) = truncated(&mut tree.root(), 0.0, threshold, 0.5, true);
            assert!(same(real("bct", &params), shrunk), "bct {params}: {what}");
        }
        let free = run(&root, "abt", "threshold=inf");
        assert_eq!(free.leaf_order, run(&root, "alpha_beta", "").leaf_order, "{what}");
        // Every entropy of a centred tree is positive: nothing below the root's children.
        let centred = generated("centred", 9, 4, 3, seed);
        assert_eq!(run(&centred, "abt", "threshold=0").nodes_visited, 5, "centred seed={seed}");
    }
}

#[test]
fn b_star_proves_a_best_move_and_pb_star_never_takes_longer() {
    const STRATEGIES: [&str; 8] = ["PB", "DR", "2D", "3D", "AD", "2R", "3R", "AR"];
    for (name, range) in [("ordered", 30), ("incremental", 60), ("certain", 60)] {
        for seed in 0..400 {
            let mut root = generated(name, range, 3, 4, seed);
            if seed % 2 == 1 {
                root.make(1);
            }
            let (truth, values) = (minimax(&root), children(&root));
            for strategy in STRATEGIES {
                let what = format!("{strategy} {name} seed={seed}");
                let b = run(&root, "b_star", &format!("strategy={strategy}"));
                assert_eq!(b.extra["separated"], true, "{what}");
                assert_eq!(values[b.best.unwrap() as usize], truth, "{what}");
                let one = run(&root, "pb_star", &format!("strategy={strategy} level=1"));
                assert_eq!(one.extra["expand_order"], b.extra["expand_order"], "{what}");
                let some = run(&root, "pb_star", &format!("strategy={strategy} level=0.7"));
                assert!(some.nodes_visited <= b.nodes_visited, "{what}");
            }
        }
    }
}

/// The value of a tree whose leaves are the nodes that were never expanded.
fn frontier<T: Tree>(node: &T, expanded: &[u64]) -> i64 {
    if !expanded.contains(&node.number()) {
        return node.payoff().unwrap().0;
    }
    let below = (0..node.width()).map(|m| {
        let mut child = node.clone();
        child.make(m);
        frontier(&child, expanded)
    });
    let best = if node.side() == Side::Max { below.max() } else { below.min() };
    best.unwrap()
}

/// After every expansion the root is worth what its frontier is.
fn frontier_is_backed_up<T: Tree>(root: &T, what: &str) {
    for budget in 0..60 {
        let params = format!("budget={budget} past_terminal=true");
        let outcome = run(root, "bfmms", &params);
        let expanded: Vec<u64> =
            serde_json::from_value(outcome.extra["expand_order"].clone()).unwrap();
        assert_eq!(value(&outcome), frontier(root, &expanded), "{params} {what}");
    }
}

#[test]
fn best_first_minimax_ends_at_minimax_and_linear_space_retraces_it() {
    for seed in 0..1500 {
        let tree = uneven(seed, [1, 8, 100][seed as usize % 3]);
        let (root, what) = (tree.root(), format!("uneven seed={seed}"));
        let all = run(&root, "bfmms", "budget=1000000 past_terminal=true");
        assert_eq!(value(&all), minimax(&tree.root()), "{what}");
        assert_eq!(all.nodes_visited, tree.nodes() as u64, "{what}");
        if seed < 100 {
            frontier_is_backed_up(&root, &what);
        }
        for budget in [0, 1, 9, 40, 100_000] {
            let params = format!("budget={budget}");
            let full = run(&root, "bfmms", &params);
            let linear = run(&root, "bfmms_linear", &params);
            for key in ["expand_order", "stop", "evaluated"] {
                assert_eq!(full.extra[key], linear.extra[key], "{key} {params} {what}");
            }
            assert_eq!(full.value, linear.value, "{params} {what}");
            assert_eq!(full.best, linear.best, "{params} {what}");
        }
    }
}
