//! What an engine is asked, and what it answers.

use crate::base::clock::Clock;
use crate::engine::eval::{CorrectedBelief, Evaluation, TrackedWorld};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Noisy, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, Meter, Quiet, SearchResult, Tactical, Transposition, Visits};

/// A position of the game that can be searched: an open world, with a network's sums
/// or without, or an outlook.
pub trait SearchablePosition: Position<Move = Move> + Noisy + Indexed + Clone {}

impl SearchablePosition for World {}
impl SearchablePosition for CorrectedBelief {}
impl SearchablePosition for TrackedWorld {}

/// Hears an answer, its plies, and the nodes so far.
pub type OnDepth<'a> = dyn Fn(&SearchResult<Move, Score>, u32, u64) + 'a;

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct SearchTask<'a> {
    /// When it has to end.
    pub limit: Limit<'a>,
    /// Nodes it will have visited by then, as far as anybody knows.
    pub nodes: u64,
    /// What goes on meanwhile, in nodes of this search or in milliseconds of a clock.
    pub clock: Option<(&'a dyn Clock, u64)>,
    /// Plies to search at most.
    pub depth: u32,
    /// Plies of quiescence beyond them at most.
    pub quiet: u32,
    /// Bytes of the transposition table.
    pub table: usize,
    /// Who hears of every depth that is finished.
    pub heard: Option<&'a OnDepth<'a>>,
}

/// What it answers.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchOutcome {
    /// The value for the side to move, and the line it expects; empty if there was no time for any.
    pub answer: SearchResult<Move, Score>,
    /// Plies of the last search that was finished.
    pub depth: u32,
    /// What was visited.
    pub visits: Visits,
}

/// What an engine carries through its searches.
pub(super) type EngineContext<'a, H, O = Tactical<Move>, M = Transposition<Move, Score>> =
    crate::gametree::search::Context<Evaluation, Quiet<H>, O, M, Meter<'a, Move, Score>>;

/// Everything a search carries, with a horizon, an order and a memory.
pub(super) fn carry<'a, P: SearchablePosition, H, O, M>(
    task: &SearchTask<'a>,
    evaluation: &Evaluation,
    (ends, order, memory): (H, O, M),
) -> EngineContext<'a, H, O, M>
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    crate::gametree::search::Context::new(evaluation.clone(), Quiet { ends, plies: task.quiet })
        .with_order(order)
        .with_memory(memory)
        .with_observer(Meter::new(task.limit))
}
