//! One world and what its searches carry.

use super::super::Question;
use super::super::fair::{Corrected, Fair, Open};
use crate::position::{Evaluate, Node, Position};
use crate::rules::Move;
use crate::score::{Score, Value, Window};
use crate::search::{
    Answer, Context, LateMoves, Limit, Meter, Plies, Quiet, Tactical, Transposition, pvs_reduced,
};

type Carried<'a, E> = Context<
    Corrected<E>,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// A world in which moves can be searched.
pub(super) trait Lane: Send {
    /// What a move is worth to its side, searched so many plies beyond it, with the line that is
    /// expected; none if there was no time.
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)>;

    /// Nodes it visited.
    fn nodes(&self) -> u64;
}

/// A world with its own table, order and share of the nodes, so that nothing depends on which
/// thread searches it when.
pub(super) struct Searcher<'a, B, E> {
    cx: Carried<'a, E>,
    root: Fair<B>,
    late: LateMoves,
}

impl<'a, B: Open, E> Searcher<'a, B, E> {
    /// The lane of a number among so many.
    pub(super) fn new(
        question: &Question<'a>,
        (root, evaluation): (Fair<B>, E),
        (number, count): (usize, usize),
        late: LateMoves,
    ) -> Self {
        let (number, among) = (number as u64, count as u64);
        let share = |nodes: u64| nodes / among + u64::from(number < nodes % among);
        let limit = Limit { nodes: question.limit.nodes.map(share), over: question.limit.over };
        let table = Transposition::with_bytes(question.table / count).or_deeper();
        let horizon = Quiet { ends: Plies(0), plies: question.quiet };
        let cx = Context::new(Corrected(evaluation), horizon)
            .with_order(Tactical::default())
            .with_memory(table)
            .with_observer(Meter::new(limit));
        Self { cx, root, late }
    }
}

impl<B, E> Lane for Searcher<'_, B, E>
where
    B: Open<Undo: Send> + Send,
    E: Evaluate<B, Value = Score> + Send,
{
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)> {
        self.cx.horizon.ends = Plies(plies);
        let side = self.root.side();
        let luck = self.root.luck();
        let undo = self.root.make(m);
        // The choice at the root is made for all worlds at once: no luck in it.
        self.root.set_luck(luck);
        let same = side == self.root.side();
        let window = if same { window } else { -window };
        let Answer { value, line, complete } =
            pvs_reduced(&mut self.cx, &mut self.root, window, self.late);
        self.root.unmake(m, undo);
        let value = value.filter(|_| complete)?;
        Some((if same { value } else { -value }, line))
    }

    fn nodes(&self) -> u64 {
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
