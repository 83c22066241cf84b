//! The player that samples worlds from what it believes and searches them.

use super::options::{SamplingOptions, WorldEvaluation};
use super::public_belief::{PublicBelief, public_view};
use super::searching_seat::{SearchingSeat, choice, forced_move, search_limits};
use super::{Choice, GameStart, Player, PlayerError};
use crate::base::clock::Stopwatch;
use crate::base::options::OptionValues;
use crate::engine::data;
use crate::engine::eval::Weights;
use crate::engine::sampling::{SamplingInput, SamplingSearch};
use crate::engine::{SearchKind, SearchRequest};
use crate::game::belief::{Observation, Visibility};
use crate::game::rules::{Deployment, Event};
use rand::{Rng, rngs::ChaCha8Rng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// Node limit of a move, in all worlds together, if the request has neither nodes nor time.
const DEFAULT_NODES: u64 = 40_000;

/// Searches worlds sampled from the belief of its seat.
pub struct SamplingPlayer {
    seat: SearchingSeat,
    search: SamplingSearch,
    evaluation: WorldEvaluation,
    public_belief: Option<PublicBelief>,
    /// `None` for one thread.
    threads: Option<ThreadPool>,
}

impl SamplingPlayer {
    /// A player with a search, its options among `values`, other weights, if given, than those that the options
    /// name, and its own stream of random numbers.
    pub(super) fn new(
        kind: &SearchKind<SamplingSearch>,
        values: &OptionValues,
        other_weights: Option<Arc<Weights>>,
        rng: ChaCha8Rng,
    ) -> Self {
        let SamplingOptions { weights, opponent, evaluation, threads } =
            SamplingOptions::read(values);
        let weights = other_weights.unwrap_or_else(|| weights.weights());
        let seat = SearchingSeat::new(values, (opponent, weights), rng);
        let (search, threads) = (kind.with(values), thread_pool(threads));
        Self { seat, search, evaluation, public_belief: None, threads }
    }
}

/// A pool of this many threads; `None` for one thread, or if the system does not provide them.
fn thread_pool(threads: usize) -> Option<ThreadPool> {
    let pool = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (threads > 1).then(pool).flatten()
}

impl Player for SamplingPlayer {
    fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        Ok(self.seat.deploy(start))
    }

    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.begin(&observation.view())?;
        self.public_belief = if observation.visibility() == Visibility::AllOpen {
            None // nothing is hidden from anybody
        } else {
            let belief = self.seat.belief_of_enemies(&public_view(observation.view()))?;
            Some(PublicBelief::new(belief))
        };
        Ok(())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.learn(event);
        if let Some(belief) = &mut self.public_belief {
            belief.learn(event);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        observation: &Observation<'_>,
        request: &SearchRequest<'_>,
    ) -> Result<Choice, PlayerError> {
        let watch = Stopwatch::start(request.clock);
        let request = request.with_game_time();
        if let Some(forced) = forced_move(observation)? {
            return Ok(forced);
        }
        let Self { seat, public_belief, threads, .. } = self;
        let seeds = [(); 2].map(|()| seat.rng.next_u64());
        let budget = seat.sampling_budget(&request);
        let choices =
            public_belief.as_ref().map(|public| public.choice_evidence(observation.seat()));
        let mut own_posterior = || seat.posterior(seeds[0], &request, &watch);
        let public_belief = public_belief.as_mut();
        let public_posterior = || public_belief?.posterior(seeds[1], (&request, budget), &watch);
        let (posterior, public) = match threads {
            Some(pool) => pool.join(own_posterior, public_posterior),
            None => (own_posterior(), public_posterior()),
        };
        let posterior = posterior?;
        let (evaluation, root) = self.seat.root(observation, &posterior)?;
        let request = search_limits(request, watch.used(), DEFAULT_NODES);
        let network = self.evaluation == WorldEvaluation::Network;
        let input = SamplingInput {
            observation: *observation,
            posterior: &posterior,
            public,
            choices: choices.unwrap_or_default(),
            evaluation: &evaluation,
            network: network.then(|| data::network(observation.rules().mode)),
            threads: self.threads.as_ref(),
            settings: self.seat.options.settings(),
        };
        let report = self.search.search(&request, &input, &mut self.seat.rng);
        choice(report, observation, (evaluation, root))
    }
}
