//! Ratings of many players on one scale, and whether they exist.

use super::bradley_terry::{Cluster, PairModel, RatingFit, Uncertainty, share};
use super::error::RatingError;
use super::units::student_t;
use serde::Serialize;
use std::collections::BTreeMap;

/// Elo per nat: a difference of 400 Elo multiplies the odds of a win by ten.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The results of two players against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// Index of the first player, from 0.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Number of units by wins, draws and losses of `first` in the unit.
    pub units: BTreeMap<[u64; 3], u64>,
}

/// The Elo difference of a player to the anchor with its 95 % interval; 0, 0, 0 for the anchor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// Elo difference: 400 · log10 of the odds of a point.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Ratings of players connected by games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ladder {
    /// The rating of each player.
    pub ratings: Vec<Rating>,
    /// Whether a drawn game was added to some pairs to keep ratings finite.
    pub supported: bool,
}

impl Ladder {
    /// The expected score of `first` against `second`, 0 to 1.
    ///
    /// # Panics
    ///
    /// If an index is out of range.
    pub fn expected(&self, first: usize, second: usize) -> f64 {
        let difference = (self.ratings[first].elo - self.ratings[second].elo) / ELO;
        share(difference)
    }
}

/// Rates players 0, 1, .. by maximum likelihood in the Bradley-Terry model, with a draw as half a win and
/// half a loss: every player's expected points equal the points it scored.
///
/// The intervals treat units as independent, but not the games within a unit. They are normal
/// approximations with Student's t.
///
/// A maximum may not exist: a player that won all of its games has no finite rating. A unit of one
/// drawn game is then added to the pairs that prevent a maximum, and the ladder is marked as supported.
///
/// ```
/// use junqi_lab::tournament::rating::{Meeting, rate};
/// let meeting = Meeting { first: 0, second: 1, units: [([1, 0, 0], 75), ([0, 0, 1], 25)].into() };
/// let ladder = rate(2, 1, &[meeting]).unwrap();
/// assert!((ladder.ratings[0].elo - 190.85).abs() < 0.005 && ladder.ratings[1].high == 0.0);
/// assert!((ladder.expected(1, 0) - 0.25).abs() < 1e-9);
/// ```
///
/// # Errors
///
/// If an index is out of range, a meeting has the same player twice, or a player is not connected to
/// the anchor by games.
pub fn rate(seats: usize, anchor: usize, meetings: &[Meeting]) -> Result<Ladder, RatingError> {
    check(seats, anchor, meetings)?;
    let mut clusters = clusters(meetings);
    if let Some(seat) = unconnected(seats, anchor, &clusters) {
        return Err(RatingError::Unconnected { seat, anchor });
    }
    let unbounded = unbounded(seats, &clusters);
    let supported = !unbounded.is_empty();
    clusters.extend(unbounded.into_iter().map(|seats| Cluster {
        seats,
        points: [0.5; 2],
        units: 1.0,
    }));
    let model = PairModel { seats, anchor, clusters: &clusters };
    let RatingFit { ratings, uncertainty } = model.fit().ok_or(RatingError::NoMaximum)?;
    let mut in_elo = vec![];
    for (rating, Uncertainty { error, degrees }) in ratings.into_iter().zip(uncertainty) {
        let half = student_t(degrees) * error;
        let [elo, low, high] = [rating, rating - half, rating + half].map(|nats| ELO * nats);
        in_elo.push(Rating { elo, low, high });
    }
    Ok(Ladder { ratings: in_elo, supported })
}

fn check(seats: usize, anchor: usize, meetings: &[Meeting]) -> Result<(), RatingError> {
    if anchor >= seats {
        return Err(RatingError::Anchor { found: anchor, seats });
    }
    for (meeting, &Meeting { first, second, .. }) in meetings.iter().enumerate() {
        if let Some(found) = [first, second].into_iter().find(|&seat| seat >= seats) {
            return Err(RatingError::Seat { meeting, found, seats });
        }
        if first == second {
            return Err(RatingError::Itself { meeting, seat: first });
        }
    }
    Ok(())
}

