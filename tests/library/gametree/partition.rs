//! Partition search: its value is that of minimax, and sets of positions save nodes.

use super::own_game::tic_tac_toe::{Board, LINES, Lines};
use super::stations::{Linear, Stations};
use crate::support::trees::{generated, minimax, run, uneven, value};
use junqi::base::random::derive;
use junqi::game::board::Seat;
use junqi::gametree::position::{Evaluate, Node, Position};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, Features, NodeCounter, Partition, PartitionTable, Plies, Transposition, alpha_beta,
    partition,
};
use junqi::gametree::tree::Tree;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Nodes of alpha-beta, alone or with a table, and of partition search; all find the same value.
#[derive(Debug, Default)]
struct Nodes {
    plain: u64,
    table: u64,
    sets: u64,
    times: [Duration; 2],
}

/// Searches a position with and without sets.
fn both<P, E, S, const W: usize>(root: &P, evaluate: fn() -> E, sets: &mut S, depth: u32) -> Nodes
where
    P: Position + Clone,
    E: Evaluate<P, Value = Score>,
    S: Partition<P, Score, W>,
{
    let cx = || Context::new(evaluate(), Plies(depth)).with_observer(NodeCounter::default());
    let mut plain = cx();
    let expected = alpha_beta(&mut plain, &mut root.clone(), Window::FULL).value;
    let start = Instant::now();
    let mut table = cx().with_memory(Transposition::with_bytes(1 << 20).down_to(0));
    assert_eq!(alpha_beta(&mut table, &mut root.clone(), Window::FULL).value, expected);
    let first = start.elapsed();
    let start = Instant::now();
    let mut cx = cx();
    let mut known = PartitionTable::default();
    let answer = partition(&mut cx, &mut root.clone(), Window::FULL, sets, &mut known);
    assert_eq!(answer.value, expected);
    Nodes {
        plain: plain.observer.nodes,
        table: table.observer.nodes,
        sets: cx.observer.nodes,
        times: [first, start.elapsed()],
    }
}

#[test]
fn sets_of_single_nodes_are_alpha_beta_leaf_by_leaf() {
    for seed in 0..2000 {
        let tree = uneven(seed, [1, 3, 40][seed as usize % 3]);
        let [sets, plain] = ["partition", "alpha_beta"].map(|algo| run(&tree.root(), algo, ""));
        assert_eq!(sets.leaf_order, plain.leaf_order, "seed={seed}");
        assert_eq!(sets.nodes_visited, plain.nodes_visited, "seed={seed}");
        assert_eq!(sets.extra["tt_hits"], 0, "seed={seed}");
    }
}

#[test]
fn sets_save_nodes_where_payoffs_depend_on_some_moves() {
    let shapes = [(2, 4), (2, 7), (3, 3), (3, 5), (4, 4), (5, 3), (9, 2)];
    for (b, d) in shapes {
        let (mut plain, mut sets) = (0, 0);
        for seed in 0..400 {
            let range = [2, 10, 1000][seed as usize % 3];
            let root = generated("sparse", range, b, d, seed);
            let what = format!("R={range} b={b} d={d} seed={seed}");
            let found = run(&root, "partition", "");
            assert_eq!(value(&found), minimax(&root), "{what}");
            let other = run(&root, "alpha_beta", "").nodes_visited;
            assert!(found.nodes_visited <= other, "{} of {other}: {what}", found.nodes_visited);
            (plain, sets) = (plain + other, sets + found.nodes_visited);
        }
        assert!(sets < plain, "b={b} d={d}: {sets} of {plain}");
        println!("sparse b={b} d={d}: {sets} of {plain} nodes, {:.2}", sets as f64 / plain as f64);
    }
}

#[test]
fn a_window_gives_a_bound() {
    for seed in 0..1000 {
        let root = generated("sparse", 20, 3, 4, seed);
        let exact = minimax(&root);
        for (alpha, beta) in [(4, 9), (9, 10), (12, 19)] {
            let found = value(&run(&root, "partition", &format!("alpha={alpha} beta={beta}")));
            let holds = if found <= alpha {
                exact <= found
            } else if found >= beta {
                exact >= found
            } else {
                exact == found
            };
            assert!(holds, "{found} for {exact} in ({alpha}, {beta}): seed={seed}");
        }
    }
}

/// The squares of tic-tac-toe: features 0 to 8 say whether a square is taken, 9 to 17 by whom.
struct Squares;

