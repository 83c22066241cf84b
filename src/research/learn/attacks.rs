//! What a belief said of fights before they began, and how they ended.

use crate::game::belief::Belief;
use crate::game::board::Seat;
use crate::game::rules::{Act, CombatResult, Event, Kind, PieceId, clash};
use serde::Serialize;

/// The attacks of a kind on pieces that were not certain: how they were expected to end, and how they ended.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct AttackTally {
    /// Number of attacks.
    pub attacks: u64,
    /// Expected number of fights that the attacker survives alone, that the defender does, and that neither does.
    pub expected: [f64; 3],
    /// Number of fights that ended so.
    pub found: [u64; 3],
}

/// The place of a result in a tally.
fn place(result: CombatResult) -> usize {
    match result {
        CombatResult::Win => 0,
        CombatResult::Lose => 1,
        CombatResult::Both => 2,
    }
}

impl AttackTally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.attacks += other.attacks;
        for (sum, more) in self.expected.iter_mut().zip(other.expected) {
            *sum += more;
        }
        for (sum, more) in self.found.iter_mut().zip(other.found) {
            *sum += more;
        }
    }

    /// Adds a fight whose defender had these probabilities of being of each kind.
    pub(super) fn count(
        &mut self,
        Attack { attacker, result, .. }: Attack,
        belief: &Belief,
        defender: &[f64; 12],
    ) {
        let hit = belief.evidence().public_state().rules().mine_on_hit;
        self.attacks += 1;
        self.found[place(result)] += 1;
        for (kind, p) in Kind::ALL.into_iter().zip(defender) {
            self.expected[place(clash(attacker, kind, hit))] += p;
        }
    }
}

/// An attack on a piece that is not certain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attack {
    pub(super) attacker: Kind,
    pub(super) defender: PieceId,
    pub(super) result: CombatResult,
}

impl Attack {
    /// The attack of an event, if it is one by a seat that knows the attacker and not the defender.
    pub(super) fn of(event: &Event, belief: &Belief, by: Seat) -> Option<Self> {
        let Act::Move(mv, Some(result)) = event.act else { return None };
        let evidence = belief.evidence();
        let state = evidence.public_state();
        let attacker = evidence.kind(state.piece_at(mv.from)?)?;
        let defender = state.piece_at(mv.to)?;
        let is_open = evidence.kind(defender).is_some() || event.seat != by;
        (!is_open).then_some(Self { attacker, defender, result })
    }
}
