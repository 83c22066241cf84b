//! The input of a search of sampled worlds.

use crate::engine::eval::{Evaluation, Network};
use crate::engine::{OnProgress, SearchSettings};
use crate::game::belief::{ChoiceEvidence, Observation, Posterior};
use crate::game::rules::World;
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;
use rayon::ThreadPool;
use std::sync::Arc;

/// The input of a search of sampled worlds, besides the request.
pub struct SamplingInput<'a> {
    /// The position as the seat sees it.
    pub observation: Observation<'a>,
    /// What the seat believes about hidden pieces; the worlds are sampled from it.
    pub posterior: &'a Posterior,
    /// What an observer who sees no pieces believes about all of them, if it is known.
    pub public: Option<&'a Posterior>,
    /// What the choice of a move would say to that observer about the seat's pieces; empty if that is unknown.
    pub choices: Vec<ChoiceEvidence>,
    /// The evaluation, set up for the belief.
    pub evaluation: &'a Evaluation,
    /// The network that corrects the evaluation of worlds.
    pub network: Option<Arc<Network>>,
    /// Threads to search with, or `None` for one. The result does not depend on them unless a clock ends
    /// the search.
    pub threads: Option<&'a ThreadPool>,
    /// Depth, quiescence and table size.
    pub settings: SearchSettings,
}

impl SamplingInput<'_> {
    /// Samples up to `count` worlds from the posterior; fewer only if no world explains the observation.
    pub fn worlds(&self, count: usize, rng: &mut ChaCha8Rng) -> Vec<World> {
        let kinds = (0..count).filter_map(|_| self.posterior.sample(rng));
        kinds.map(|kinds| self.observation.world_with(&kinds)).collect()
    }
}

/// A request with its input, as the searches use it.
#[derive(Clone, Copy)]
pub(super) struct SamplingTask<'a> {
    pub(super) input: &'a SamplingInput<'a>,
    /// Limits of all worlds together.
    pub(super) limit: Limit<'a>,
    /// Depth limit, in plies.
    pub(super) depth: u32,
    pub(super) on_progress: Option<&'a OnProgress<'a>>,
}
