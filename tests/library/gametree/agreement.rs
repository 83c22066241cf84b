//! Every search agrees with minimax, ties included, and keeps its limits.

use crate::support::trees::{
    children, generated, minimax, of_leaves, places, run, run_to, uneven, value,
};
use junqi::base::clock::Clock;
use junqi::gametree::position::Position;
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::catalogue::SEARCHES;
use junqi::gametree::search::{
    Context, Limit, Meter, NodeCounter, Plies, Ticks, Timer, alpha_beta, awt,
};
use junqi::gametree::tree::{Explicit, Payoffs, Tree};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Algorithms whose value is that of minimax, whatever their parameters.
const EXACT: &[(&str, &[&str])] = &[
    ("minimax", &[""]),
    ("negamax", &[""]),
    ("alpha_beta", &[""]),
    ("aspiration", &["", "estimate=3 delta=2", "estimate=-40 delta=7", "estimate=400 delta=100"]),
    ("pvs", &["", "clamp=false"]),
    ("history", &[""]),
    ("transposition", &["", "bytes=0"]),
    ("partition", &[""]),
    ("fuzzy", &[""]),
    ("iterative", &["", "search=pvs bytes=300", "search=aspiration delta=3"]),
    ("sss_star", &["", "ties=newest", "ties=oldest"]),
    ("dual_star", &["", "ties=newest", "ties=oldest"]),
    ("mt_sss", &[""]),
    ("mt_dual", &[""]),
    ("mtd_f", &["", "guess=7", "guess=-inf", "guess=inf"]),
    ("mtd_bi", &[""]),
    ("mtd_step", &["", "size=1", "size=13"]),
    ("awt", &["", "estimate=2 delta=3", "estimate=-60 delta=5", "estimate=90 delta=20"]),
    ("abt", &["threshold=inf", DEEP]),
    ("ct", &["threshold=inf", "threshold=inf order=descending"]),
    ("bct", &["threshold=inf lambda=0", "threshold=inf lam=0"]),
];

/// The other searches of the catalogue, tested elsewhere: they prove a bound or a move, stop early, or need chance nodes.
const OTHERS: [&str; 8] =
    ["mt", "mtd_best", "b_star", "pb_star", "bfmms", "bfmms_linear", "expectimax", "star2"];

#[test]
fn no_search_is_forgotten() {
    for info in &SEARCHES {
        let named = |name: &str| name == info.name || info.aliases.contains(&name);
        let known =
            EXACT.iter().any(|(name, _)| named(name)) || OTHERS.iter().any(|name| named(name));
        assert!(known, "{} is neither in EXACT nor in OTHERS", info.name);
    }
}

/// More plies than any tree has.
const DEEP: &str = "threshold=inf max_depth=18446744073709551615";

/// Every exact algorithm on a tree: its value, and that its move has this value.
fn agree<T: Tree>(root: &T, what: &str) -> usize {
    let mut runs = 0;
    let expected = minimax(root);
    let values = children(root);
    for (algo, all) in EXACT {
        for params in *all {
            let outcome = run(root, algo, params);
            let found = outcome.value.map(|value| value.to_f64() as i64);
            assert_eq!(found, Some(expected), "{algo} {params}: {what}");
            assert!(outcome.complete, "{algo} {params}: {what}");
            let best = outcome.best.map(|best| values[best as usize]);
            let wanted = (root.width() > 0).then_some(expected);
            assert_eq!(best, wanted, "{algo} {params}: the move {:?}: {what}", outcome.best);
            let once = algo.starts_with("mt") || algo.contains("star") || *algo == "minimax";
            let visits = if once { outcome.unique_leaves } else { outcome.leaf_visits };
            assert_eq!(outcome.leaf_visits, visits, "{algo} {params}: a leaf twice: {what}");
            runs += 1;
        }
    }
    for guess in ["guess=-inf", "guess=inf", "guess=3", "guess=-20"] {
        let outcome = run(root, "mtd_best", guess);
        let best = outcome.best.map(|best| values[best as usize]);
        assert_eq!(best, (root.width() > 0).then_some(expected), "mtd_best {guess}: {what}");
        let value = outcome.value.map(|value| value.to_f64() as i64);
        assert!(value.is_none_or(|value| value == expected), "mtd_best {guess}: {what}");
        runs += 1;
    }
    runs
}

