//! The search of one world.

use super::super::SamplingTask;
use super::super::luck_correction::{LuckCorrected, LuckCorrectedEvaluation, OpenWorld};
use crate::game::rules::Move;
use crate::gametree::position::{Evaluate, Node, Position};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{
    Context, Limit, Meter, Plies, Quiet, SearchResult, Selectivity, Tactical, Transposition,
    selective_pvs,
};

/// Quiet moves whose estimate is 100 centi-pieces or more below the window are pruned one ply before the horizon;
/// those behind the first eight moves are searched one ply less deep.
const SELECTIVITY: Selectivity<Score> = Selectivity { margin: Score(100), early: 8 };

/// Plies of a path in which the flag of the side to move is attacked, that do not count towards the depth.
const EXTENSIONS: u32 = 2;

type WorldContext<'a, E> = Context<
    LuckCorrectedEvaluation<E>,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// A world in which moves can be searched.
pub(super) trait WorldSearch: Send {
    /// Searches a root move `plies` plies deep beyond it. Returns its value for the side that makes it, and
    /// the expected line after it; `None` once the limit is reached.
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)>;

    /// The number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Limits the next searches to this many nodes more.
    fn allow(&mut self, nodes: u64);
}

/// A world with its own transposition table, move order and share of the nodes, so that the result does
/// not depend on the threads.
pub(super) struct WorldSearcher<'a, B, E> {
    cx: WorldContext<'a, E>,
    root: LuckCorrected<B>,
}

impl<'a, B: OpenWorld, E> WorldSearcher<'a, B, E> {
    /// The search of one of `count` worlds.
    pub(super) fn new(
        task: &SamplingTask<'a>,
        (root, evaluation): (LuckCorrected<B>, E),
        count: usize,
    ) -> Self {
        let settings = task.input.settings;
        let limit = Limit { nodes: Some(0), over: task.limit.over };
        let table = Transposition::with_bytes(settings.table / count).or_deeper().down_to(1);
        let horizon = Quiet { extensions: EXTENSIONS, ..Quiet::new(Plies(0), settings.quiescence) };
        let cx = Context::new(LuckCorrectedEvaluation(evaluation), horizon)
            .with_order(Tactical::default().gains_only())
            .with_memory(table)
            .with_observer(Meter::new(limit));
        Self { cx, root }
    }
}

impl<B, E> WorldSearch for WorldSearcher<'_, B, E>
where
    B: OpenWorld<Undo: Send> + Send,
    E: Evaluate<B, Value = Score> + Send,
{
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<(Score, Vec<Move>)> {
        self.cx.horizon.ends = Plies(plies);
        self.cx.observer.forget_line();
        let side = self.root.side();
        let undo = self.root.make(m);
        // The root move is the same in every world, so its outcome is not corrected.
        self.root.reset_correction();
        let same = side == self.root.side();
        let window = if same { window } else { -window };
        let SearchResult { value, line, complete } =
            selective_pvs(&mut self.cx, &mut self.root, window, SELECTIVITY);
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

/// The window of half-width `span` around a value; the full window for 0.
pub(super) fn around(value: Score, span: i64) -> Window<Score> {
    if span == 0 {
        return Window::FULL;
    }
    Window { alpha: Score::of(value.0 - span), beta: Score::of(value.0 + span) }
}
