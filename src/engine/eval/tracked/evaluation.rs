//! The static evaluation of a search in a tracked world.

use super::world::{Tracked, Tracker};
use crate::engine::eval::evaluation::{end, gain_in, world_gains};
use crate::engine::eval::{Evaluation, Weights, WeightsError};
use crate::game::belief::Gains;
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Evaluates a [`Tracked`] world, set up for the positions below a root. Finished games and gains of
/// fights have the values of an [`Evaluation`].
#[derive(Debug, Clone)]
pub struct TrackedEvaluation {
    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    gains: Arc<[Gains; 4]>,
    root_ply: u32,
}

impl TrackedEvaluation {
    /// Sets up the evaluation for the positions below a world. The weights give the static gains that moves
    /// are ordered by.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn new(root: &World, weights: &Weights) -> Result<Self, WeightsError> {
        let features = weights.of(root.rules().mode).features()?;
        Ok(Self { gains: Arc::new(world_gains(root, &features)), root_ply: root.ply() })
    }

    /// Takes the root and the gains of an evaluation that was set up for the root.
    pub fn with(evaluation: &Evaluation) -> Self {
        Self { gains: evaluation.gains().clone(), root_ply: evaluation.root_ply() }
    }

    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    pub fn gains(&self) -> &Arc<[Gains; 4]> {
        &self.gains
    }

    /// Value of a world for the first team, in centi-pieces.
    #[inline]
    pub fn first_team_value<T: Tracker>(&self, tracked: &Tracked<T>) -> i64 {
        end(tracked.world(), self.root_ply).unwrap_or_else(|| tracked.first_team_value())
    }
}

impl<T: Tracker> Evaluate<Tracked<T>> for TrackedEvaluation {
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, tracked: &Tracked<T>) -> Score {
        Score(for_max(tracked.world().side(), self.first_team_value(tracked)))
    }
}

impl<T: Tracker> MoveGain<Tracked<T>> for TrackedEvaluation {
    #[inline]
    fn move_gain(&mut self, tracked: &Tracked<T>, m: Move) -> Option<i64> {
        gain_in(tracked.world(), &self.gains, m)
    }
}
