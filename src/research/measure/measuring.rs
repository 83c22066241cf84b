//! The settings of a measurement, and what is searched at a position.

use super::choices::{Choices, best};
use super::{Leaves, PhaseSums};
use crate::engine::eval::{Evaluation, Weights, WeightsError};
use crate::game::belief::{BehaviourModel, Prior, Visibility};
use crate::game::board::Seat;
use crate::game::format::Disagreement;
use crate::game::rules::World;
use crate::gametree::position::Node;
use rand::Rng;
use std::sync::Arc;
use thiserror::Error;

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct Measuring {
    /// Whose pieces a seat knows.
    pub visibility: Visibility,
    /// What deployments are expected.
    pub prior: Arc<Prior>,
    /// What conduct says; nothing if it is not read.
    pub habits: Option<Arc<BehaviourModel>>,
    /// Of so many plies in a row one is looked at closely; at least 1.
    pub every: u32,
    /// Worlds sampled at such a position.
    pub worlds: u32,
    /// Random moves from there to the family of leaves.
    pub walk: u32,
    /// Plies of the search for the best move in each world; at least 1.
    pub depth: u32,
    /// Plies of quiescence at most.
    pub quiet: u32,
    /// Leaves are drawn while 2 p - 1 of winning is within this of 0.
    pub margin: f64,
    /// What leaves are worth.
    pub weights: Arc<Weights>,
    /// The seed of everything.
    pub seed: u64,
}

/// Why a game cannot be measured.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The game does not go as its record says.
    #[error("{game}, ply {ply}: {error}")]
    Event {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// What differs.
        error: Disagreement,
    },
    /// Nothing explains what was seen.
    #[error(
        "{game}, ply {ply}, seat {seat}: found nothing that explains what was seen, expected a game \
         from deployments that the prior allows"
    )]
    Impossible {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// Who looks.
        seat: Seat,
    },
    /// The evaluation cannot be set up.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Measuring {
    /// Whether posteriors count deployments.
    pub(super) fn is_counted(&self) -> bool {
        self.habits.is_none() && *self.prior == Prior::uniform()
    }

    /// Leaves and choices of sampled worlds.
    pub(super) fn search(
        &self,
        worlds: Vec<World>,
        sums: &mut PhaseSums,
        rng: &mut impl Rng,
    ) -> Result<(), MeasureError> {
        let mut choices = Choices::default();
        for mut world in worlds {
            let evaluation = Evaluation::of_world(&world, &self.weights)?;
            let ends = (self.walk, self.quiet);
            if let Some(leaves) = Leaves::after_walk(&world, &evaluation, ends, rng) {
                leaves.add_to(sums, self.margin);
            }
            choices.best.push(best(&world, &evaluation, (self.depth, self.quiet)));
            let side = Node::side(&world);
            choices.values.push(Leaves::below(&mut world, &evaluation, self.quiet, side));
        }
        choices.add_to(sums);
        Ok(())
    }
}
