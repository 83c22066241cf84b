//! Who met whom, and whether that is enough for ratings.

use super::davidson::Cluster;

/// The seats that are reached from one over edges.
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

/// Whether the likelihood has its maximum at finite parameters.
///
/// It has none if it does not fall along some direction (u, c) of ratings and 2·ln ν, that is, if
/// every outcome that was seen gains as much there as the others of its pair would: the winner has
/// u − u' >= c and >= 0, drawn pairs |u − u'| <= c. For c < 0, or where no game was drawn, that is
/// for no draw at all. For c = 0 it means that "took a point from" does not lead from every seat
/// to every other (Ford, "Solution of a ranking problem from binary comparisons", 1957). For c = 1
/// these are differences with bounds; none meets them if and only if some cycle has more wins than
/// draws, a negative one where a win has length −1 and a draw 1 (Bellman 1958).
pub(super) fn finite(seats: usize, clusters: &[Cluster]) -> bool {
    let (mut points, mut lengths) = (vec![], vec![]);
    for &Cluster { seats: [first, second], games: [wins, draws, losses], .. } in clusters {
        let edges = [[first, second], [second, first]];
        for (edge, won) in edges.into_iter().zip([wins, losses]) {
            if won > 0.0 || draws > 0.0 {
                points.push(edge);
                lengths.push((edge, if won > 0.0 { -1_i64 } else { 1 }));
            }
        }
    }
    let back: Vec<_> = points.iter().map(|&[first, second]| [second, first]).collect();
    let strong = [points, back].iter().all(|edges| reached(seats, 0, edges).iter().all(|&r| r));
    let drawn = clusters.iter().any(|cluster| cluster.games[1] > 0.0);
    strong && (!drawn || negative_cycle(seats, &lengths))
}

fn negative_cycle(seats: usize, lengths: &[([usize; 2], i64)]) -> bool {
    let mut distances = vec![0_i64; seats];
    for _ in 0..seats {
        for &([first, second], length) in lengths {
            distances[second] = distances[second].min(distances[first] + length);
        }
    }
    lengths.iter().any(|&([a, b], length)| distances[a] + length < distances[b])
}
