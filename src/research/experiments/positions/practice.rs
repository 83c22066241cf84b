//! What programs that play add: an order of moves, a table, iterative deepening. Still to a fixed
//! depth and without quiescence, so that the value is that of the tree.

use super::task::{PositionContext, PositionOutcome, PositionTask, WithCounts, buffers, once};
use crate::engine::eval::CorrectedBelief;
use crate::engine::eval::Evaluation;
use crate::game::rules::Move;
use crate::gametree::position::Node;
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Forget, NextBound, Plies, SearchResult, Tactical, Transposition, alpha_beta, for_max,
    iterative, mtd, pvs,
};
use crate::research::experiments::RunCounts;

/// Bytes of the table.
const TABLE: usize = 1 << 24;

type Order = Tactical<Move>;
type Table = Transposition<Move, Score>;

/// Alpha-beta in the order of play.
pub(super) fn run_ordered(task: &PositionTask<'_>) -> PositionOutcome {
    let policies = (Plies(task.depth), Order::default(), Forget);
    task.search(task.root.clone(), policies, |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let bytes = sorting(&cx.order, cx.observer.visits.depth);
        (answer, RunCounts { bytes, ..once() })
    })
}

/// Bytes of an order, and of the lists of moves that are being sorted.
fn sorting(order: &Order, depth: u32) -> u64 {
    order.bytes() as u64 + buffers::<(i64, Move)>(depth, order.widest())
}

type Play<'a> = PositionContext<'a, Evaluation, Plies, Order, Table, Score>;

/// Searches to 1, 2, .. plies with order and table, on the position itself.
fn deepen<'a>(
    task: &PositionTask<'a>,
    search: impl FnMut(&mut Play<'a>, &mut CorrectedBelief, Option<Score>) -> SearchResult<Move, Score>,
) -> PositionOutcome {
    let policies = (Plies(1), Order::default(), Table::with_bytes(TABLE));
    task.search(task.root.clone(), policies, |cx, root| -> WithCounts<Score> {
        let mut passes = 0;
        let answer = iterative(cx, root, task.depth, search, |_, _| passes += 1);
        let bytes = sorting(&cx.order, cx.observer.visits.depth);
        (answer, RunCounts { passes, bytes, ..RunCounts::default() })
    })
}

pub(super) fn run_alpha_beta_play(task: &PositionTask<'_>) -> PositionOutcome {
    deepen(task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}

pub(super) fn run_pvs_play(task: &PositionTask<'_>) -> PositionOutcome {
    deepen(task, |cx, root, _| pvs(cx, root, Window::FULL, false))
}

pub(super) fn run_mtd_f_play(task: &PositionTask<'_>) -> PositionOutcome {
    deepen(task, |cx, root, guess| {
        let first = for_max(root.side(), guess.unwrap_or(Score(0)));
        mtd(cx, root, first, NextBound::Bound).0
    })
}
