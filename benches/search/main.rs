//! Speed of the searches as ratios, in one run: `cargo bench -p junqi-benches --bench search`, or a part of it:
//! `cargo bench -p junqi-benches --bench search -- alpha-beta`.
//!
//! Contestants take turns on the same trees, fresh ones each round; times are CPU time of the
//! process. Every figure is the median of its rounds, a ratio the median of the rounds' ratios.

mod hand_tight;
mod peer;

use cpu_time::ProcessTime;
use hand_tight::HandTight;
use junqi::base::random;
use junqi::gametree::score::{Score, Value, Window};
use junqi::gametree::search::{
    Context, FailLow, Limit, Meter, NextBound, NodeCounter, Perfect, Plies, Remembered, TieRule,
    Transposition, alpha_beta, iterative, mtd, pvs, sss_star,
};
use junqi::gametree::tree::{Generated, NodeRandom, Payoffs, Shape, Uniform};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use std::marker::PhantomData;

const ROUNDS: u64 = 15;
/// Payoffs are −`VALUES`..=`VALUES`: the peer's values are 16-bit.
const VALUES: u64 = 16_000;

/// The result of a contestant on one tree.
#[derive(Clone, Copy)]
struct Run {
    value: i64,
    count: u64,
    seconds: f64,
}

/// The sums of a contestant over all trees of a round.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: u64,
    seconds: f64,
}

type Contestant = fn(seed: u64) -> Run;

/// A bound on the time of the first of two contestants over that of the second.
enum Target {
    AtMost(f64),
    AtLeast(f64),
    None,
}

fn main() {
    println!("medians of {ROUNDS} rounds, CPU time, default target CPU");
    println!("{:52} {:>9} {:>9} {:>7}  target", "", "ns/node", "us/tree", "ratio");
    let parts: [(&str, fn()); 7] = [
        ("alpha-beta, b = 8, d = 8", || depth_first::<8, 8>(8)),
        ("alpha-beta, b = 16, d = 6", || depth_first::<16, 6>(16)),
        ("alpha-beta, b = 90, d = 4", || depth_first::<90, 4>(4)),
        ("iterative deepening with a table, b = 8, d = 8", || deepening::<8, 8>(4)),
        ("iterative deepening with a table, b = 16, d = 6", || deepening::<16, 6>(8)),
        ("SSS*, figures per leaf, b = 6, d = 6", || best_first::<6, 6>(200)),
        ("SSS*, figures per leaf, b = 8, d = 6", || best_first::<8, 6>(50)),
    ];
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    for (name, run) in parts.iter().filter(|(name, _)| name.contains(&wanted)) {
        println!("{name}");
        run();
    }
}

/// Compares alpha-beta with the baseline and the peer.
fn depth_first<const B: u64, const D: u32>(trees: u64) {
    let contestants: [(&str, Contestant); 4] = [
        ("hand-tight recursion", |seed| hand_tight::<B>(seed, |tree| tree.recursion(D))),
        ("junqi: alpha_beta, Count", ours::<B, D>),
        ("minimax: Negamax in place", negamax::<B, D>),
        ("hand-tight loop over leaves", |seed| hand_tight::<B>(seed, |tree| tree.leaf_loop(D))),
    ];
    let sums = rounds(B, trees, contestants.map(|c| c.1));
    for round in &sums {
        assert!([1, 3].iter().all(|&i| round[i].count == round[0].count), "the same nodes");
    }
    show(contestants.map(|c| c.0), &sums);
    ratio("junqi / hand-tight", &sums, [1, 0], &Target::AtMost(1.15));
    ratio("minimax / junqi", &sums, [2, 1], &Target::AtLeast(1.4));
    ratio("junqi / hand-tight loop over leaves", &sums, [1, 3], &Target::None);
}

