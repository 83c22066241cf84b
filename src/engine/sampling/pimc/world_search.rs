//! One world and what its searches carry.

use super::super::SamplingRequest;
use super::super::luck_correction::{LuckCorrected, LuckCorrectedEvaluation, OpenWorld};
use crate::game::rules::Move;
use crate::gametree::position::{Evaluate, Node, Position};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{
    Context, Limit, Meter, Plies, Quiet, SearchResult, Selection, Tactical, Transposition,
    pvs_selective,
};

type Carried<'a, E> = Context<
    LuckCorrectedEvaluation<E>,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// A world in which moves can be searched.
pub(super) trait WorldSearch: Send {
    /// What a move is worth to its side, searched so many plies beyond it, with the line that is
    /// expected; none if there was no time.
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)>;

    /// Nodes it visited.
    fn nodes(&self) -> u64;

    /// Lets it visit so many more.
    fn allow(&mut self, nodes: u64);
}

/// A world with its own table, order and share of the nodes, so that nothing depends on which
/// thread searches it when.
pub(super) struct WorldSearcher<'a, B, E> {
    cx: Carried<'a, E>,
    root: LuckCorrected<B>,
    selection: Selection<Score>,
}

impl<'a, B: OpenWorld, E> WorldSearcher<'a, B, E> {
    /// One lane of so many.
    pub(super) fn new(
        question: &SamplingRequest<'a>,
        (root, evaluation): (LuckCorrected<B>, E),
        count: usize,
        selection: Selection<Score>,
    ) -> Self {
        let limit = Limit { nodes: Some(0), over: question.limit.over };
        let table = Transposition::with_bytes(question.table / count).or_deeper();
        let horizon = Quiet { ends: Plies(0), plies: question.quiet };
        let cx = Context::new(LuckCorrectedEvaluation(evaluation), horizon)
            .with_order(Tactical::default().gains_only())
            .with_memory(table)
            .with_observer(Meter::new(limit));
        Self { cx, root, selection }
    }
}

impl<B, E> WorldSearch for WorldSearcher<'_, B, E>
where
    B: OpenWorld<Undo: Send> + Send,
    E: Evaluate<B, Value = Score> + Send,
{
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)> {
        self.cx.horizon.ends = Plies(plies);
        let side = self.root.side();
        let undo = self.root.make(m);
        // The choice at the root is made for all worlds at once: no luck in it.
        self.root.forget_luck();
        let same = side == self.root.side();
        let window = if same { window } else { -window };
        let SearchResult { value, line, complete } =
            pvs_selective(&mut self.cx, &mut self.root, window, &self.selection);
        self.root.unmake(m, undo);
        let value = value.filter(|_| complete)?;
        Some((if same { value } else { -value }, line))
    }

    fn nodes(&self) -> u64 {
        self.cx.observer.visits.nodes
    }

    fn allow(&mut self, nodes: u64) {
        let most = self.nodes().saturating_add(nodes);
        self.cx.observer.allow(most);
    }
}

/// A window around a value.
pub(super) fn around(value: Score, span: i64) -> Window<Score> {
    if span == 0 {
        return Window::FULL;
    }
    Window { alpha: Score::of(value.0 - span), beta: Score::of(value.0 + span) }
}