impl Squares {
    /// What proves that the game is won, or that it is not: a line of one player, or for every line a
    /// free square or two squares of different players.
    fn result(board: Board) -> Features<1> {
        let owner = |square: usize| (0..2).find(|&player| board.0[player] >> square & 1 == 1);
        let mut proof = Features::NONE;
        for line in LINES {
            let squares: Vec<usize> = (0..9).filter(|square| line >> square & 1 == 1).collect();
            let all = squares.iter().fold(Features::NONE, |all, square| all.with(9 + square));
            let first = owner(squares[0]);
            let other = squares.iter().find(|square| owner(**square) != first);
            proof = match squares.iter().find(|square| owner(**square).is_none()) {
                Some(free) => proof.with(*free),
                None => match other {
                    Some(other) => proof.with(9 + squares[0]).with(9 + other),
                    None => return all,
                },
            };
        }
        proof
    }
}

impl Partition<Board, Score, 1> for Squares {
    fn key(&self, board: &Board, of: Features<1>) -> u64 {
        let value = |feature: usize| {
            let by = board.0.map(|own| own >> (feature % 9) & 1);
            u64::from(if feature < 9 { by[0] | by[1] } else { by[0] + 2 * by[1] })
        };
        of.iter().fold(0, |key, feature| derive(key, &[feature as u64, value(feature)]))
    }
    fn evaluation(&mut self, board: &Board) -> Features<1> {
        Self::result(*board)
    }
    fn moves(&mut self, board: &Board) -> Features<1> {
        let all = if board.is_won() { 0 } else { 0o777 };
        Self::result(*board).union(Features([all]))
    }
    fn reads(&mut self, board: &Board, square: u8) -> Features<1> {
        Self::result(*board).with(square.into())
    }
    fn writes(&mut self, _board: &Board, square: u8) -> Features<1> {
        Features::NONE.with(square.into()).with(9 + usize::from(square))
    }
}

#[test]
fn every_position_of_tic_tac_toe_has_its_value_and_costs_no_more_nodes() {
    let mut seen = BTreeSet::new();
    let mut open = vec![Board::default()];
    let mut sums = [0; 3];
    while let Some(board) = open.pop() {
        if !seen.insert(board.key()) {
            continue;
        }
        let nodes = both(&board, || Lines, &mut Squares, 9);
        assert!(nodes.sets <= nodes.table && nodes.table <= nodes.plain, "{board:?}: {nodes:?}");
        sums = [sums[0] + nodes.plain, sums[1] + nodes.table, sums[2] + nodes.sets];
        for square in board.moves() {
            let mut next = board;
            next.make(square);
            open.push(next);
        }
    }
    assert_eq!(seen.len(), 5478);
    let start = both(&Board::default(), || Lines, &mut Squares, 9);
    println!("tic-tac-toe: {start:?} from the start; all positions {sums:?}");
    assert!(20 * start.sets < 19 * start.table, "{start:?}");
}

/// Positions of random two-player games, all pieces known.
fn open_games(seeds: std::ops::Range<u64>, plies: usize) -> impl Iterator<Item = (u64, Stations)> {
    seeds.filter_map(move |seed| {
        let mut world = crate::support::start(seed, "mode=1v1".parse().expect("rules"));
        crate::support::wander(&mut world, seed, plies + seed as usize % 2);
        let rules = world.rules();
        let early = world.quiet() + 10 < rules.draw_quiet_plies || rules.draw_quiet_plies == 0;
        let on = world.outcome().is_none() && world.alive().iter().eq([Seat::South, Seat::North]);
        (early && on).then(|| (seed, Stations(world)))
    })
}

#[test]
fn the_open_game_has_the_same_value() {
    let mut count = 0;
    for plies in [60, 300, 600] {
        for (seed, root) in open_games(0..30, plies) {
            for depth in 1..3 {
                let nodes = both(&root, || Linear, &mut Linear, depth);
                let what = format!("seed={seed} plies={plies} depth={depth}");
                assert!(nodes.sets <= nodes.plain, "{nodes:?}: {what}");
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} positions");
}

#[test]
#[ignore = "a minute in release: the figure of docs/SEARCH.md"]
fn nodes_and_times_on_the_open_game() {
    for plies in [60, 300] {
        for depth in 2..4 {
            let (mut all, mut count) = (Nodes::default(), 0);
            for (_, root) in open_games(100..110, plies) {
                let nodes = both(&root, || Linear, &mut Linear, depth);
                all.plain += nodes.plain;
                all.table += nodes.table;
                all.sets += nodes.sets;
                all.times = [0, 1].map(|i| all.times[i] + nodes.times[i]);
                count += 1;
            }
            let ratio = all.sets as f64 / all.table as f64;
            println!("plies={plies} depth={depth} positions={count} {all:?} nodes: {ratio:.3}");
        }
    }
}

#[test]
fn the_payoff_is_the_one_its_decision_reads() {
    for seed in 0..50 {
        let root = generated("sparse", 1000, 3, 4, seed);
        root.walk(|node, ply| {
            let decision = node.decision().expect("a sparse tree");
            assert_eq!(decision.moves.len(), ply as usize, "seed={seed}");
        });
        assert!(uneven(seed, 3).root().decision().is_none());
    }
}
