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
use crate::game::belief::Gains;
use crate::game::board::Seat;
use crate::game::rules::{CombatResult, Kind, MineOnHit, Move, PieceId, clash, movers};

/// The most bits of a choice that count: the model is not that sure.
const MOST_BITS: f64 = 3.0;

/// The cost of the information that a move reveals about its piece, less the gain of what it tells about its
/// target, in centi-pieces; `secrecy` is the cost of a bit, as a fraction of the piece's value.
pub(super) fn information_cost(input: &SamplingInput<'_>, secrecy: f64, m: Move) -> i64 {
    if secrecy == 0.0 {
        return 0;
    }
    let observation = &input.observation;
    let rules = observation.rules();
    let own = observation.seat();
    // Gains of fights with one enemy stand for those with both.
    let enemy = rules.seats().iter().find(|&seat| rules.team(seat) != rules.team(own));
    let Some(enemy) = enemy else { return 0 };
    let Some(mover) = observation.piece_at(m.from) else { return 0 };
    let Some(kind) = observation.kind(mover) else { return 0 };
    let bits = revealed_bits(input, m, mover, kind) + choice_bits(input, m, mover, kind);
    let revealed = piece_value(input, enemy, kind) * bits;
    let target = observation.piece_at(m.to);
    let learned = target.map_or(0.0, |target| learned_value(input, kind, target));
    (secrecy * (revealed - learned)).round() as i64
}

/// The expected bits that an attack tells about a target that survives it, times the value of the target, in
/// centi-pieces. (A target that cannot move attacks nobody: nothing is gained.)
fn learned_value(input: &SamplingInput<'_>, attacker: Kind, target: PieceId) -> f64 {
    let own = input.observation.seat();
    let hit = input.observation.rules().mine_on_hit;
    let before = input.posterior.marginal(target);
    let survivors = among(&before, |kind| clash(attacker, kind, hit) == CombatResult::Lose);
    expected(&among(&survivors, Kind::is_mobile), |kind| {
        bits(&before, &survivors, kind) * piece_value(input, own, kind)
    })
}

/// Expected bits that a move reveals about the kind of its piece; 0 if the public belief is unknown.
fn revealed_bits(input: &SamplingInput<'_>, m: Move, piece: PieceId, truth: Kind) -> f64 {
    let observation = &input.observation;
    let Some(public) = input.public else { return 0.0 };
    let before = public.marginal(piece);
    let movers = movers(observation.net(), m, |at| observation.piece_at(at).is_none());
    let moved = among(&before, |kind| movers.contains(kind));
    let Some(target) = observation.piece_at(m.to) else { return bits(&before, &moved, truth) };
    // The seat expects outcomes by its own belief about the target; enemies read them by the public one.
    let hit = observation.rules().mine_on_hit;
    let public_target = public.marginal(target);
    expected(&input.posterior.marginal(target), |defender| {
        let end = clash(truth, defender, hit);
        let mut fought = moved;
        for kind in Kind::ALL {
            fought[kind.index()] *= end_probability(kind, &public_target, end, hit);
        }
        bits(&before, &fought, truth)
    })
}

/// The probability that an attack of a kind on a target ends in this way.
fn end_probability(attacker: Kind, target: &[f64; 12], end: CombatResult, hit: MineOnHit) -> f64 {
    let defenders = Kind::ALL.into_iter().filter(|&defender| clash(attacker, defender, hit) == end);
    defenders.map(|defender| target[defender.index()]).sum()
}

/// How many more bits the choice of this move reveals about its piece than the choice of another piece does; 0 if the
/// public belief or what it says about choices is unknown.
fn choice_bits(input: &SamplingInput<'_>, m: Move, piece: PieceId, truth: Kind) -> f64 {
    let Some(public) = input.public else { return 0.0 };
    let evidence = input.choices.iter().find(|evidence| evidence.piece == piece);
    let Some(evidence) = evidence else { return 0.0 };
    let Some((_, moved)) = evidence.moves.iter().find(|(to, _)| *to == m.to) else { return 0.0 };
    let before = public.marginal(piece);
    // That the piece can move at all is among the bits that every move reveals (`revealed_bits`).
    let mobile = among(&before, Kind::is_mobile);
    evidence_bits(&mobile, moved, truth) - evidence_bits(&before, &evidence.waits, truth)
}

/// The information about the true kind of factors by kind, in bits, within the limit that counts.
fn evidence_bits(before: &[f64; 12], factors: &[f64; 12], truth: Kind) -> f64 {
    let after = std::array::from_fn(|kind| before[kind] * factors[kind]);
    bits(before, &after, truth).clamp(-MOST_BITS, MOST_BITS)
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

/// The information gained about the true kind between two beliefs, in bits; the beliefs need not sum to 1.
fn bits(before: &[f64; 12], after: &[f64; 12], truth: Kind) -> f64 {
    let gained = (share(after, truth) / share(before, truth)).log2();
    // Estimated beliefs may give the true kind no probability, which then says nothing.
    if gained.is_finite() { gained } else { 0.0 }
}

/// The probability of a kind in a belief that need not sum to 1.
fn share(belief: &[f64; 12], kind: Kind) -> f64 {
    belief[kind.index()] / belief.iter().sum::<f64>()
}

/// The value of a mobile piece of a kind in fights with a seat, in centi-pieces: what its side loses where it is lost
/// alone. The table has only gains of fights, so it is that of a fight which this kind loses, for a bomb the difference
/// of two fights. Not below 0, where rules that remove a hit mine make the exchange a gain.
fn piece_value(input: &SamplingInput<'_>, seat: Seat, kind: Kind) -> f64 {
    let gains: &Gains = &input.evaluation.gains()[seat.index()];
    let gain = |attacker: Kind, defender: Kind| gains[attacker.index()][defender.index()];
    let value = match kind {
        // A bomb dies in every fight: its value is the difference to a fight that the commander wins.
        Kind::Bomb => gain(Kind::Commander, Kind::Platoon) - gain(Kind::Bomb, Kind::Platoon),
        // Engineers clear mines, so a mine does not show their value.
        Kind::Engineer => -gain(kind, Kind::Platoon),
        _ => -gain(kind, Kind::Mine),
    };
    value.max(0.0)
}
