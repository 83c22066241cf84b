//! What searches promise where chance decides.

use crate::support::chance::{Form, Lots, Worth, children, expectiminimax};
use crate::support::written::{Place, Read, Written};
use junqi::base::random;
use junqi::gametree::position::{Chance, Node};
use junqi::gametree::score::Window;
use junqi::gametree::search::{
    Context, Forget, Limit, Meter, Natural, Plies, Remembered, SearchResult, Transposition,
    ValueInterval, alpha_beta, expectimax, for_max, iterative, negamax, star1, star2,
};
use rand::RngExt;

/// Sums of doubles in another order differ by less.
const NEAR: f64 = 1e-9;
/// Numbers of probes; none is Star1.
const PROBES: [usize; 5] = [0, 1, 2, 3, 9];

type Watched = Context<Worth, Plies, Natural, Forget, Meter<'static, u64, f64>>;

fn watched(depth: u32, nodes: Option<u64>) -> Watched {
    let meter = Meter::recording(Limit { nodes, over: None });
    Context::new(Worth, Plies(depth)).with_observer(meter)
}

/// A whole search with a context that counts, which is given back.
fn star(
    root: &Lots,
    depth: u32,
    window: Window<f64>,
    probes: usize,
) -> (SearchResult<u64, f64>, Watched) {
    let (mut cx, mut node) = (watched(depth, None), root.clone());
    let answer = match probes {
        0 => star1(&mut cx, &mut node, window, ValueInterval::CENTRED),
        _ => star2(&mut cx, &mut node, window, ValueInterval::CENTRED, probes),
    };
    assert_eq!((node, answer.complete), (root.clone(), true));
    (answer, cx)
}

/// That an answer is the value of a root, and its move has it.
fn is_right(answer: &SearchResult<u64, f64>, root: &Lots, depth: u32, what: &str) {
    let value = for_max(root.side(), expectiminimax(root, depth).0);
    let found = answer.value.unwrap_or(f64::NAN);
    assert!((found - value).abs() < NEAR, "found {found}, expected {value}: {what}");
    let best = children(root, depth).0[answer.line[0] as usize];
    assert!((for_max(root.side(), best) - value).abs() < NEAR, "another move: {what}");
}

#[test]
fn star1_and_star2_are_expectiminimax_and_visit_no_more() {
    let mut counts = [0; PROBES.len() + 1];
    for seed in 0..4000 {
        let (root, depth) = (Form::uneven(seed).root(), 1 + seed as u32 % 4);
        let (_, nodes, leaves) = expectiminimax(&root, depth);
        let mut cx = watched(depth, None);
        let answer = expectimax(&mut cx, &mut root.clone());
        is_right(&answer, &root, depth, &format!("expectimax seed={seed}"));
        let visits = cx.observer.visits;
        assert_eq!((visits.nodes, visits.leaves), (nodes, leaves), "seed={seed}");
        counts[PROBES.len()] += nodes;
        for (probes, count) in PROBES.into_iter().zip(&mut counts) {
            let what = format!("probes={probes} seed={seed}");
            let (answer, cx) = star(&root, depth, Window::FULL, probes);
            is_right(&answer, &root, depth, &what);
            let Meter { visits, leaf_order, .. } = cx.observer;
            assert!(visits.nodes <= nodes && visits.leaves <= leaves, "{visits:?}: {what}");
            let mut once = leaf_order.unwrap();
            once.sort_unstable();
            assert!(once.windows(2).all(|pair| pair[0] < pair[1]), "a leaf twice: {what}");
            *count += visits.nodes;
        }
    }
    println!("nodes with {PROBES:?} probes, and of expectiminimax: {counts:?}");
}

#[test]
fn any_range_that_holds_the_evaluations_will_do() {
    for seed in 0..600 {
        let (root, depth) = (Form::uneven(seed).root(), 2 + seed as u32 % 2);
        let mut nodes = vec![];
        for (lower, upper) in [(-1.0, 1.0), (-1.0, 2.5), (-40.0, 1.0), (-1e6, 1e6)] {
            for probes in [0, 1] {
                let what = format!("{lower} to {upper}, probes={probes} seed={seed}");
                let mut cx = watched(depth, None);
                let range = ValueInterval { lower, upper };
                let answer = star2(&mut cx, &mut root.clone(), Window::FULL, range, probes);
                is_right(&answer, &root, depth, &what);
                nodes.push(cx.observer.visits.nodes);
            }
        }
        assert!(nodes[0] <= nodes[6], "the wider range visits less: seed={seed}");
    }
}