const VALUES: [(&str, u64); 10] = [
    ("uniform", 1),
    ("uniform", 2),
    ("uniform", 5),
    ("uniform", 50),
    ("centred", 1000),
    ("distinct", 0),
    ("ordered", 20),
    ("incremental", 30),
    ("certain", 100),
    ("sparse", 50),
];

#[test]
fn every_exact_search_agrees_with_minimax() {
    let mut runs = 0;
    for (b, d) in [(1, 3), (2, 1), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2), (7, 2)] {
        for (name, range) in VALUES {
            for seed in 0..24 {
                let mut root = generated(name, range, b, d, seed);
                let what = format!("{name} R={range} b={b} d={d} seed={seed}");
                runs += agree(&root, &what);
                root.make(b - 1);
                runs += agree(&root, &format!("{what}, its last child, Min to move"));
            }
        }
    }
    for seed in 0..2000 {
        let tree = uneven(seed, [1, 3, 40][seed as usize % 3]);
        runs += agree(&tree.root(), &format!("uneven seed={seed}"));
        let [all, same] = ["minimax", "negamax"].map(|algo| run(&tree.root(), algo, ""));
        assert_eq!(all.nodes_visited, tree.nodes() as u64, "every node once: uneven seed={seed}");
        assert_eq!(all.leaf_order, same.leaf_order, "uneven seed={seed}");
    }
    println!("{runs} runs agree with minimax");
}

