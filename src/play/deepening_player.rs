//! The player that searches what it believes by iterative deepening.

use super::options::DeepeningOptions;
use super::searching_seat::{SearchingSeat, choice, forced_move, search_limits};
use super::{Choice, GameStart, Player, PlayerError};
use crate::base::clock::Stopwatch;
use crate::base::options::OptionValues;
use crate::engine::deepening::{DeepeningInput, DeepeningSearch};
use crate::engine::eval::Weights;
use crate::engine::{SearchKind, SearchRequest};
use crate::game::belief::Observation;
use crate::game::rules::{Deployment, Event};
use rand::{Rng, rngs::ChaCha8Rng};
use std::sync::Arc;
use std::time::Duration;

/// Node limit of a move if the request has neither nodes nor time.
const DEFAULT_NODES: u64 = 4000;
/// Search speed before the first measurement, in nodes per second.
const SPEED: f64 = 100_000.0;
/// Shortest search that the speed is measured by.
const MEASURABLE: Duration = Duration::from_millis(1);

/// Searches the belief of its seat by iterative deepening.
pub struct DeepeningPlayer {
    seat: SearchingSeat,
    search: DeepeningSearch,
    /// Measured search speed, in nodes per second.
    speed: f64,
}

impl DeepeningPlayer {
    /// A player with a search, its options among `values`, other weights, if given, than those that the options
    /// name, and its own stream of random numbers.
    pub(super) fn new(
        kind: &SearchKind<DeepeningSearch>,
        values: &OptionValues,
        other_weights: Option<Arc<Weights>>,
        rng: ChaCha8Rng,
    ) -> Self {
        let DeepeningOptions { weights, opponent } = DeepeningOptions::read(values);
        let weights = other_weights.unwrap_or_else(|| weights.weights());
        let seat = SearchingSeat::new(values, (opponent, weights), rng);
        Self { seat, search: kind.with(values), speed: SPEED }
    }

    /// The number of nodes that a search within a request is expected to visit.
    fn expected_nodes(&self, request: &SearchRequest<'_>) -> u64 {
        let within = request.time.map(|time| nodes_within(self.speed, time));
        request.nodes.into_iter().chain(within).min().unwrap_or(DEFAULT_NODES)
    }
}

/// The number of nodes that fit into a time at a speed.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn nodes_within(speed: f64, time: Duration) -> u64 {
    (speed * time.as_secs_f64()).max(1.0) as u64
}

impl Player for DeepeningPlayer {
    fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        Ok(self.seat.deploy(start))
    }

    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.begin(&observation.view())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.learn(event);
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
        let seed = self.seat.rng.next_u64();
        let posterior = self.seat.posterior(seed, &request, &watch)?;
        let (evaluation, mut root) = self.seat.root(observation, &posterior)?;
        let request = search_limits(request, watch.used(), DEFAULT_NODES);
        let input = DeepeningInput {
            evaluation: &evaluation,
            settings: self.seat.options.settings(),
            expected_nodes: self.expected_nodes(&request),
        };
        let report = self.search.search(&request, input, &mut root);
        if report.time > MEASURABLE {
            self.speed = report.nodes as f64 / report.time.as_secs_f64();
        }
        choice(report, observation, (evaluation, root))
    }
}