/// The clusters with at least one unit of at least one game.
fn clusters(meetings: &[Meeting]) -> Vec<Cluster> {
    let mut clusters = vec![];
    for Meeting { first, second, units } in meetings {
        for (&[wins, draws, losses], &units) in units {
            let points = [wins, losses].map(|whole| whole as f64 + draws as f64 / 2.0);
            let cluster = Cluster { seats: [*first, *second], points, units: units as f64 };
            if cluster.units > 0.0 && cluster.games() > 0.0 {
                clusters.push(cluster);
            }
        }
    }
    clusters
}

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
fn unconnected(seats: usize, anchor: usize, clusters: &[Cluster]) -> Option<usize> {
    let edges = clusters.iter().flat_map(|c| [c.seats, [c.seats[1], c.seats[0]]]);
    reached(seats, anchor, &edges.collect::<Vec<_>>()).iter().position(|&seat| !seat)
}

/// The pairs that met and are in different strongly connected components of the graph "took a point
/// from". Their rating difference has no finite maximum-likelihood estimate. The likelihood has a
/// maximum if and only if there are no such pairs. Source: Ford, "Solution of a ranking problem from
/// binary comparisons", 1957.
fn unbounded(seats: usize, clusters: &[Cluster]) -> Vec<[usize; 2]> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, units: &[([u64; 3], u64)]) -> Meeting {
        Meeting { first, second, units: units.iter().copied().collect() }
    }

    fn elos(ladder: &Ladder) -> Vec<f64> {
        ladder.ratings.iter().map(|rating| rating.elo).collect()
    }

    #[test]
    fn two_seats_have_the_elo_of_their_score() {
        let ladder =
            rate(2, 1, &[meeting(0, 1, &[([2, 0, 0], 55), ([1, 0, 1], 40), ([0, 0, 2], 5)])]);
        let ladder = ladder.unwrap();
        assert!((ladder.ratings[0].elo - 190.848_501_887_865).abs() < 1e-8, "{ladder:?}");
        assert_eq!(ladder.ratings[1], Rating { elo: 0.0, low: 0.0, high: 0.0 });
        assert!(!ladder.supported);
        // The delta method by hand: slopes of units 1/2, -1/2 and -3/2, information 200 * 3/16.
        let spread = (55.0 * 0.25 + 40.0 * 0.25 + 5.0 * 2.25) / 37.5_f64.powi(2);
        let error = (spread * 100.0 / 99.0 + 1.0 / 99.0 / 37.5).sqrt() * student_t(99.0) * ELO;
        assert!((ladder.ratings[0].high - ladder.ratings[0].elo - error).abs() < 1e-8);
    }

    const WINS: [[u64; 4]; 4] = [[0, 7, 12, 3], [4, 0, 9, 11], [2, 6, 0, 8], [5, 1, 3, 0]];

    fn table(draws: u64) -> Vec<Meeting> {
        let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
        let units = |i: usize, j: usize| {
            [([1, 0, 0], WINS[i][j]), ([0, 0, 1], WINS[j][i]), ([0, 1, 0], draws * (i + j) as u64)]
        };
        pairs.map(|(i, j)| meeting(i, j, &units(i, j))).collect()
    }

    /// The iteration of Hunter, "MM algorithms for generalized Bradley-Terry models", 2004.
    #[test]
    fn without_draws_minorisation_agrees() {
        let ladder = rate(4, 2, &table(0)).unwrap();
        let mut strengths = [1.0_f64; 4];
        for _ in 0..2000 {
            let old = strengths;
            for i in 0..4 {
                let wins: u64 = WINS[i].iter().sum();
                let games = |j: usize| (WINS[i][j] + WINS[j][i]) as f64 / (old[i] + old[j]);
                strengths[i] = wins as f64 / (0..4).map(games).sum::<f64>();
            }
        }
        for (i, elo) in elos(&ladder).into_iter().enumerate() {
            let expected = 400.0 * (strengths[i] / strengths[2]).log10();
            assert!((elo - expected).abs() < 1e-6, "{i}: found {elo}, expected {expected}");
        }
    }

    /// Every seat takes as many points as its rating lets expect.
    #[test]
    fn draws_are_half_points() {
        let meetings = table(2);
        let ladder = rate(4, 2, &meetings).unwrap();
        let mut surplus = [0.0; 4];
        for Meeting { first, second, units } in &meetings {
            for ([wins, draws, losses], n) in units {
                let games = (wins + draws + losses) as f64;
                let above =
                    *wins as f64 + *draws as f64 / 2.0 - games * ladder.expected(*first, *second);
                surplus[*first] += *n as f64 * above;
                surplus[*second] -= *n as f64 * above;
            }
        }
        assert!(surplus.iter().all(|points| points.abs() < 1e-9), "{surplus:?}");
        let half = rate(2, 0, &[meeting(0, 1, &[([0, 1, 0], 6), ([1, 0, 0], 2)])]).unwrap();
        assert!((half.ratings[1].elo + 400.0 * (5.0_f64 / 3.0).log10()).abs() < 1e-9, "{half:?}");
        let points = ladder.expected(1, 3) + ladder.expected(3, 1);
        assert!((points - 1.0).abs() < 1e-12 && (ladder.expected(1, 1) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_maximum_is_supported() {
        let swept = [meeting(0, 1, &[([2, 0, 0], 10)]), meeting(2, 1, &[([1, 0, 1], 10)])];
        let ladder = rate(3, 1, &swept).unwrap();
        assert!(ladder.supported, "{ladder:?}");
        assert!((ladder.ratings[0].elo - 400.0 * 41_f64.log10()).abs() < 1e-6, "{ladder:?}");
        let unlost = rate(2, 0, &[meeting(0, 1, &[([1, 1, 0], 5)])]).unwrap();
        assert!(!unlost.supported && unlost.ratings[1].elo < -100.0, "{unlost:?}");
        // A ring of wins has a maximum, a chain has none.
        let chain = [(0, 1), (1, 2), (2, 3)].map(|(i, j)| meeting(i, j, &[([1, 0, 0], 3)]));
        let ring = [&chain[..], &[meeting(3, 0, &[([1, 0, 0], 1)])]].concat();
        assert!(rate(4, 0, &chain).unwrap().supported && !rate(4, 0, &ring).unwrap().supported);
    }

    #[test]
    fn units_that_agree_leave_a_doubt() {
        let even = rate(2, 0, &[meeting(0, 1, &[([1, 0, 1], 40)])]).unwrap();
        let high = even.ratings[1].high;
        assert!(high > 5.0 && high < 30.0, "{even:?}");
        let once = rate(2, 0, &[meeting(0, 1, &[([1, 0, 1], 1)])]).unwrap();
        assert!(once.ratings[1].high > 1000.0, "{once:?}");
    }

    #[test]
    fn faults_are_named() {
        let fault = |seats, anchor, first, second, games| {
            let meetings =
                [meeting(0, 1, &[([1, 0, 1], 3)]), meeting(first, second, &[(games, 1)])];
            rate(seats, anchor, &meetings).unwrap_err().to_string()
        };
        assert_eq!(fault(2, 2, 0, 1, [1, 0, 0]), "anchor: found seat 2, expected one below 2");
        assert_eq!(fault(2, 0, 0, 5, [1, 0, 0]), "meeting 1: found seat 5, expected one below 2");
        assert_eq!(
            fault(2, 0, 1, 1, [1, 0, 0]),
            "meeting 1: found seat 1 twice, expected two seats"
        );
        let lost = "seat 2: no chain of games connects it to the anchor, seat 0";
        assert_eq!(fault(4, 0, 2, 3, [1, 0, 1]), lost);
        assert_eq!(fault(3, 0, 2, 1, [0, 0, 0]), lost);
        assert_eq!(rate(1, 0, &[]).unwrap().ratings.len(), 1);
    }
}
