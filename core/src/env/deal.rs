//! How the armies come to the board.

use super::actions::KINDS;
use crate::game::board::ARM_POINTS;
use crate::game::rules::{ARMY, Deployment, Kind, Point};
use rand::{Rng, RngExt};
use std::fmt;

/// How the armies come to the board before the first move. Seats are served in the order of the players,
/// posts in reading order from the front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Deal {
    /// Chance places 25 pieces a seat, so that all legal deployments are equally likely.
    #[default]
    Uniform,
    /// Chance draws one of the embedded deployments or their mirror images for each seat.
    Pool,
    /// Every player places 25 pieces, unseen by the others.
    Players,
}

/// Writes `uniform`, `pool` or `players`.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uniform => "uniform",
            Self::Pool => "pool",
            Self::Players => "players",
        })
    }
}

/// The number of legal deployments that begin with the given kinds on the posts in reading order.
///
/// Rules bind only flag, mines and bombs. So the flag takes one of the headquarters that are left, the
/// mines some of the other posts of rows 5 and 6, the bombs some of the rest behind row 1, and the other
/// kinds are arranged freely.
///
/// ```
/// use junqi_core::env::completions;
/// use junqi_core::game::rules::{Kind, LEGAL_DEPLOYMENTS};
///
/// assert_eq!(completions(&[]), LEGAL_DEPLOYMENTS);
/// assert_eq!(completions(&[Kind::Bomb]), 0);
/// ```
pub fn completions(placed: &[Kind]) -> u64 {
    let mut left: [usize; KINDS] = Kind::ALL.map(Kind::count);
    for (post, &kind) in Point::posts().zip(placed) {
        let Some(fewer) = left[kind.index()].checked_sub(1).filter(|_| post.allows(kind)) else {
            return 0;
        };
        left[kind.index()] = fewer;
    }
    let open = |kind: Kind| Point::posts().skip(placed.len()).filter(|p| p.allows(kind)).count();
    let flag = left[Kind::Flag.index()];
    let mines = left[Kind::Mine.index()];
    let bombs = left[Kind::Bomb.index()];
    // A post that the flag or a mine takes may hold a mine or a bomb too, so it is one fewer for these.
    let bound = [
        choose(open(Kind::Flag), flag),
        open(Kind::Mine).checked_sub(flag).map_or(0, |posts| choose(posts, mines)),
        open(Kind::Bomb).checked_sub(flag + mines).map_or(0, |posts| choose(posts, bombs)),
    ];
    let mut ways = bound.into_iter().product::<u64>();
    let mut arranged = 0;
    for kind in Kind::ALL {
        if !matches!(kind, Kind::Flag | Kind::Mine | Kind::Bomb) {
            arranged += left[kind.index()];
            ways *= choose(arranged, left[kind.index()]);
        }
    }
    ways
}

/// The number of sets of `k` out of `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1))
}

/// The kinds that may stand on the next post, each with the number of completions.
pub(super) fn next_kinds(placed: &[Kind]) -> Vec<(Kind, u64)> {
    let mut longer = placed.to_vec();
    let mut next = vec![];
    for kind in Kind::ALL {
        longer.push(kind);
        let ways = completions(&longer);
        longer.pop();
        if ways > 0 {
            next.push((kind, ways));
        }
    }
    next
}

/// A deployment that begins with the given kinds, all such deployments being equally likely.
pub(super) fn random_army(placed: &[Kind], rng: &mut impl Rng) -> Deployment {
    let mut army = placed.to_vec();
    while army.len() < ARMY {
        let mut place = rng.random_range(0..completions(&army));
        let next = next_kinds(&army).into_iter().find(|&(_, ways)| {
            let found = place < ways;
            place = place.saturating_sub(ways);
            found
        });
        army.push(next.expect("the ways of all kinds are those of the beginning").0);
    }
    deployment(&army)
}

/// The deployment with the given kinds on the posts in reading order.
pub(super) fn deployment(kinds: &[Kind]) -> Deployment {
    legal_deployment(kinds).expect("only placements that can be completed are accepted")
}

/// The same for any kinds; `None` if they make no legal deployment.
pub(super) fn legal_deployment(kinds: &[Kind]) -> Option<Deployment> {
    let mut points = [None; ARM_POINTS];
    Point::posts().zip(kinds).for_each(|(post, &kind)| points[post.index()] = Some(kind));
    Deployment::new(points).ok()
}

/// The kinds of a deployment on the posts in reading order.
pub(super) fn kinds(deployment: &Deployment) -> Vec<Kind> {
    deployment.pieces().map(|(_, kind)| kind).collect()
}
