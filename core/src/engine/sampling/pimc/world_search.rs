//! The search of root moves in one world: selective PVS with luck correction.

use crate::engine::eval::{FeatureTables, Tracked, TrackedEvaluation};
use crate::engine::sampling::input::SamplingTask;
use crate::engine::sampling::luck_correction::{
    LuckCorrected, LuckCorrectedEvaluation, LuckTables, OpenWorld,
};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, Node, Position};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, Limit, Meter, Plies, Quiet, SearchResult, Selectivity, Tactical, Transposition,
    selective_pvs,
};
use std::sync::Arc;

/// Quiet moves whose estimate is 100 centi-pieces or more below the window are pruned one ply before the horizon;
/// those behind the first eight moves are searched one ply less deep.
const SELECTIVITY: Selectivity<Score> = Selectivity { margin: Score(100), early: 8 };

/// Plies of a path in which the flag of the side to move is attacked, that do not count towards the depth.
const EXTENSIONS: u32 = 2;

/// The value of a root move in a world, for the side that makes it, and the expected line after it.
pub(super) type MoveValue = (Score, Vec<Move>);

/// A world in which moves can be searched.
pub(super) trait WorldSearch: Send {
    /// Searches a root move `plies` plies deep beyond it; `None` once the limit is reached.
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<MoveValue>;

    /// The number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Limits the next searches to this many nodes more.
    fn allow(&mut self, nodes: u64);
}

/// The search of one of `count` worlds, evaluated by the weighted features, which the network corrects if there is one
/// that fits.
pub(super) fn world_search<'a>(
    task: &SamplingTask<'a>,
    world: World,
    luck: &Arc<LuckTables>,
    features: &Arc<FeatureTables>,
    count: usize,
) -> Box<dyn WorldSearch + 'a> {
    if let Some(network) = task.input.network.clone()
        && let Ok(tracked) =
            Tracked::by_features_and_network(world.clone(), features.clone(), network)
    {
        return Box::new(WorldSearcher::new(
            task,
            LuckCorrected::new(tracked, luck.clone()),
            count,
        ));
    }
    let tracked = Tracked::by_features(world, features.clone());
    Box::new(WorldSearcher::new(task, LuckCorrected::new(tracked, luck.clone()), count))
}

type WorldContext<'a> = Context<
    LuckCorrectedEvaluation<TrackedEvaluation>,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// A world with its own transposition table, move order and share of the nodes, so that the result does
/// not depend on the threads.
struct WorldSearcher<'a, B> {
    cx: WorldContext<'a>,
    root: LuckCorrected<B>,
}

impl<'a, B: OpenWorld> WorldSearcher<'a, B> {
    fn new(task: &SamplingTask<'a>, root: LuckCorrected<B>, count: usize) -> Self {
        let settings = task.input.settings;
        let evaluation = LuckCorrectedEvaluation(TrackedEvaluation::with(task.input.evaluation));
        // No nodes before the race gives it some.
        let limit = Limit { nodes: Some(0), over: task.limit.over };
        let table = Transposition::with_bytes(settings.table / count).or_deeper().down_to(1);
        let horizon = Quiet { extensions: EXTENSIONS, ..Quiet::new(Plies(0), settings.quiescence) };
        let cx = Context::new(evaluation, horizon)
            .with_order(Tactical::default().gains_only())
            .with_memory(table)
            .with_observer(Meter::new(limit));
        Self { cx, root }
    }
}

impl<B> WorldSearch for WorldSearcher<'_, B>
where
    B: OpenWorld<Undo: Send> + Send,
    TrackedEvaluation: Evaluate<B, Value = Score>,
{
    fn search(&mut self, m: Move, plies: u32, window: Window<Score>) -> Option<MoveValue> {
        self.cx.horizon.ends = Plies(plies);
        self.cx.observer.forget_line();
        let side = self.root.side();
        let undo = self.root.make(m);
        // The root move is the same in every world, so its outcome is not corrected.
        self.root.reset_correction();
        // After a root move that eliminates a seat the same side may move again.
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
