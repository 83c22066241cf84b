//! Gains of fights, at the piece values of the root of a search.

use super::piece_beliefs::PieceBeliefs;
use super::terms::{EvalFeatures, piece_values};
use crate::game::belief::Gains;
use crate::game::board::Seat;
use crate::game::rules::{CombatResult, Kind, Move, PieceId, Rules, World, clash};

/// Value of the last flag of a team in the gain of a fight, in centi-pieces: close to a certain win. (The
/// full value of a win would outweigh everything at the smallest probability.)
const DECISIVE: f64 = 10_000.0;

/// Gains of fights for the attacker, at the piece values of the root, by seat of the defender.
pub(super) fn gains_of(
    weights: &EvalFeatures,
    root: &World,
    beliefs: &impl PieceBeliefs,
) -> [Gains; 4] {
    let rules = root.rules();
    let values = piece_values(weights, &beliefs.counts(), rules);
    let last = |seat: Seat| {
        let mates = root.alive().iter().filter(|&s| rules.team(s) == rules.team(seat));
        mates.count() == 1
    };
    Seat::ALL.map(|defender| {
        let attacker = rules.seats().iter().find(|&s| rules.team(s) != rules.team(defender));
        let Some(attacker) = attacker else { return [[0.0; 12]; 12] };
        let (own, mut theirs) = (values[attacker.index()], values[defender.index()]);
        if last(defender) {
            theirs[Kind::Flag.index()] = DECISIVE;
        }
        gains(&own, &theirs, rules)
    })
}

/// The table of gains from the piece values of attacker and defender.
fn gains(own: &[f64; 12], theirs: &[f64; 12], rules: &Rules) -> Gains {
    let gain = |a: Kind, d: Kind| match clash(a, d, rules.mine_on_hit) {
        CombatResult::Win => theirs[d.index()],
        CombatResult::Lose => -own[a.index()],
        CombatResult::Both => theirs[d.index()] - own[a.index()],
    };
    Kind::ALL.map(|a| Kind::ALL.map(|d| if a.is_mobile() { gain(a, d) } else { 0.0 }))
}

/// The gain of an attack in a world, by a table of gains; `None` for a quiet move.
#[inline]
pub(super) fn gain_in(world: &World, gains: &[Gains; 4], m: Move) -> Option<i64> {
    let target = world.piece_at(m.to)?;
    let kind = |p: PieceId| world.kind(p).index();
    let gains = &gains[target.seat().index()];
    Some(gains[kind(world.piece_at(m.from)?)][kind(target)] as i64)
}
