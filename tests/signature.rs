//! The number that only changes when the behaviour of a search does.

/// `junqi bench`. A commit that changes it says so, and why.
const NODES: u64 = 3_236_364;

#[test]
fn the_bench_visits_as_many_nodes_as_ever() {
    let mut by_algorithm = vec![];
    let nodes = junqi::lab::bench(|algo, nodes| by_algorithm.push((algo, nodes)));
    assert_eq!(nodes, NODES, "{by_algorithm:#?}");
}
