//! What the information costs and gains that a move reveals about its piece and about its target.
//!
//! To the enemies a piece has some probability of being of each kind. A move that only some kinds can make, a
//! fight that only some kinds end this way, or a move that the true kind would rather make than others raises the
//! probability of the true kind; the logarithm of the ratio is the information revealed, in bits. It has a cost
//! because enemies who know which piece is the commander attack it with a bomb. A move that others would rather
//! make hides the kind and gains. For the same reason what an attack tells about a target that survives it is a
//! gain. Such a cost is players' advice and the practice of Demon of Ignorance (Stratego); that enemies read
//! choices by the seat's own behaviour model, and that cost and gain are proportional to the bits and to the value
//! of the piece, is *our reading*.

use super::SamplingInput;
use super::options::PimcOptions;
use crate::game::belief::Gains;
use crate::game::board::Seat;
use crate::game::rules::{CombatResult, Kind, Move, PieceId, clash, movers};

/// The most bits of a choice that count: the model is not that sure.
const MOST_BITS: f64 = 3.0;

/// The cost of the information that a move reveals about its piece, less the gain of what it tells about its
/// target, in centi-pieces.
pub(super) fn information_cost(input: &SamplingInput<'_>, options: &PimcOptions, m: Move) -> i64 {
    if options.secrecy == 0.0 {
        return 0;
    }
    let observation = &input.observation;
    let (own, rules) = (observation.seat(), observation.rules());
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(own));
    let mover = observation.piece_at(m.from);
    let (Some(enemy), Some(mover)) = (enemy, mover) else { return 0 };
    let Some(kind) = observation.kind(mover) else { return 0 };
    let bits = revealed_bits(input, m, (mover, kind)) + choice_bits(input, m, (mover, kind));
    let revealed = piece_value(input, enemy, kind) * bits;
    let target = observation.piece_at(m.to);
    let learned = target.map_or(0.0, |target| learned_value(input, kind, target));
    (options.secrecy * (revealed - learned)).round() as i64
}

/// The expected bits that an attack tells about a target that survives it, times the value of the target, in
/// centi-pieces. (A target that cannot move attacks nobody: nothing is gained.)
fn learned_value(input: &SamplingInput<'_>, attacker: Kind, target: PieceId) -> f64 {
    let (own, hit) = (input.observation.seat(), input.observation.rules().mine_on_hit);
    let before = input.posterior.marginal(target);
    let survives = |kind: Kind| clash(attacker, kind, hit) == CombatResult::Lose;
    let after = among(&before, survives);
    let attacks_again = |kind: Kind| kind.is_mobile() && survives(kind);
    expected(&among(&before, attacks_again), |kind| {
        bits(&before, &after, kind) * piece_value(input, own, kind)
    })
}

/// Expected bits that a move reveals about the kind of its piece; 0 if the public belief is unknown.
fn revealed_bits(input: &SamplingInput<'_>, m: Move, (piece, truth): (PieceId, Kind)) -> f64 {
    let observation = &input.observation;
    let Some(public) = input.public else { return 0.0 };
    let (net, before) = (observation.net(), public.marginal(piece));
    let movers = movers(net, m, |at| observation.piece_at(at).is_none());
    let moved = among(&before, |kind| movers.contains(kind));
    let Some(met) = observation.piece_at(m.to) else { return bits(&before, &moved, truth) };
    let hit = observation.rules().mine_on_hit;
    let target = public.marginal(met);
    expected(&input.posterior.marginal(met), |met| {
        let end = clash(truth, met, hit);
        let explains = |kind: Kind| -> f64 {
            let ends = |d: &Kind| clash(kind, *d, hit) == end;
            Kind::ALL.into_iter().filter(ends).map(|d| target[d.index()]).sum()
        };
        let fought = Kind::ALL.map(|kind| match moved[kind.index()] {
            0.0 => 0.0,
            p => p * explains(kind),
        });
        bits(&before, &fought, truth)
    })
}

/// How many more bits the choice of this move reveals about its piece than the choice of another piece does; 0 if the
/// public belief or what it says about choices is unknown.
fn choice_bits(input: &SamplingInput<'_>, m: Move, (piece, truth): (PieceId, Kind)) -> f64 {
    let evidence = input.choices.iter().find(|evidence| evidence.piece == piece);
    let (Some(public), Some(evidence)) = (input.public, evidence) else { return 0.0 };
    let Some((_, moved)) = evidence.moves.iter().find(|(to, _)| *to == m.to) else { return 0.0 };
    let before = public.marginal(piece);
    let mobile = among(&before, Kind::is_mobile);
    let said = |before: [f64; 12], factors: &[f64; 12]| {
        let after = std::array::from_fn(|k| before[k] * factors[k]);
        bits(&before, &after, truth).clamp(-MOST_BITS, MOST_BITS)
    };
    said(mobile, moved) - said(before, &evidence.waits)
}

/// The sum over kinds of their probabilities times a value.
fn expected(probabilities: &[f64; 12], value: impl Fn(Kind) -> f64) -> f64 {
    let possible = Kind::ALL.into_iter().zip(probabilities).filter(|(_, p)| **p > 0.0);
    possible.map(|(kind, p)| p * value(kind)).sum()
}

/// The probabilities of the kinds that a condition allows, and 0 for the others.
fn among(before: &[f64; 12], allows: impl Fn(Kind) -> bool) -> [f64; 12] {
    Kind::ALL.map(|kind| if allows(kind) { before[kind.index()] } else { 0.0 })
}

/// The information gained about the true kind between two beliefs, in bits.
fn bits(before: &[f64; 12], after: &[f64; 12], truth: Kind) -> f64 {
    let share = |of: &[f64; 12]| of[truth.index()] / of.iter().sum::<f64>();
    let gained = (share(after) / share(before)).log2();
    if gained.is_finite() { gained } else { 0.0 }
}

/// The value of a mobile piece of a kind in fights with a seat, in centi-pieces: what its side loses where it is lost
/// alone. The table has only gains of fights, so it is that of a fight which this kind loses, for a bomb the difference
/// of two fights. Not below 0, where rules that remove a hit mine make the exchange a gain.
fn piece_value(input: &SamplingInput<'_>, seat: Seat, kind: Kind) -> f64 {
    let gains: &Gains = &input.evaluation.gains()[seat.index()];
    let gain = |a: Kind, d: Kind| gains[a.index()][d.index()];
    let value = match kind {
        Kind::Bomb => gain(Kind::Commander, Kind::Platoon) - gain(Kind::Bomb, Kind::Platoon),
        Kind::Engineer => -gain(kind, Kind::Platoon),
        _ => -gain(kind, Kind::Mine),
    };
    value.max(0.0)
}