#[test]
fn a_value_inside_the_window_is_exact_and_one_outside_a_bound() {
    let mut cases = [0; 3];
    for seed in 0..4000 {
        let (root, depth) = (Form::uneven(seed).root(), 1 + seed as u32 % 3);
        let value = for_max(root.side(), expectiminimax(&root, depth).0);
        let mut rng = random::stream(seed, &[1]);
        for probes in PROBES {
            let middle = value + rng.random_range(-0.3..0.3);
            let half = rng.random_range(0.0..0.4);
            let window = Window { alpha: middle - half, beta: middle + half };
            let found = star(&root, depth, window, probes).0.value.unwrap();
            let what = format!("found {found} in {window:?}, expected {value}: seed={seed}");
            let case = if found <= window.alpha {
                assert!(value <= found + NEAR, "{what} probes={probes}");
                0
            } else if found >= window.beta {
                assert!(value >= found - NEAR, "{what} probes={probes}");
                1
            } else {
                assert!((value - found).abs() < NEAR, "{what} probes={probes}");
                2
            };
            cases[case] += 1;
        }
    }
    assert!(cases.iter().all(|&count| count > 1000), "{cases:?}");
}

#[test]
fn without_chance_they_are_alpha_beta_and_negamax_leaf_by_leaf() {
    for seed in 0..1000 {
        let root = Form { chance: 0, ..Form::uneven(seed) }.root();
        let depth = 2 + seed as u32 % 4;
        let mut plain = watched(depth, None);
        let expected = alpha_beta(&mut plain, &mut root.clone(), Window::FULL);
        for probes in PROBES {
            let (answer, cx) = star(&root, depth, Window::FULL, probes);
            assert_eq!(answer, expected, "seed={seed}");
            assert_eq!(cx.observer.visits, plain.observer.visits, "seed={seed}");
            assert_eq!(cx.observer.leaf_order, plain.observer.leaf_order, "seed={seed}");
        }
        let [mut all, mut same] = [watched(depth, None), watched(depth, None)];
        let expected = negamax(&mut all, &mut root.clone());
        assert_eq!(expectimax(&mut same, &mut root.clone()), expected, "seed={seed}");
        assert_eq!(same.observer.leaf_order, all.observer.leaf_order, "seed={seed}");
    }
}

