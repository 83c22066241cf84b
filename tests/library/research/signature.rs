//! The number that only changes when the behaviour of a search does.

use junqi::engine::deepening as engine;
use junqi::gametree::tree_runs;

#[test]
fn the_bench_visits_as_many_nodes_as_ever() {
    let mut by_algorithm = vec![];
    let trees = tree_runs::bench(|algo, nodes| by_algorithm.push((algo, nodes)));
    let board = engine::bench(|seat, nodes| by_algorithm.push((seat, nodes)));
    assert_eq!([trees, board], [tree_runs::BENCH, engine::BENCH], "{by_algorithm:#?}");
}
