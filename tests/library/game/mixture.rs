//! Laws of mixtures: what they say lies between their members, and no wrong member costs more than its weight says.

use crate::support::start;
use junqi::base::random;
use junqi::engine::data::Opponent;
use junqi::game::belief::{Belief, Member, Mixture, Observation, Posterior, Visibility};
use junqi::game::board::Seat;
use junqi::game::rules::{Kind, Mode, PIECES, PieceId, Rules, World};
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// A random game with many fights, as one seat sees it: with a mixture and with each of its members alone.
struct Followed {
    world: World,
    mixed: Belief,
    alone: Vec<Belief>,
}

fn alone(member: &Member) -> Arc<Mixture> {
    let Member { name, prior, behaviour, .. } = member.clone();
    Arc::new(Mixture::only(name, prior, behaviour))
}

fn follow(seed: u64, mode: Mode, plies: u32) -> Followed {
    let mut rng = random::stream(seed, &[77]);
    let mut world = start(seed, Rules::default().with_mode(mode));
    let mixture = Opponent::Unknown.mixture(mode);
    let view = Observation::new(&world, Seat::South, Visibility::DoubleOpen).view();
    let belief = |mixture| Belief::new(&view, mixture).unwrap();
    let mut alone: Vec<Belief> = mixture.members().iter().map(|m| belief(alone(m))).collect();
    let mut mixed = belief(mixture);
    for _ in 0..plies {
        let moves: Vec<_> = world.moves().collect();
        let attacks: Vec<_> = moves.iter().filter(|m| world.piece_at(m.to).is_some()).collect();
        let attack = attacks.choose(&mut rng).copied().copied();
        let mv = attack.or_else(|| moves.choose(&mut rng).copied()).unwrap();
        let event = world.play(mv).unwrap();
        for belief in alone.iter_mut().chain([&mut mixed]) {
            belief.learn(&event);
        }
        if world.outcome().is_some() {
            break;
        }
    }
    Followed { world, mixed, alone }
}

fn games() -> impl Iterator<Item = (u64, Followed)> {
    let modes = [Mode::TwoPlayer, Mode::FourPlayer];
    (0..24).map(move |seed| (seed, follow(seed, modes[seed as usize % 2], 4 * seed as u32)))
}

fn enemies(belief: &Belief) -> Vec<Seat> {
    belief.evidence().hidden().iter().collect()
}

/// Surprise of the true kinds of one seat, in bits, where the other seats are known to be as they are.
fn bits(posterior: &Posterior, truth: &[Kind; PIECES]) -> f64 {
    posterior.bits(truth).expect("a team that sees both armies has nothing to sample")
}

#[test]
fn a_mixture_is_never_more_surprised_than_a_member_and_its_weight() {
    for (seed, Followed { world, mut mixed, mut alone }) in games() {
        let mut truth = [Kind::Flag; PIECES];
        for piece in Seat::ALL.into_iter().flat_map(PieceId::of) {
            truth[piece.index()] = world.kind(piece);
        }
        let seats = enemies(&mixed);
        let of_mixture = bits(&mixed.posterior(0), &truth);
        for (number, member) in alone.iter_mut().enumerate() {
            let of_member = bits(&member.posterior(0), &truth);
            let weights = seats.iter().map(|&seat| mixed.members(seat).nth(number).unwrap().1);
            let most: f64 = of_member + weights.map(|w| -w.log2()).sum::<f64>();
            assert!(of_mixture <= most + 1e-6, "seed {seed}, member {number}: {of_mixture} {most}");
        }
    }
}

#[test]
fn marginals_are_means_over_members() {
    for (seed, Followed { mut mixed, mut alone, .. }) in games() {
        let posterior = mixed.posterior(0);
        let of_members: Vec<Posterior> =
            alone.iter_mut().map(|belief| belief.posterior(0)).collect();
        for seat in enemies(&mixed) {
            let weights: Vec<f64> = mixed.members(seat).map(|member| member.1).collect();
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9, "seed {seed}: {weights:?}");
            for piece in mixed.evidence().pieces(seat) {
                for kind in Kind::ALL {
                    let p = |posterior: &Posterior| posterior.marginal(piece)[kind.index()];
                    let mean: f64 = of_members.iter().zip(&weights).map(|(m, w)| w * p(m)).sum();
                    let gap = (p(&posterior) - mean).abs();
                    assert!(gap < 1e-7, "seed {seed}, {piece:?} {kind}: {} {mean}", p(&posterior));
                }
            }
        }
    }
}

/// Members who know nothing else than the other keep their weights, and fights move the weights of the others.
#[test]
fn weights_follow_fights() {
    let mut moved = 0;
    for (seed, Followed { mixed, .. }) in games() {
        for seat in enemies(&mixed) {
            for (member, weight) in mixed.members(seat) {
                let change = (weight / member.weight).ln().abs();
                assert!(seed > 0 || change < 1e-12, "nothing has happened: {weight}");
                moved += usize::from(change > 0.05);
            }
        }
    }
    assert!(moved > 20, "{moved} weights moved");
    let twins = Mixture::counting().members()[0].clone();
    let twins: Arc<Mixture> = Mixture::new(vec![twins.clone(), twins]).into();
    let mut world = start(3, Rules::default());
    let view = Observation::new(&world, Seat::South, Visibility::DoubleOpen).view();
    let mut belief = Belief::new(&view, twins).unwrap();
    for _ in 0..60 {
        let attack = world.moves().find(|m| world.piece_at(m.to).is_some());
        let mv = attack.or_else(|| world.moves().next()).unwrap();
        belief.learn(&world.play(mv).unwrap());
        if world.outcome().is_some() {
            break;
        }
    }
    for (member, weight) in belief.members(Seat::East) {
        assert!((weight - member.weight).abs() < 1e-9, "{weight}");
    }
}
