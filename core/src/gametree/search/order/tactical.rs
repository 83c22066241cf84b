//! The move order of playing programs: hash move, gains, killers, history, losses.
//!
//! Source: killers: Akl & Newborn, "The principal continuation and the killer heuristic", ACM 1977;
//! history: Schaeffer, IEEE PAMI 11 (1989); gains first: Slate & Atkin, "CHESS 4.5" (1977).
//! Laws tested: value = minimax.
//! Memory: a counter per move and side, two moves per ply, and a move list per node of the path.

use super::{HistoryOrder, LargestFirst, MoveOrder, NodeToOrder, OrderCost};
use crate::gametree::position::{Evaluate, Indexed, MoveGain};
use crate::gametree::search::Horizon;

/// Tactical move ordering: the hash move, noisy moves with an expected gain (largest first), the two
/// killer moves of this ply, quiet moves by [`HistoryOrder`], noisy moves with an expected loss.
#[derive(Debug, Clone)]
pub struct Tactical<Mv> {
    history: HistoryOrder,
    killers: Vec<[Option<Mv>; 2]>,
    /// The moves of the last node, kept so that its memory is used again.
    listed: Vec<Mv>,
    widest: usize,
    /// Whether noisy moves without expected gain are skipped where a side may stand pat.
    gains_only: bool,
}

/// Above all counters of history.
const KILLER: i64 = 1 << 50;
/// Above all killers, plus the gain.
const GAIN: i64 = 1 << 52;
/// Maximum of a history counter.
const MAX_HISTORY: u64 = 1 << 48;

impl<Mv> Default for Tactical<Mv> {
    fn default() -> Self {
        let (history, killers, listed) = (HistoryOrder::default(), vec![], vec![]);
        Self { history, killers, listed, widest: 0, gains_only: false }
    }
}

impl<Mv> Tactical<Mv> {
    /// Skips noisy moves without expected gain where a side may stand pat.
    #[must_use]
    pub fn gains_only(self) -> Self {
        Self { gains_only: true, ..self }
    }
}

impl<P, E, H> MoveOrder<P, E, H> for Tactical<P::Move>
where
    P: Indexed,
    E: Evaluate<P> + MoveGain<P>,
    H: Horizon<P, E::Value>,
{
    type Moves = LargestFirst<P::Move>;

    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        best: Option<P::Move>,
    ) -> Self::Moves {
        let ply = at.horizon.ply(at.path) as usize;
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        self.listed.clear();
        at.append_to(&mut self.listed);
        self.widest = self.widest.max(self.listed.len());
        let all = !self.gains_only || !at.horizon.may_stand_pat(at.position, at.path);
        let (position, evaluate) = (at.position, at.evaluate);
        let mut key = |m: P::Move| match evaluate.move_gain(position, m) {
            _ if Some(m) == best => i64::MAX,
            Some(gain) if gain > 0 => GAIN + gain,
            Some(loss) => loss - 1,
            None if killers.contains(&Some(m)) => KILLER,
            None => self.history.score(position, m).min(MAX_HISTORY) as i64,
        };
        let mut keyed = Vec::with_capacity(self.listed.len());
        let of = self.listed.iter().map(|&m| (key(m), m));
        keyed.extend(of.filter(|&(key, _)| all || key >= GAIN));
        LargestFirst::new(keyed)
    }

    fn cutoff(&mut self, position: &P, m: P::Move, ply: u32, left: u32) {
        self.history.learn(position, m, left);
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }

    fn cost(&self) -> OrderCost {
        let table_bytes = self.history.bytes() + size_of_val(self.killers.as_slice());
        let ply_bytes = self.widest * size_of::<(i64, P::Move)>();
        OrderCost { look_ups: 0, table_bytes, ply_bytes }
    }
}
