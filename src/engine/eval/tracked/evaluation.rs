//! The static evaluation of a search in a tracked world.

use super::world::{Tracked, Tracker};
use crate::engine::eval::evaluation::{end, limited};
use crate::engine::eval::gain_table::{gain_in, gains_of};
use crate::engine::eval::{Evaluation, Weights, WeightsError};
use crate::game::belief::Gains;
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Distance from the window, in centi-pieces, from which on an estimate replaces the value. The rest of the
/// value moves by less than 110 among 999 of 1,000 evaluations of a search (1v1, `docs/SPEED.md`).
const CLEARLY: i64 = 150;

/// Evaluates a [`Tracked`] world, set up for the positions below a root. Finished games and gains of
/// fights have the values of an [`Evaluation`].
#[derive(Debug, Clone)]
pub struct TrackedEvaluation {
    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    gains: Arc<[Gains; 4]>,
    root_ply: u32,
    /// The rest of the last value that was computed in full: an estimate of the next.
    rest: i64,
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
        Ok(Self { gains: Arc::new(gains_of(&features, root, root)), root_ply: root.ply(), rest: 0 })
    }

    /// Takes the root and the gains of an evaluation that was set up for the root.
    pub fn with(evaluation: &Evaluation) -> Self {
        Self { gains: evaluation.gains().clone(), root_ply: evaluation.root_ply(), rest: 0 }
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

    #[inline]
    fn evaluate_in(&mut self, tracked: &Tracked<T>, window: Window<Score>) -> Score {
        let world = tracked.world();
        if let Some(end) = end(world, self.root_ply) {
            return Score(for_max(world.side(), end));
        }
        let quick = tracked.quick();
        let estimate = Score(for_max(world.side(), limited(quick + self.rest)));
        let clearly = Score(CLEARLY);
        if estimate - clearly >= window.beta || estimate + clearly <= window.alpha {
            return estimate;
        }
        self.rest = tracked.rest();
        Score(for_max(world.side(), limited(quick + self.rest)))
    }

    #[inline]
    fn quiet_gain(&mut self, tracked: &Tracked<T>, m: Move) -> Option<Score> {
        let world = tracked.world();
        if world.piece_at(m.to).is_some() || !enemy_is_next(world) {
            return None;
        }
        Some(Score(for_max(world.side(), tracked.quiet_gain(m)?)))
    }

    #[inline]
    fn may_threaten(&self, tracked: &Tracked<T>, m: Move) -> bool {
        tracked.may_threaten(m)
    }
}

impl<T: Tracker> MoveGain<Tracked<T>> for TrackedEvaluation {
    #[inline]
    fn move_gain(&mut self, tracked: &Tracked<T>, m: Move) -> Option<i64> {
        gain_in(tracked.world(), &self.gains, m)
    }
}

/// Whether the next living seat is of the other team. (Once a seat is out, its enemies move twice in a row.)
#[inline]
fn enemy_is_next(world: &World) -> bool {
    let (rules, turn) = (world.rules(), world.turn());
    rules.team(world.next_alive(turn)) != rules.team(turn)
}
