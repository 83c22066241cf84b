//! One world and what its searches carry.

use super::super::{Fair, Question};
use crate::eval::Evaluation;
use crate::position::{Node, Position};
use crate::rules::Move;
use crate::score::{Score, Value, Window};
use crate::search::{Answer, Context, Limit, Meter, Plies, Quiet, Tactical, Transposition, pvs};

type Carried<'a> = Context<
    Evaluation,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// A world with its own table, order and share of the nodes, so that nothing depends on which
/// thread searches it when.
pub(super) struct Lane<'a> {
    cx: Carried<'a>,
    root: Fair,
    quiet: u32,
}

impl<'a> Lane<'a> {
    /// The lane of a number among so many.
    pub(super) fn new(
        question: &Question<'a>,
        root: Fair,
        (number, count): (usize, usize),
    ) -> Self {
        let (number, count) = (number as u64, count as u64);
        let share = |nodes: u64| nodes / count + u64::from(number < nodes % count);
        let limit = Limit { nodes: question.limit.nodes.map(share), over: question.limit.over };
        let table = Transposition::with_bytes(question.table / count as usize).or_deeper();
        let horizon = Quiet { ends: Plies(0), plies: question.quiet };
        let cx = Context::new(question.evaluation.clone(), horizon)
            .with_order(Tactical::default())
            .with_memory(table)
            .with_observer(Meter::new(limit));
        Self { cx, root, quiet: question.quiet }
    }

    /// What a move is worth to its side, searched so many plies beyond it; none if there was no
    /// time.
    pub(super) fn value(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<Score> {
        self.search(m, plies, window).0
    }

    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> (Option<Score>, Vec<Move>) {
        self.cx.horizon = Quiet { ends: Plies(plies), plies: self.quiet };
        let side = self.root.side();
        let undo = self.root.make(m);
        let same = side == self.root.side();
        let root = &mut self.root;
        let window = if same { window } else { -window };
        let Answer { value, line, complete } = pvs(&mut self.cx, root, window, false);
        self.root.unmake(m, undo);
        let value = value.filter(|_| complete).map(|v| if same { v } else { -v });
        (value, line)
    }

    /// Nodes it visited.
    pub(super) fn nodes(&self) -> u64 {
        self.cx.observer.visits.nodes
    }
}

/// A window around a value.
pub(super) fn around(value: Score, span: i64) -> Window<Score> {
    if span == 0 {
        return Window::FULL;
    }
    Window { alpha: Score::of(value.0 - span), beta: Score::of(value.0 + span) }
}