#[test]
#[ignore = "a minute in release: more and larger trees"]
fn every_exact_search_agrees_with_minimax_on_many_more() {
    for seed in 100..400 {
        for (name, range) in VALUES {
            let (b, d) = [(2, 8), (3, 5), (4, 4), (6, 3), (16, 2)][seed as usize % 5];
            let what = format!("{name} R={range} b={b} d={d} seed={seed}");
            agree(&generated(name, range, b, d, seed), &what);
        }
        agree(&uneven(seed * 7919, 9).root(), &format!("uneven seed={}", seed * 7919));
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_answered_with_the_best_so_far() {
    for seed in 0..20 {
        let root = generated("centred", 100, 4, 5, seed);
        let values = children(&root);
        for algo in
            ["minimax", "alpha_beta", "pvs", "awt", "sss_star", "mt_sss", "bfmms", "iterative"]
        {
            let whole = run(&root, algo, "").nodes_visited;
            for limit in [0, 1, 7, 60, 300, whole] {
                let outcome = run_to(&root, algo, "", Some(limit));
                assert!(outcome.nodes_visited <= limit, "{algo} {limit} seed={seed}");
                assert_eq!(outcome.complete, limit >= whole, "{algo} {limit} seed={seed}");
                if let Some(depths) = outcome.extra.get("depth_values").and_then(|d| d.as_array()) {
                    let value = outcome.value.map(junqi::base::number::Number::to_json);
                    let last = depths.last().cloned();
                    assert!(last.is_none() || last == value, "{limit} seed={seed}");
                    let begun = depths.len() as u64 + u64::from(!outcome.complete);
                    assert_eq!(outcome.passes, begun, "{limit} seed={seed}");
                }
                let found = outcome.best.zip(outcome.value);
                if let Some((best, value)) = found.filter(|_| algo == "minimax") {
                    assert_eq!(values[best as usize], value.to_f64() as i64, "{limit} seed={seed}");
                }
            }
        }
    }
}

/// A clock that goes a millisecond whenever somebody looks at it.
struct Looked(AtomicU64);

impl Clock for Looked {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_clock_stops_a_search_and_drives_the_timer() {
    let root = generated("centred", 100, 8, 6, 3);
    let clock = Looked(AtomicU64::new(0));
    let over = || clock.now() >= Duration::from_millis(128);
    let limit = Limit { nodes: None, over: Some(&over) };
    let mut cx = Context::new(Payoffs::default(), Plies(6)).with_observer(Meter::new(limit));
    let answer = alpha_beta(&mut cx, &mut root.clone(), Window::FULL);
    assert!(!answer.complete && answer.value.is_some() && answer.line.len() == 6, "{answer:?}");
    assert!(
        (14 * 1024..=18 * 1024).contains(&cx.observer.visits.nodes),
        "{:?}",
        cx.observer.visits
    );

    let whole = value(&run(&root, "alpha_beta", ""));
    let run_with = |ticks, raise| {
        let clock = Looked(AtomicU64::new(0));
        let by = Ticks::Milliseconds(&clock);
        let timer = Timer { by, ticks, raises: [Score(raise); 2], stop: None };
        let mut cx =
            Context::new(Payoffs::default(), Plies(6)).with_observer(NodeCounter::default());
        let (answer, _) = awt(&mut cx, &mut root.clone(), timer, None);
        (answer.value.unwrap().0, cx.observer.nodes)
    };
    let (free, nodes) = run_with([u64::MAX; 2], 40);
    assert_eq!(free, whole);
    let (hurried, fewer) = run_with([50, 100], 40);
    assert!(fewer < nodes && (whole - 80..=whole).contains(&hurried), "{hurried} of {whole}");
}

#[test]
fn mean_counts_are_the_published_ones() {
    let algorithms = ["alpha_beta", "sss_star", "dual_star", "mtd_f", "mt_sss"];
    let (mut sums, trees) = ([0.0; 5], 40);
    let mut passes = 0.0;
    for seed in 0..trees {
        let root = generated("distinct", 0, 6, 6, seed);
        let guess = format!("guess={}", value(&run(&root, "alpha_beta", "")));
        for (sum, algo) in sums.iter_mut().zip(algorithms) {
            let outcome = run(&root, algo, if algo == "mtd_f" { &guess } else { "" });
            *sum += outcome.unique_leaves as f64 / trees as f64;
            passes += if algo == "mt_sss" { outcome.passes as f64 / trees as f64 } else { 0.0 };
        }
    }
    // Means of an independent program, (6, 6), distinct values: alpha-beta 5853 with a standard
    // deviation of 920 a tree; the others in parts of it.
    let three_errors = 3.0 * 920.0 * (2.0 / trees as f64).sqrt();
    assert!((sums[0] - 5853.0).abs() < three_errors, "{sums:?}");
    for (sum, part) in sums[1..].iter().zip([0.68, 0.71, 0.52, 0.68]) {
        assert!((sum / sums[0] - part).abs() < 0.04, "{part}: {sums:?}");
    }
    assert!((passes - 325.0).abs() < 40.0, "{passes} passes of MT-SSS*");
}

#[test]
fn the_worked_examples_of_the_literature() {
    let bratko = of_leaves(2, &[1, 4, 5, 6, 2, 1, 1, 1]);
    let ab = run(&bratko.root(), "alpha_beta", "");
    assert_eq!((value(&ab), ab.leaf_visits), (4, 5));
    assert_eq!(places(&bratko.root(), &ab), [0, 1, 2, 4, 5]);
    let plaat = [41, 5, 12, 90, 101, 80, 20, 30, 34, 80, 36, 35, 50, 36, 25, 3];
    let plaat = of_leaves(2, &plaat);
    let root = plaat.root();
    let sss = run(&root, "sss_star", "");
    assert_eq!((value(&sss), sss.leaf_visits), (35, 8));
    assert_eq!(run(&root, "mt_sss", "").extra["passes"], serde_json::json!([41, 36, 35, 35]));
    assert_eq!(run(&root, "alpha_beta", "").leaf_visits, 12);
    assert_eq!(run(&root, "mtd_f", "guess=35").leaf_visits, 8);
    let [literal, soft] = ["", "clamp=false"].map(|p| run(&root, "pvs", p).leaf_visits);
    assert_eq!((literal, soft), (21, 19));
    let berliner = serde_json::json!({
        "children": [[1, 2, 3], [4, 5, 6], [7], [8], [9], [10], [], [], [], [], []],
        "payoff": vec![None::<i64>; 11],
        "pess": [0, 15, 8, 10, 15, 19, 22, 8, 10, 22, 23],
        "opt": [30, 30, 22, 19, 26, 25, 30, 15, 14, 26, 25],
    });
    let berliner = Explicit::parse(&berliner.to_string()).unwrap();
    for (strategy, order) in [("PB", vec![0, 1, 4, 5]), ("DR", vec![0, 2, 3])] {
        let proof = run(&berliner.root(), "b_star", &format!("strategy={strategy}"));
        assert_eq!(proof.extra["expand_order"], serde_json::json!(order));
    }
}
