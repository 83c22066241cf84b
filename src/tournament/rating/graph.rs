//! The graph of meetings, and whether ratings exist for it.

use super::bradley_terry::Cluster;

/// The seats that are reachable from one over edges.
fn reached(seats: usize, from: usize, edges: &[[usize; 2]]) -> Vec<bool> {
    let mut reached = vec![false; seats];
    let mut waiting = vec![from];
    while let Some(seat) = waiting.pop() {
        if !std::mem::replace(&mut reached[seat], true) {
            waiting.extend(edges.iter().filter(|edge| edge[0] == seat).map(|edge| edge[1]));
        }
    }
    reached
}

/// A seat that no chain of games connects to the anchor; none if there is none.
pub(super) fn unconnected(seats: usize, anchor: usize, clusters: &[Cluster]) -> Option<usize> {
    let edges = clusters.iter().flat_map(|c| [c.seats, [c.seats[1], c.seats[0]]]);
    reached(seats, anchor, &edges.collect::<Vec<_>>()).iter().position(|&seat| !seat)
}

/// The pairs that met and are in different strongly connected components of the graph "took a point
/// from". Their rating difference has no finite maximum-likelihood estimate. The likelihood has a
/// maximum if and only if there are no such pairs. Source: Ford, "Solution of a ranking problem from
/// binary comparisons", 1957.
pub(super) fn unbounded(seats: usize, clusters: &[Cluster]) -> Vec<[usize; 2]> {
    let edges = clusters.iter().flat_map(|cluster| {
        let [first, second] = cluster.seats;
        let took = [[first, second], [second, first]].into_iter().zip(cluster.points);
        took.filter(|(_, points)| *points > 0.0).map(|(edge, _)| edge)
    });
    let edges: Vec<_> = edges.collect();
    let below: Vec<Vec<bool>> = (0..seats).map(|seat| reached(seats, seat, &edges)).collect();
    let pairs = clusters.iter().map(|cluster| cluster.seats);
    let mut apart: Vec<_> = pairs.filter(|&[a, b]| !(below[a][b] && below[b][a])).collect();
    for pair in &mut apart {
        pair.sort_unstable();
    }
    apart.sort_unstable();
    apart.dedup();
    apart
}
