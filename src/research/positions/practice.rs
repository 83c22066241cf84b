//! What programs that play add: an order of moves, a table, iterative deepening. Still to a fixed
//! depth and without quiescence, so that the value is that of the tree.

use super::task::{Done, Lab, Task, Told, buffers, once};
use crate::engine::eval::Evaluation;
use crate::engine::eval::Outlook;
use crate::game::rules::Move;
use crate::gametree::position::Node;
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Answer, Forget, Next, Plies, Tactical, Transposition, alpha_beta, for_max, iterative, mtd, pvs,
};
use crate::research::experiments::Counts;

/// Bytes of the table.
const TABLE: usize = 1 << 24;

type Order = Tactical<Move>;
type Table = Transposition<Move, Score>;

/// Alpha-beta in the order of play.
pub(super) fn run_ordered(task: &Task<'_>) -> Done {
    let policies = (Plies(task.depth), Order::default(), Forget);
    task.search(task.root.clone(), policies, |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let bytes = sorting(&cx.order, cx.observer.visits.depth);
        (answer, Counts { bytes, ..once() })
    })
}

/// Bytes of an order, and of the lists of moves that are being sorted.
fn sorting(order: &Order, depth: u32) -> u64 {
    order.bytes() as u64 + buffers::<(i64, Move)>(depth, order.widest())
}

type Play<'a> = Lab<'a, Evaluation, Plies, Order, Table, Score>;

/// Searches to 1, 2, .. plies with order and table, on the position itself.
fn deepen<'a>(
    task: &Task<'a>,
    search: impl FnMut(&mut Play<'a>, &mut Outlook, Option<Score>) -> Answer<Move, Score>,
) -> Done {
    let policies = (Plies(1), Order::default(), Table::with_bytes(TABLE));
    task.search(task.root.clone(), policies, |cx, root| -> Told<Score> {
        let mut passes = 0;
        let answer = iterative(cx, root, task.depth, search, |_, _| passes += 1);
        let bytes = sorting(&cx.order, cx.observer.visits.depth);
        (answer, Counts { passes, bytes, ..Counts::default() })
    })
}

pub(super) fn run_alpha_beta_play(task: &Task<'_>) -> Done {
    deepen(task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}

pub(super) fn run_pvs_play(task: &Task<'_>) -> Done {
    deepen(task, |cx, root, _| pvs(cx, root, Window::FULL, false))
}

pub(super) fn run_mtd_f_play(task: &Task<'_>) -> Done {
    deepen(task, |cx, root, guess| {
        let first = for_max(root.side(), guess.unwrap_or(Score(0)));
        mtd(cx, root, first, Next::Bound).0
    })
}
