//! The cost of evaluations and beliefs, and the savings of each search technique:
//! `cargo bench -p junqi-benches --bench engine`.
//!
//! Speeds are by CPU time of the process, with interleaved contestants and medians of rounds; node
//! counts are exact.

mod roots;

use cpu_time::ProcessTime;
use junqi::engine::data;
use junqi::engine::deepening::SearchablePosition;
use junqi::engine::eval::{Evaluation, TrackedEvaluation};
use junqi::game::rules::{Move, Phase};
use junqi::gametree::position::{Evaluate, MoveGain};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, FailLow, MoveOrder, Natural, NodeCounter, Plies, Tactical, Transposition, alpha_beta,
    iterative, pvs,
};
use roots::{Root, outlooks, tracked, worlds};
use std::hint::black_box;

const ROUNDS: usize = 7;

fn main() {
    let (worlds, outlooks, tracked) = (worlds(), outlooks(), tracked());
    let mut figures = [const { vec![] }; 9];
    for _ in 0..ROUNDS {
        let measured = [
            walked(&worlds, 3, |_, _| 0),
            walked(&worlds, 3, Evaluation::first_team_value),
            walked(&tracked, 3, |_, _| 0),
            walked(&tracked, 3, TrackedEvaluation::first_team_value),
            searched(&worlds, 3, &Natural),
            searched(&worlds, 3, &Tactical::default()),
            searched(&tracked, 3, &Tactical::default()),
            searched(&outlooks, 2, &Natural),
            searched(&outlooks, 2, &Tactical::default()),
        ];
        figures.iter_mut().zip(measured).for_each(|(list, figure)| list.push(figure));
    }
    let [walk, linear, followed, network, world, ordered, summed, belief, believed] =
        figures.map(median);
    println!("medians of {ROUNDS} rounds, one core, default target CPU");
    let line = |name: &str, rate: f64| {
        println!("{name:<52} {:8.3} million nodes/s, {:5.3} of perft's", rate / 1e6, rate / walk);
    };
    line("make and unmake of every node (perft)", walk);
    line("perft with the evaluation of every node", linear);
    line("perft with tracked features and network", followed);
    line("perft with their evaluation", network);
    println!("sums and value of features and network: {:.0} ns a node", 1e9 / network - 1e9 / walk);
    line("alpha-beta, open worlds, natural order", world);
    line("alpha-beta, open worlds, move order of play", ordered);
    line("alpha-beta, open worlds, network, move order of play", summed);
    line("alpha-beta, beliefs, natural order", belief);
    line("alpha-beta, beliefs, move order of play", believed);
    let (worlds, outlooks) = (middle(worlds, 8), middle(outlooks, 4));
    savings("open worlds", &worlds);
    savings("open worlds, network", &middle(tracked, 8));
    savings("beliefs", &outlooks);
}

fn middle<P, E>(roots: Vec<Root<P, E>>, count: usize) -> Vec<Root<P, E>> {
    roots.into_iter().filter(|root| root.phase == Phase::Middle).take(count).collect()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Items per second of CPU time.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = ProcessTime::now();
    let count = work();
    count as f64 / start.elapsed().as_secs_f64()
}

fn walked<P: SearchablePosition, E>(
    roots: &[Root<P, E>],
    depth: u32,
    value: impl Fn(&E, &P) -> i64,
) -> f64 {
    fn walk<P: SearchablePosition>(
        position: &mut P,
        depth: u32,
        value: &impl Fn(&P) -> i64,
    ) -> u64 {
        black_box(value(position));
        let mut nodes = 1;
        if depth > 0 {
            for m in position.moves() {
                let undo = position.make(m);
                nodes += walk(position, depth - 1, value);
                position.unmake(m, undo);
            }
        }
        nodes
    }
    let of = |root: &Root<P, E>| {
        walk(&mut root.position.clone(), depth, &|position| value(&root.evaluation, position))
    };
    rate(|| roots.iter().take(12).map(of).sum())
}

fn searched<P: SearchablePosition, E, O>(roots: &[Root<P, E>], depth: u32, order: &O) -> f64
where
    E: Evaluate<P, Value = Score> + Clone,
    O: MoveOrder<P, E, Plies> + Clone,
{
    rate(|| roots.iter().map(|root| nodes(root, depth, order.clone())).sum())
}

fn nodes<P: SearchablePosition, E, O: MoveOrder<P, E, Plies>>(
    root: &Root<P, E>,
    depth: u32,
    order: O,
) -> u64
where
    E: Evaluate<P, Value = Score> + Clone,
{
    let cx = Context::new(root.evaluation.clone(), Plies(depth)).with_order(order);
    let mut cx = cx.with_observer(NodeCounter::default());
    alpha_beta(&mut cx, &mut root.position.clone(), Window::FULL);
    cx.observer.nodes
}

/// Compares the nodes of plain alpha-beta to 4 plies with those of PVS with move order and table.
fn savings<P: SearchablePosition, E>(name: &str, roots: &[Root<P, E>])
where
    E: Evaluate<P, Value = Score> + MoveGain<P> + Clone,
{
    let plain: u64 = roots.iter().map(|root| nodes(root, 4, Natural)).sum();
    let play: u64 = roots.iter().map(played).sum();
    println!(
        "nodes to 4 plies, middle game, {} {name}: alpha-beta {plain}, PVS with order and table {play}, ratio {:.1}",
        roots.len(),
        plain as f64 / play as f64
    );
}

type Playing<E> = Context<E, Plies, Tactical<Move>, Transposition<Move, Score>, NodeCounter>;

/// The search context of play, without quiescence search.
fn playing<P, E: Clone>(root: &Root<P, E>) -> Playing<E> {
    let cx = Context::new(root.evaluation.clone(), Plies(1)).with_order(Tactical::default());
    cx.with_memory(Transposition::with_bytes(16 << 20)).with_observer(NodeCounter::default())
}

fn played<P: SearchablePosition, E>(root: &Root<P, E>) -> u64
where
    E: Evaluate<P, Value = Score> + MoveGain<P> + Clone,
{
    let mut cx = playing(root);
    let search = |cx: &mut _, p: &mut _, _| pvs(cx, p, Window::FULL, FailLow::Soft);
    iterative(&mut cx, &mut root.position.clone(), 4, search, |_, _| ());
    cx.observer.nodes
}

/// The embedded weights.
fn weights() -> junqi::engine::eval::Weights {
    data::weights()
}
