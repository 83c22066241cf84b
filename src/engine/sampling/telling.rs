//! What a move tells the enemies of the piece that makes it.
//!
//! An onlooker holds a piece for every kind with some probability. A move that only some kinds make,
//! and a fight that only some kinds end so, raise the probability of the true one; what it is told is
//! the logarithm of that, in bits. Reason: who knows which piece is the commander sends a bomb. That
//! there is a price is players' advice and the practice of Demon of Ignorance (Stratego); that it is
//! so much a bit, by the worth of the piece, is *our reading*.

use super::SamplingRequest;
use crate::game::belief::Gains;
use crate::game::rules::{Kind, KindSet, Move, World, clash};

/// Bits that a move tells on average of the true kind of its piece; 0 if nobody counted.
pub(super) fn told(question: &SamplingRequest<'_>, m: Move, worlds: &[World]) -> f64 {
    let observation = &question.observation;
    let (Some(public), Some(piece)) = (question.public, observation.piece_at(m.from)) else {
        return 0.0;
    };
    let Some(truth) = observation.kind(piece) else { return 0.0 };
    let (net, prior) = (observation.net(), public.marginal(piece));
    let movers = if net.is_straight(m.from, m.to, |at| observation.piece_at(at).is_none()) {
        KindSet::MOBILE
    } else {
        KindSet::only(Kind::Engineer)
    };
    let moved = Kind::ALL.map(|k| if movers.contains(k) { prior[k.index()] } else { 0.0 });
    let Some(met) = observation.piece_at(m.to) else { return bits(&prior, &moved, truth) };
    let hit = observation.rules().mine_on_hit;
    let theirs = public.marginal(met);
    let of_world = |world: &World| {
        let end = clash(truth, world.kind(met), hit);
        let explains = |kind: Kind| -> f64 {
            let ends = |d: &Kind| clash(kind, *d, hit) == end;
            Kind::ALL.into_iter().filter(ends).map(|d| theirs[d.index()]).sum()
        };
        let fought = Kind::ALL.map(|kind| match moved[kind.index()] {
            0.0 => 0.0,
            p => p * explains(kind),
        });
        bits(&prior, &fought, truth)
    };
    worlds.iter().map(of_world).sum::<f64>() / worlds.len().max(1) as f64
}

/// How many bits likelier the truth is after what was seen than before.
fn bits(before: &[f64; 12], after: &[f64; 12], truth: Kind) -> f64 {
    let share = |of: &[f64; 12]| of[truth.index()] / of.iter().sum::<f64>();
    let told = (share(after) / share(before)).log2();
    if told.is_finite() { told } else { 0.0 }
}

/// What a mobile piece of a kind is worth by what fights with it bring.
pub(super) fn worth(gains: &Gains, kind: Kind) -> f64 {
    let gain = |a: Kind, d: Kind| gains[a.index()][d.index()];
    match kind {
        Kind::Bomb => gain(Kind::Commander, Kind::Platoon) - gain(Kind::Bomb, Kind::Platoon),
        Kind::Engineer => -gain(kind, Kind::Platoon),
        _ => -gain(kind, Kind::Mine),
    }
}