/// Compares iterative deepening with a table with the peer's, which is a principal variation search.
fn deepening<const B: u64, const D: u32>(trees: u64) {
    let contestants: [(&str, Contestant); 6] = [
        ("junqi: iterative(pvs), 1 MiB", deepened::<B, D, 1, true>),
        ("junqi: iterative(alpha_beta), 1 MiB", deepened::<B, D, 1, false>),
        ("minimax: IterativeSearch, 1 MiB", peer_deepened::<B, D, 1>),
        ("junqi: iterative(pvs), 64 MiB", deepened::<B, D, 64, true>),
        ("junqi: iterative(alpha_beta), 64 MiB", deepened::<B, D, 64, false>),
        ("minimax: IterativeSearch, 64 MiB", peer_deepened::<B, D, 64>),
    ];
    let sums = rounds(B, trees, contestants.map(|c| c.1));
    show(contestants.map(|c| c.0), &sums);
    ratio("minimax / junqi pvs, 1 MiB", &sums, [2, 0], &Target::AtLeast(1.25));
    ratio("minimax / junqi alpha_beta, 1 MiB", &sums, [2, 1], &Target::AtLeast(1.25));
    ratio("minimax / junqi pvs, 64 MiB", &sums, [5, 3], &Target::AtLeast(1.4));
    ratio("minimax / junqi alpha_beta, 64 MiB", &sums, [5, 4], &Target::AtLeast(1.4));
}

/// Compares SSS* with MT-SSS*, which visits the same leaves; a node is a leaf here.
fn best_first<const B: u64, const D: u32>(trees: u64) {
    let contestants: [(&str, Contestant); 2] = [
        ("junqi: sss_star, leftmost ties", stockman::<B, D>),
        ("junqi: mtd from +oo with Perfect (MT-SSS*)", mt_sss::<B, D>),
    ];
    let sums = rounds(B, trees, contestants.map(|c| c.1));
    for round in &sums {
        assert_eq!(round[0].count, round[1].count, "the same leaves");
    }
    show(contestants.map(|c| c.0), &sums);
    ratio("SSS* / MT-SSS*", &sums, [0, 1], &Target::None);
}

/// Runs the contestants on the same trees, by round; checks that all values are the same.
fn rounds<const N: usize>(b: u64, trees: u64, contestants: [Contestant; N]) -> Vec<[Sum; N]> {
    let round = |round| {
        let mut sums = [Sum::default(); N];
        for tree in 0..trees {
            let seed = random::derive(b, &[round, tree]);
            let runs = contestants.map(|run| run(seed));
            assert!(runs.iter().all(|run| run.value == runs[0].value), "seed {seed}");
            for (sum, run) in sums.iter_mut().zip(runs) {
                sum.count += run.count;
                sum.seconds += run.seconds / trees as f64;
            }
        }
        for sum in &mut sums {
            sum.count /= trees;
        }
        sums
    };
    (0..ROUNDS).map(round).collect()
}

fn show<const N: usize>(names: [&str; N], rounds: &[[Sum; N]]) {
    for (i, name) in names.iter().enumerate() {
        let per_node = median(rounds.iter().map(|sums| per_node(sums[i])));
        let per_tree = median(rounds.iter().map(|sums| sums[i].seconds));
        println!("  {name:50} {:9.2} {:9.0}", 1e9 * per_node, 1e6 * per_tree);
    }
}

/// Prints the ratio of the times of two contestants, per node and, if the nodes differ, per tree.
fn ratio<const N: usize>(name: &str, rounds: &[[Sum; N]], [a, b]: [usize; 2], target: &Target) {
    let line = |what: &str, ratio: f64| {
        let verdict = match *target {
            Target::AtMost(limit) => format!("<= {limit:.2} {}", met(ratio <= limit)),
            Target::AtLeast(limit) => format!(">= {limit:.2} {}", met(ratio >= limit)),
            Target::None => String::new(),
        };
        println!("  {:50} {ratio:27.2}  {verdict}", format!("{name}, {what}"));
    };
    line("per node", median(rounds.iter().map(|sums| per_node(sums[a]) / per_node(sums[b]))));
    line("per tree", median(rounds.iter().map(|sums| sums[a].seconds / sums[b].seconds)));
}

fn met(met: bool) -> &'static str {
    if met { "met" } else { "NOT met" }
}

