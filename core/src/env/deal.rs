//! How the armies come to the board.

use crate::game::board::{ARM_POINTS, ArmShape};
use crate::game::rules::{Deployment, Kind};
use rand::{Rng, RngExt};
use std::fmt;

/// How the armies come to the board before the first move. Seats are served in the order of the players,
/// posts in reading order from the front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Deal {
    /// Chance places the pieces of each seat one by one, so that all legal deployments are equally likely.
    #[default]
    Uniform,
    /// Chance draws one of the embedded deployments or their mirror images for each seat.
    Pool,
    /// Every player places its pieces, unseen by the others.
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

/// The kinds that may stand on the next post of an arm, each with the number of completions.
pub(super) fn next_kinds(shape: &ArmShape, placed: &[Kind]) -> Vec<(Kind, u128)> {
    let mut longer = placed.to_vec();
    let mut next = vec![];
    for kind in Kind::ALL {
        longer.push(kind);
        let ways = shape.completions(&longer);
        longer.pop();
        if ways > 0 {
            next.push((kind, ways));
        }
    }
    next
}

/// All legal deployments on an arm, in the order of their kinds on the posts.
pub(super) fn all_armies(shape: &'static ArmShape) -> Vec<Deployment> {
    let mut armies = vec![vec![]];
    for _ in shape.posts() {
        let mut longer = vec![];
        for army in armies {
            for (kind, _) in next_kinds(shape, &army) {
                longer.push([army.as_slice(), &[kind]].concat());
            }
        }
        armies = longer;
    }
    armies.iter().map(|army| deployment(shape, army)).collect()
}

/// A deployment that begins with the given kinds, all such deployments being equally likely.
pub(super) fn random_army(
    shape: &'static ArmShape,
    placed: &[Kind],
    rng: &mut impl Rng,
) -> Deployment {
    let mut army = placed.to_vec();
    while army.len() < shape.army().len() {
        let all = shape.completions(&army);
        // Numbers of one word are drawn as such.
        let mut place = match u64::try_from(all) {
            Ok(all) => rng.random_range(0..all).into(),
            Err(_) => rng.random_range(0..all),
        };
        let next = next_kinds(shape, &army).into_iter().find(|&(_, ways)| {
            let found = place < ways;
            place = place.saturating_sub(ways);
            found
        });
        army.push(next.expect("the ways of all kinds are those of the beginning").0);
    }
    deployment(shape, &army)
}

/// The deployment with the given kinds on the posts in reading order.
pub(super) fn deployment(shape: &'static ArmShape, kinds: &[Kind]) -> Deployment {
    legal_deployment(shape, kinds).expect("only placements that can be completed are accepted")
}

/// The same for any kinds; `None` if they make no legal deployment.
pub(super) fn legal_deployment(shape: &'static ArmShape, kinds: &[Kind]) -> Option<Deployment> {
    let mut points = [None; ARM_POINTS];
    shape.posts().zip(kinds).for_each(|(post, &kind)| points[post.index()] = Some(kind));
    Deployment::new(shape, &points[..shape.points().count()]).ok()
}

/// The kinds of a deployment on the posts in reading order.
pub(super) fn kinds(deployment: &Deployment) -> Vec<Kind> {
    deployment.pieces().map(|(_, kind)| kind).collect()
}
