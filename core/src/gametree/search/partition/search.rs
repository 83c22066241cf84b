//! Partition search: alpha-beta whose table stores the values of sets of positions.
//!
//! Source: Ginsberg, "Partition search", AAAI 1996; "GIB: imperfect information in a computationally
//! challenging game", JAIR 14 (2001).
//! In the papers → here: a set S → features with their values; P(p) → the features that the
//! evaluation reads; R(p, S) → those that the best move reads and those of S that it does not write;
//! C(p, S) → those of all moves, and those that the list of moves depends on. *Our reading*: sets are
//! described by what the search has read, which is sound for every game that can name its reads, and
//! a bound is stored with the features of its own proof. With [`Partition::base`] the table stores
//! gains from the position on, as GIB stores the tricks still to be won.
//! Laws tested: value = minimax; without sets of more than one node it is alpha-beta, leaf by leaf; no
//! more nodes than alpha-beta with a table that forgets nothing.
//! Memory: an entry for every set; a probe tries every list of features in use at its depth.

use super::features::{Features, Partition};
use super::table::PartitionTable;
use crate::gametree::position::Position;
use crate::gametree::score::{Bound, Value, Window};
use crate::gametree::search::descent::below;
use crate::gametree::search::memory::Found;
use crate::gametree::search::{Search, SearchResult, Stopped};

/// Alpha-beta with a table of sets (Ginsberg 1996). Values are as those of
/// [`alpha_beta`](crate::gametree::search::alpha_beta). The horizon must be a number of plies without
/// quiescence; the memory of the context is not used.
///
/// ```
/// use junqi_core::gametree::score::Window;
/// use junqi_core::gametree::search::{Context, Limit, Meter, PartitionTable, Plies, TreePartition, partition};
/// use junqi_core::gametree::tree::{Generated, Payoffs, Shape, Sparse};
///
/// // Payoffs depend on half of the moves, so many nodes have the same value for the same reason.
/// let mut root = Generated::new(Sparse::new(1000, Shape::new(4, 6)?, 1)?);
/// let mut cx = Context::new(Payoffs::default(), Plies(6)).with_observer(Meter::new(Limit::default()));
/// let mut table = PartitionTable::default();
/// let answer = partition(&mut cx, &mut root, Window::FULL, &mut TreePartition, &mut table);
/// assert!(answer.value.is_some() && table.hits > 0);
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn partition<P: Position, C: Search<P>, const W: usize>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    partition: &mut impl Partition<P, C::Value, W>,
    table: &mut PartitionTable<C::Value, W>,
) -> SearchResult<P::Move, C::Value> {
    let mut search = Sets { partition, table };
    cx.answer(|cx| search.visit(cx, position, cx.root(), window).map(|(value, _)| value))
}

struct Sets<'a, S, V, const W: usize> {
    partition: &'a mut S,
    table: &'a mut PartitionTable<V, W>,
}

impl<S, V: Value, const W: usize> Sets<'_, S, V, W> {
    /// The value of a node in a window, and the features that it depends on.
    fn visit<P: Position, C: Search<P, Value = V>>(
        &mut self,
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        window: Window<V>,
    ) -> Result<(V, Features<W>), Stopped>
    where
        S: Partition<P, V, W>,
    {
        cx.enter(position, path)?;
        if cx.is_over(path) {
            return Ok((cx.leaf(position, path), self.partition.evaluation(position)));
        }
        let left = cx.left(path);
        if let Some(decided) = self.table.probe(position, left, window, self.partition) {
            return Ok(decided);
        }
        let (value, bound, features) = self.expand(cx, position, path, window)?;
        self.table.store(position, left, (value, bound), features, self.partition);
        Ok((value, features))
    }

    fn expand<P: Position, C: Search<P, Value = V>>(
        &mut self,
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        initial: Window<V>,
    ) -> Result<(V, Bound, Features<W>), Stopped>
    where
        S: Partition<P, V, W>,
    {
        let (mut window, mut best, mut all) = (initial, V::MIN, Features::NONE);
        for m in cx.moves(position, path, None) {
            let next = cx.step(position, m, path);
            let reads = self.partition.reads(position, m);
            let writes = self.partition.writes(position, m);
            let mut features = Features::NONE;
            let value = below(position, m, window, |p, window| {
                let (value, below) = self.visit(cx, p, next, window)?;
                features = below.without(writes).union(reads);
                Ok(value)
            })?;
            if value > best {
                best = value;
                cx.improve(path, m, value);
            }
            window.raise(value);
            if window.is_empty() {
                cx.cutoff(position, path, m);
                return Ok((best, Bound::Lower, features)); // R: this move suffices
            }
            all = all.union(features);
        }
        let features = all.union(self.partition.moves(position)); // C: all moves are needed
        if best == V::MIN {
            let features = features.union(self.partition.evaluation(position));
            return Ok((cx.leaf(position, path), Bound::Exact, features)); // there was no move
        }
        Ok((best, Found::<P::Move, V>::with(initial, best, None).bound, features))
    }
}