fn per_node(sum: Sum) -> f64 {
    sum.seconds / sum.count as f64
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Times a search that returns its value and its node count.
fn timed(search: impl FnOnce() -> (i64, u64)) -> Run {
    let start = ProcessTime::now();
    let (value, count) = search();
    Run { value, count, seconds: start.elapsed().as_secs_f64() }
}

fn hand_tight<const B: u64>(seed: u64, search: impl Fn(&mut HandTight<B>) -> i64) -> Run {
    let (low, range) = (-(VALUES as i64), 2 * VALUES + 1);
    let mut tree = HandTight::<B> { words: NodeRandom::new(seed), low, range, nodes: 0 };
    timed(|| (search(&mut tree), tree.nodes))
}

fn tree<const B: u64, const D: u32>(seed: u64) -> Generated<Uniform> {
    let shape = Shape::new(B as u32, D).expect("a small shape");
    Generated::new(Uniform::centred(VALUES, shape, seed).expect("few values"))
}

fn ours<const B: u64, const D: u32>(seed: u64) -> Run {
    let mut root = tree::<B, D>(seed);
    let mut cx = Context::new(Payoffs::default(), Plies(D)).with_observer(NodeCounter::default());
    timed(|| {
        let answer = alpha_beta(&mut cx, &mut root, Window::FULL);
        (answer.value.expect("not stopped").0, cx.observer.nodes)
    })
}

/// A search of the peer; the root is entered without a move.
fn peer<const B: u64, const D: u32>(
    seed: u64,
    search: impl FnOnce(&peer::State) -> minimax::Evaluation,
) -> Run {
    let root = peer::State::root(NodeRandom::new(seed), -(VALUES as i64), 2 * VALUES + 1);
    timed(|| {
        let before = peer::MADE.load(std::sync::atomic::Ordering::Relaxed);
        let value = search(&root);
        (i64::from(value), 1 + peer::MADE.load(std::sync::atomic::Ordering::Relaxed) - before)
    })
}

fn negamax<const B: u64, const D: u32>(seed: u64) -> Run {
    let mut search = Negamax::new(peer::Payoffs::<B, D>(PhantomData), D as u8);
    peer::<B, D>(seed, |root| {
        search.choose_move(root);
        search.root_value()
    })
}

fn deepened<const B: u64, const D: u32, const MIB: usize, const PVS: bool>(seed: u64) -> Run {
    let mut root = tree::<B, D>(seed);
    let mut cx = Context::new(Payoffs::default(), Plies(D))
        .with_order(Remembered)
        .with_memory(Transposition::with_bytes(MIB << 20))
        .with_observer(NodeCounter::default());
    timed(|| {
        let search = |cx: &mut _, root: &mut _, _| {
            if PVS {
                pvs(cx, root, Window::FULL, FailLow::Soft)
            } else {
                alpha_beta(cx, root, Window::FULL)
            }
        };
        let answer = iterative(&mut cx, &mut root, D, search, |_, _| ());
        (answer.value.expect("not stopped").0, cx.observer.nodes)
    })
}

fn peer_deepened<const B: u64, const D: u32, const MIB: usize>(seed: u64) -> Run {
    let options = IterativeOptions::new().with_table_byte_size(MIB << 20);
    let mut search = IterativeSearch::new(peer::Payoffs::<B, D>(PhantomData), options);
    search.set_max_depth(D as u8);
    peer::<B, D>(seed, |root| {
        search.choose_move(root);
        search.root_value()
    })
}

/// Number of leaves that SSS* visits.
fn leaves<const B: u64, const D: u32>(seed: u64) -> u64 {
    let cx = Context::new(Payoffs::default(), Plies(D));
    let mut cx = cx.with_observer(Meter::new(Limit::default()));
    sss_star(&mut cx, &tree::<B, D>(seed), TieRule::Left);
    cx.observer.visits.leaves
}

fn stockman<const B: u64, const D: u32>(seed: u64) -> Run {
    let (root, leaves) = (tree::<B, D>(seed), leaves::<B, D>(seed));
    let mut cx = Context::new(Payoffs::default(), Plies(D));
    timed(|| {
        let (answer, _) = sss_star(&mut cx, &root, TieRule::Left);
        (answer.value.expect("not stopped").0, leaves)
    })
}

fn mt_sss<const B: u64, const D: u32>(seed: u64) -> Run {
    let (mut root, leaves) = (tree::<B, D>(seed), leaves::<B, D>(seed));
    let mut cx =
        Context::new(Payoffs::default(), Plies(D)).with_memory(Perfect::<Score>::default());
    timed(|| {
        let (answer, _) = mtd(&mut cx, &mut root, Score::MAX, NextBound::Bound);
        (answer.value.expect("not stopped").0, leaves)
    })
}
