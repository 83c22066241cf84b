//! The settings of a measurement, and the searches at a position.

use super::choices::{Choices, best};
use super::{Leaves, PhaseSums};
use crate::engine::eval::{Evaluation, Weights, WeightsError};
use crate::game::belief::{Mixture, Visibility};
use crate::game::board::Seat;
use crate::game::format::Disagreement;
use crate::game::rules::World;
use crate::gametree::position::Node;
use rand::Rng;
use std::sync::Arc;
use thiserror::Error;

/// The settings of a measurement.
#[derive(Debug, Clone)]
pub struct Measuring {
    /// Which pieces each seat sees.
    pub visibility: Visibility,
    /// What every seat expects of the others.
    pub mixture: Arc<Mixture>,
    /// Plies per closely measured position; at least 1.
    pub every: u32,
    /// Worlds sampled per closely measured position.
    pub worlds: u32,
    /// Random moves from such a position to the sibling leaves.
    pub walk: u32,
    /// Plies of the search for the best move in each world; at least 1.
    pub depth: u32,
    /// Maximum depth of quiescence search, in plies.
    pub quiet: u32,
    /// Draw margin: a leaf is drawn if its 2 p - 1 is within this distance of 0.
    pub margin: f64,
    /// Weights of the evaluation of leaves.
    pub weights: Arc<Weights>,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The reason why a game cannot be measured.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The game cannot be replayed.
    #[error("{game}, ply {ply}: {error}")]
    Event {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// The error.
        error: Disagreement,
    },
    /// No deployment explains the observed events.
    #[error(
        "{game}, ply {ply}, seat {seat}: no deployment that the prior allows explains the observed \
         events"
    )]
    Impossible {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// The observing seat.
        seat: Seat,
    },
    /// The evaluation cannot be set up.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Measuring {
    /// Measures leaves and best moves of sampled worlds.
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