#[test]
fn a_line_ends_with_the_first_move_by_chance() {
    for seed in 0..1000 {
        let root = Form::uneven(seed).root();
        for probes in PROBES {
            let (answer, _) = star(&root, 4, Window::FULL, probes);
            let mut node = root.clone();
            for (place, &m) in answer.line.iter().enumerate() {
                let certain = node.outcomes(m).filter(|o| o.1 > 0.0).count() == 1;
                let last = place + 1 == answer.line.len();
                let what = format!("{:?} probes={probes} seed={seed}", answer.line);
                assert!(certain || last, "{what}");
                let outcome = node.outcomes(m).find(|o| o.1 > 0.0).unwrap().0;
                node.make_outcome(m, outcome);
                let over = place == 3 || node.moves().next().is_none();
                assert!(!certain || !last || over, "{what}");
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept_and_answered_with_the_best_so_far() {
    for seed in 0..200 {
        let (root, depth) = (Form::uneven(seed).root(), 4);
        let values = children(&root, depth).0;
        for probes in [0, 1, 2] {
            let whole = star(&root, depth, Window::FULL, probes).1.observer.visits.nodes;
            for limit in [0, 1, whole / 7, whole / 2, whole - 1, whole] {
                let what = format!("{limit} of {whole}, probes={probes} seed={seed}");
                let (mut cx, mut node) = (watched(depth, Some(limit)), root.clone());
                let range = ValueInterval::CENTRED;
                let answer = star2(&mut cx, &mut node, Window::FULL, range, probes);
                assert_eq!(node, root, "{what}");
                assert_eq!(answer.complete, limit == whole, "{what}");
                assert_eq!(cx.observer.visits.nodes, limit, "{what}");
                assert_eq!(answer.value.is_some(), !answer.line.is_empty(), "{what}");
                if let Some(value) = answer.value {
                    let of_move = for_max(root.side(), values[answer.line[0] as usize]);
                    assert!((value - of_move).abs() < NEAR, "{what}");
                }
            }
        }
    }
}

#[test]
fn deepening_with_a_table_finds_the_same() {
    for seed in 0..600 {
        let (root, depth) = (Form::uneven(seed).root(), 4);
        for probes in [0, 1, 2] {
            let memory = Transposition::with_bytes(1 << 14);
            let mut cx = watched(0, None).with_memory(memory).with_order(Remembered);
            let answer = iterative(
                &mut cx,
                &mut root.clone(),
                depth,
                |cx, p, _| star2(cx, p, Window::FULL, ValueInterval::CENTRED, probes),
                |depth, answer| {
                    let value = for_max(root.side(), expectiminimax(&root, depth).0);
                    let found = answer.value.unwrap();
                    assert!((found - value).abs() < NEAR, "depth={depth} seed={seed}");
                },
            );
            is_right(&answer, &root, depth, &format!("probes={probes} seed={seed}"));
        }
    }
}

/// Leaves in parts of those that expectiminimax visits, by numbers of probes.
fn shares(trees: u64, depth: u32, form: impl Fn(u64) -> Form) -> [f64; PROBES.len()] {
    let (mut all, mut counts) = (0, [0; PROBES.len()]);
    for seed in 0..trees {
        let root = form(seed).root();
        all += expectiminimax(&root, depth).2;
        for (count, probes) in counts.iter_mut().zip(PROBES) {
            *count += star(&root, depth, Window::FULL, probes).1.observer.visits.leaves;
        }
    }
    counts.map(|count| (count as f64 / all as f64 * 1000.0).round() / 1000.0)
}

/// Two plies, the first by chance: Max, chance, Min.
#[test]
fn probing_pays_where_moves_are_wide_and_ordered() {
    println!("leaves in parts of expectiminimax's, with {PROBES:?} probes");
    for (b, order, star1, star2) in [
        (5, 0.0, 0.93, 0.89),
        (12, 0.0, 0.95, 0.91),
        (5, 1.0, 0.63, 0.31),
        (12, 1.0, 0.65, 0.15),
        (20, 1.0, 0.66, 0.10),
    ] {
        let found = shares(20, 2, |seed| Form::regular(seed, b, 2, order));
        println!("b={b} order={order}: {found:?}");
        assert!((found[0] - star1).abs() < 0.02 && (found[1] - star2).abs() < 0.02, "{found:?}");
    }
    let deeper = shares(10, 4, |seed| Form::regular(seed, 5, 2, 1.0));
    println!("b=5 order=1, four plies: {deeper:?}");
    assert!(deeper[1] < deeper[0] / 2.0, "{deeper:?}");
}

type By<'a> = &'a dyn Fn(&mut Context<Read, Plies>, &mut Place<'_>) -> SearchResult<usize, f64>;

/// Max may have 5 for certain, or take a chance after which Min replies.
#[test]
fn a_worked_example() {
    let chance = [(0.5, [4.0, 9.0]), (0.25, [3.0, 6.0]), (0.25, [7.0, 8.0])];
    let chance = chance.map(|(p, replies)| (p, Written::of(&replies)));
    let tree = Written::Inner(vec![vec![(1.0, Written::Leaf(5.0))], chance.to_vec()]);
    let range = ValueInterval { lower: 0.0, upper: 10.0 };
    let run = |search: By<'_>| {
        let mut cx = Context::new(Read::default(), Plies(9));
        let value = search(&mut cx, &mut Place(vec![&tree])).value;
        (value, cx.evaluate.0)
    };
    let all = run(&|cx, p| expectimax(cx, p));
    assert_eq!(all, (Some(5.0), vec![5.0, 4.0, 9.0, 3.0, 6.0, 7.0, 8.0]));
    // 4 and 3 are known when the last outcome is begun: it must exceed (5 - 2 - 0.75) / 0.25 = 9.
    let one = run(&|cx, p| star1(cx, p, Window::FULL, range));
    assert_eq!(one, (Some(5.0), vec![5.0, 4.0, 9.0, 3.0, 6.0, 7.0]));
    // One reply to each shows that: at most 4 / 2 + 3 / 4 + 7 / 4 = 4.5.
    let two = run(&|cx, p| star2(cx, p, Window::FULL, range, 1));
    assert_eq!(two, (Some(5.0), vec![5.0, 4.0, 3.0, 7.0]));
    // Two replies to each: the last is stopped by its first.
    let both = run(&|cx, p| star2(cx, p, Window::FULL, range, 2));
    assert_eq!(both, (Some(5.0), vec![5.0, 4.0, 9.0, 3.0, 6.0, 7.0]));
    // With no first move to compare, a window says the same.
    let Written::Inner(moves) = &tree else { unreachable!() };
    let second = Written::Inner(moves[1..].to_vec());
    let mut cx = Context::new(Read::default(), Plies(9));
    let window = Window { alpha: 5.0, beta: 10.0 };
    let bound = star2(&mut cx, &mut Place(vec![&second]), window, range, 1);
    assert_eq!(bound.value, Some(4.5));
}

/// A move that is as good as the best until its last outcome disappoints.
#[test]
fn rounding_makes_no_bound_a_value() {
    for seed in 0..20_000 {
        let mut rng = random::stream(seed, &[2]);
        let (p, value) = (rng.random_range(0.01..0.99), rng.random_range(-1.0..1.0));
        let chance = |last| vec![(p, Written::Leaf(value)), (1.0 - p, Written::Leaf(last))];
        let tree = Written::Inner(vec![chance(1.0), chance(-0.9)]);
        for probes in [0, 1] {
            let mut cx =
                Context::new(Read::default(), Plies(9)).with_observer(Meter::new(Limit::default()));
            let (window, range) = (Window::FULL, ValueInterval::CENTRED);
            let answer = star2(&mut cx, &mut Place(vec![&tree]), window, range, probes);
            assert_eq!(answer.line, [0], "probes={probes} seed={seed}");
        }
    }
}
