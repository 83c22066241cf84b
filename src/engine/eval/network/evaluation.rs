//! The network as the evaluation of a search.

use super::tracked_world::TrackedWorld;
use crate::engine::eval::evaluation::{end, world_gains};
use crate::engine::eval::{Evaluation, Weights, WeightsError};
use crate::game::belief::Gains;
use crate::game::rules::{Move, PieceId, World};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// What a [`TrackedWorld`] world is worth by its network, set up for the positions below a root. Games
/// that are over and gains of fights are worth what they are to an
/// [`Evaluation`](crate::engine::eval::Evaluation).
#[derive(Debug, Clone)]
pub struct NetworkEvaluation {
    /// By seat of the defender, what fights with its pieces bring.
    gains: Arc<[Gains; 4]>,
    root_ply: u32,
}

impl NetworkEvaluation {
    /// For positions below a world; the weights say what fights bring at once, by which moves are
    /// ordered.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn new(root: &World, weights: &Weights) -> Result<Self, WeightsError> {
        let features = weights.of(root.rules().mode).features()?;
        Ok(Self { gains: Arc::new(world_gains(root, &features)), root_ply: root.ply() })
    }

    /// The same from an evaluation that was set up for the root.
    pub fn with(evaluation: &Evaluation) -> Self {
        Self { gains: evaluation.gains().clone(), root_ply: evaluation.root_ply() }
    }

    /// By seat of the defender, what fights with its pieces bring, in centi-pieces.
    pub fn gains(&self) -> &Arc<[Gains; 4]> {
        &self.gains
    }

    /// What a world is worth to the first team, in centi-pieces.
    #[inline]
    pub fn worth(&self, tracked: &TrackedWorld) -> i64 {
        end(tracked.world(), self.root_ply).unwrap_or_else(|| tracked.worth())
    }
}

impl Evaluate<TrackedWorld> for NetworkEvaluation {
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, tracked: &TrackedWorld) -> Score {
        Score(for_max(tracked.world().side(), self.worth(tracked)))
    }
}

impl MoveGain<TrackedWorld> for NetworkEvaluation {
    #[inline]
    fn promise(&mut self, tracked: &TrackedWorld, m: Move) -> Option<i64> {
        let world = tracked.world();
        let target = world.piece_at(m.to)?;
        let kind = |p: PieceId| world.kind(p).index();
        let gains = &self.gains[target.seat().index()];
        Some(gains[kind(world.piece_at(m.from)?)][kind(target)] as i64)
    }
}
