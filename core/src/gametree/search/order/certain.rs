//! The orders of the entropy-threshold searches: the most certain move first, or the best certain
//! one. Both are stable.

use super::{MoveOrder, NodeToOrder, OrderCost};
use crate::base::options::option_words;
use crate::gametree::position::{Bits, Evaluate, Position, Uncertain};
use crate::gametree::search::horizon::{Horizon, Shrinks};
use std::cmp::Ordering;

option_words! {
    /// The direction of the order by certainty.
    #[derive(Default)]
    pub enum Certainty {
        /// The most certain move first: the thesis's order in *our reading*.
        #[default]
        Ascending = "ascending",
        /// The least certain move first.
        Descending = "descending",
    }
}

/// The order of CT: moves by the entropy of the position after them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Certain {
    /// The direction.
    pub certainty: Certainty,
    /// Children whose entropy was read so far.
    pub look_ups: u64,
    /// The most moves a node had.
    pub widest: usize,
}

/// Moves behind the keys they were sorted by.
type Sorted<K, Mv> = std::iter::Map<std::vec::IntoIter<(K, Mv)>, fn((K, Mv)) -> Mv>;

fn sorted<K, Mv>(mut keyed: Vec<(K, Mv)>, compare: impl Fn(&K, &K) -> Ordering) -> Sorted<K, Mv> {
    keyed.sort_by(|a, b| compare(&a.0, &b.0));
    keyed.into_iter().map(|(_, m)| m)
}

impl<P: Position + Uncertain, E: Evaluate<P>, H: Horizon<P, E::Value>> MoveOrder<P, E, H>
    for Certain
{
    type Moves = Sorted<Bits, P::Move>;

    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        _best: Option<P::Move>,
    ) -> Self::Moves {
        let listed = at.list().into_iter();
        let keyed: Vec<_> = listed.map(|m| (at.position.entropy(m), m)).collect();
        self.look_ups += keyed.len() as u64;
        self.widest = self.widest.max(keyed.len());
        sorted(keyed, |a, b| match self.certainty {
            Certainty::Ascending => a.0.total_cmp(&b.0),
            Certainty::Descending => b.0.total_cmp(&a.0),
        })
    }

    fn cost(&self) -> OrderCost {
        let ply_bytes = self.widest * size_of::<(Bits, P::Move)>();
        OrderCost { look_ups: self.look_ups, table_bytes: 0, ply_bytes }
    }
}

/// The order of BCT: moves by PAYOFF' of the position after them, best for the mover first, then by
/// entropy.
#[derive(Debug, Clone, Copy, Default)]
pub struct BestCertain {
    /// Children whose payoff and entropy were read so far.
    pub look_ups: u64,
    /// The most moves a node had.
    pub widest: usize,
}

impl BestCertain {
    /// PAYOFF' of what a move leads to, for the mover, and its entropy.
    fn key<P: Position + Uncertain, E: Evaluate<P>, H: Shrinks<P, E::Value>>(
        at: &mut NodeToOrder<'_, P, E, H, H::Path>,
        m: P::Move,
    ) -> (E::Value, Bits) {
        let (side, entropy) = (at.position.side(), at.position.entropy(m));
        let path = H::trail(at.path).step(at.position, m);
        let undo = at.position.make(m);
        let payoff = at.evaluate.evaluate(at.position);
        let payoff = if at.position.side() == side { payoff } else { -payoff };
        at.position.unmake(m, undo);
        (at.horizon.shrinking().shrink(payoff, path.entropy), entropy)
    }
}

impl<P, E, H> MoveOrder<P, E, H> for BestCertain
where
    P: Position + Uncertain,
    E: Evaluate<P>,
    H: Shrinks<P, E::Value>,
{
    type Moves = Sorted<(E::Value, Bits), P::Move>;

    fn moves(
        &mut self,
        mut at: NodeToOrder<'_, P, E, H, H::Path>,
        _best: Option<P::Move>,
    ) -> Self::Moves {
        let listed = at.list().into_iter();
        let keyed: Vec<_> = listed.map(|m| (Self::key(&mut at, m), m)).collect();
        self.look_ups += keyed.len() as u64;
        self.widest = self.widest.max(keyed.len());
        sorted(keyed, |a, b| {
            let by_payoff = b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal);
            by_payoff.then(a.1.0.total_cmp(&b.1.0))
        })
    }

    fn cost(&self) -> OrderCost {
        let ply_bytes = self.widest * size_of::<((E::Value, Bits), P::Move)>();
        OrderCost { look_ups: self.look_ups, table_bytes: 0, ply_bytes }
    }
}
