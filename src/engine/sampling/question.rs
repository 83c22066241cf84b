//! What a seat that samples worlds is asked, and what it answers.

use crate::engine::eval::{Evaluation, Network};
use crate::game::belief::{Observation, Posterior};
use crate::game::rules::{Move, World};
use crate::gametree::score::Score;
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;
use rayon::ThreadPool;
use std::sync::Arc;

/// What is asked.
pub struct SamplingRequest<'a> {
    /// What the seat sees.
    pub observation: Observation<'a>,
    /// What it believes of hidden pieces.
    pub posterior: &'a Posterior,
    /// What all that look on believe of its own side's pieces, if anybody counted.
    pub public: Option<&'a Posterior>,
    /// The evaluation, set up for what is believed.
    pub evaluation: &'a Evaluation,
    /// The network that evaluates worlds, if there is one.
    pub network: Option<Arc<Network>>,
    /// When it has to end; nodes are those of all worlds together.
    pub limit: Limit<'a>,
    /// Plies to search at most.
    pub depth: u32,
    /// Plies of quiescence beyond them at most.
    pub quiet: u32,
    /// Bytes of the tables of all worlds together.
    pub table: usize,
    /// Who hears what it thinks on the way.
    pub heard: Option<&'a (dyn Fn(&SamplingReport) + Sync)>,
    /// Threads to search with, none for one; no answer depends on it unless a clock ends the search.
    pub threads: Option<&'a ThreadPool>,
}

/// What it answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SamplingReport {
    /// The chosen move; none only if there was no time for any.
    pub best: Option<Move>,
    /// Its value for the own team, in centi-pieces.
    pub value: Option<Score>,
    /// The line that is expected in the likeliest of the worlds.
    pub line: Vec<Move>,
    /// Nodes visited in all worlds together.
    pub nodes: u64,
    /// Worlds looked at.
    pub worlds: u32,
    /// Plies of the last search that was finished.
    pub depth: u32,
    /// How likely each move was to be chosen, where that was left to chance.
    pub probabilities: Vec<(Move, f64)>,
    /// The moves it compared, those that were searched deepest first, then the best first.
    pub candidates: Vec<Candidate>,
}

/// A move that was looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The probability of winning with it, for the own team, if it was estimated.
    pub win: Option<f64>,
    /// Plies of the last search that was finished.
    pub depth: u32,
    /// The line that is expected in one of the worlds.
    pub line: Vec<Move>,
}

impl SamplingRequest<'_> {
    /// So many worlds, drawn from what is believed; fewer only if nothing explains what was seen.
    pub fn worlds(&self, count: usize, rng: &mut ChaCha8Rng) -> Vec<World> {
        let kinds = (0..count).filter_map(|_| self.posterior.sample(rng));
        kinds.map(|kinds| self.observation.world_with(&kinds)).collect()
    }
}
