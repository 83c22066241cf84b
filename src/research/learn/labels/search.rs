//! The searches that label positions.

use crate::engine::data;
use crate::engine::eval::{
    Evaluation, FeatureTables, Tracked, TrackedEvaluation, Weights, WeightsError,
};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, Noisy};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, FailLow, Limit, Meter, Plies, Quiet, SearchResult, Tactical, Transposition, iterative,
    pvs,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Size of the transposition table of a search, in bytes: a search of few plies fills no more.
const TABLE: usize = 1 << 18;

/// The searches that decide which positions are labelled, and their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelSettings {
    /// Depth of the search that gives the label, in plies.
    pub depth: u32,
    /// Limit of the quiescence search beyond every depth, in plies.
    pub quiescence: u32,
    /// A position is quiet if quiescence search changes its static value by at most this, in centi-pieces.
    pub margin: u32,
}

impl Default for LabelSettings {
    fn default() -> Self {
        Self { depth: 3, quiescence: 4, margin: 30 }
    }
}

/// As in records: `depth=3,quiescence=4,margin=30`.
impl fmt::Display for LabelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, quiescence, margin } = self;
        write!(f, "depth={depth},quiescence={quiescence},margin={margin}")
    }
}

/// Searches open worlds of a game, evaluated by the built-in weights. Every search starts with empty
/// tables, so that its value depends on the world alone.
#[derive(Debug)]
pub struct LabelSearch {
    settings: LabelSettings,
    weights: Weights,
    tables: Arc<FeatureTables>,
}

impl LabelSearch {
    /// Prepares searches of the worlds of a game.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn new(start: &World, settings: LabelSettings) -> Result<Self, WeightsError> {
        let weights = data::weights();
        let evaluation = Evaluation::of_world(start, &weights)?;
        let tables = Arc::new(FeatureTables::new(&evaluation, start.net()));
        Ok(Self { settings, weights, tables })
    }

    /// The label of a world: the value of its search for the side to move, in centi-pieces. None if the
    /// world is not quiet.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn label(&self, world: &World) -> Result<Option<Score>, WeightsError> {
        if !self.is_quiet(world)? {
            return Ok(None);
        }
        Ok(self.search(world, self.settings.depth)?.value)
    }

    /// Whether the game goes on, the side to move need not respond to a threat, and quiescence search
    /// hardly changes the static value.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn is_quiet(&self, world: &World) -> Result<bool, WeightsError> {
        if world.outcome().is_some() || world.must_respond() {
            return Ok(false);
        }
        let mut evaluation = TrackedEvaluation::new(world, &self.weights)?;
        let stand = evaluation.evaluate(&self.tracked(world));
        let quiet = self.search(world, 0)?.value;
        Ok(quiet
            .is_some_and(|value| (value.0 - stand.0).unsigned_abs() <= self.settings.margin.into()))
    }

    /// The best move of a search of so many plies with quiescence; none if there is no move.
    pub(super) fn best_move(
        &self,
        world: &World,
        depth: u32,
    ) -> Result<Option<Move>, WeightsError> {
        Ok(self.search(world, depth)?.line.first().copied())
    }

    fn search(&self, world: &World, depth: u32) -> Result<SearchResult<Move, Score>, WeightsError> {
        let evaluation = TrackedEvaluation::new(world, &self.weights)?;
        let horizon = Quiet::new(Plies(depth), self.settings.quiescence);
        let table = if depth < 2 { 0 } else { TABLE };
        let mut cx = Context::new(evaluation, horizon)
            .with_order(Tactical::default().gains_only())
            .with_memory(Transposition::with_bytes(table))
            .with_observer(Meter::new(Limit::default()));
        let search = |cx: &mut _, world: &mut _, _| pvs(cx, world, Window::FULL, FailLow::Soft);
        Ok(iterative(&mut cx, &mut self.tracked(world), depth, search, |_, _| {}))
    }

    fn tracked(&self, world: &World) -> Tracked {
        Tracked::by_features(world.clone(), self.tables.clone())
    }
}
