//! The number that only changes when the behaviour of a search does.

/// `junqi bench`, in the laboratory and at the board. A commit that changes one says so, and why.
const NODES: [u64; 2] = [3_236_364, 385_332];

#[test]
fn the_bench_visits_as_many_nodes_as_ever() {
    let mut by_algorithm = vec![];
    let trees = junqi::lab::bench(|algo, nodes| by_algorithm.push((algo, nodes)));
    let board = junqi::engine::bench(|seat, nodes| by_algorithm.push((seat, nodes)));
    let nodes = [trees, board];
    assert_eq!(nodes, NODES, "{by_algorithm:#?}");
}
