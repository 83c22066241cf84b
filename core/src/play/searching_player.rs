//! The player that searches: the belief of its seat, by a search of the catalogue or by sampled worlds.

use super::options::{
    DeepeningOptions, Opening, QuietOptions, SamplingOptions, SearchOptions, TableOptions,
    WeightSet, WorldEvaluation, WorldOptions,
};
use super::public_belief::{DECAY, PublicBelief, public_view, time_used};
use super::{Choice, DeploymentSource, GameStart, Player, PlayerError};
use crate::base::clock::Stopwatch;
use crate::base::options::OptionValues;
use crate::engine::data::{self, Opponent};
use crate::engine::deepening::{DeepeningInput, DeepeningSearch};
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::engine::sampling::{SamplingInfo, SamplingInput, SamplingSearch};
use crate::engine::{SearchReport, SearchRequest, SearchSettings};
use crate::game::belief::{
    Belief, BeliefPosition, Observation, Posterior, PosteriorRequest, SamplingBudget, View,
    Visibility,
};
use crate::game::rules::{Deployment, Event};
use crate::gametree::position::MoveGain;
use crate::gametree::search::catalogue::SearchInfo;
use rand::{Rng, rngs::ChaCha8Rng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Fraction of the time limit that a search uses; the rest is a safety margin for work that does not
/// poll the clock.
const TIME_FRACTION: f64 = 0.9;
/// Time limits below this use the smaller sampling budget for beliefs.
const SHORT_TIME: Duration = Duration::from_millis(80);
/// The smaller budget is also used where the full one took more than this fraction of the time limit.
const QUICK_FROM: f64 = 0.2;

/// Node limit of a move of a deepening search if the request has neither nodes nor time.
const DEEPENING_NODES: u64 = 4000;
/// Node limit of a move, in all worlds together, if the request has neither nodes nor time.
const SAMPLING_NODES: u64 = 40_000;
/// Search speed before the first measurement, in nodes per second.
const SPEED: f64 = 100_000.0;
/// Shortest search that the speed is measured by.
const MEASURABLE: Duration = Duration::from_millis(1);

static TUNED: LazyLock<Arc<Weights>> = LazyLock::new(|| data::weights().into());
static MATCHES: LazyLock<Arc<Weights>> = LazyLock::new(|| data::match_weights().into());
static HAND: LazyLock<Arc<Weights>> = LazyLock::new(|| data::hand_weights().into());

impl WeightSet {
    /// The embedded weights.
    fn weights(self) -> Arc<Weights> {
        let weights = match self {
            Self::Tuned => &TUNED,
            Self::Matches => &MATCHES,
            Self::Hand => &HAND,
        };
        Arc::clone(weights)
    }
}

/// A player that searches what it believes.
pub struct SearchingPlayer {
    seat: SearchingSeat,
    search: PlayerSearch,
}

/// How a player searches what it believes.
enum PlayerSearch {
    /// The belief itself, by a search of the catalogue.
    Deepening {
        search: DeepeningSearch,
        /// Measured search speed, in nodes per second.
        speed: f64,
    },
    /// Worlds that are sampled from the belief.
    Sampling(Box<WorldSampler>),
}

/// A search of sampled worlds with what it needs beside the belief of the seat.
struct WorldSampler {
    search: SamplingSearch,
    evaluation: WorldEvaluation,
    /// `None` where nothing is hidden.
    public_belief: Option<PublicBelief>,
    /// `None` for one thread.
    threads: Option<ThreadPool>,
}

impl SearchingPlayer {
    /// A player with a search of the catalogue, its options among `values`, other weights, if given, than those that
    /// the options name, and its own stream of random numbers.
    pub(super) fn deepening(
        info: &'static SearchInfo,
        values: &OptionValues,
        other_weights: Option<Arc<Weights>>,
        rng: ChaCha8Rng,
    ) -> Self {
        let DeepeningOptions { weights, opponent } = DeepeningOptions::read(values);
        let weights = other_weights.unwrap_or_else(|| weights.weights());
        let search = DeepeningSearch::new(info, values);
        Self {
            seat: SearchingSeat::new(values, opponent, weights, rng),
            search: PlayerSearch::Deepening { search, speed: SPEED },
        }
    }

    /// The same with a search of sampled worlds.
    pub(super) fn sampling(
        info: &SamplingInfo,
        values: &OptionValues,
        other_weights: Option<Arc<Weights>>,
        rng: ChaCha8Rng,
    ) -> Self {
        let SamplingOptions { weights, opponent } = SamplingOptions::read(values);
        let WorldOptions { evaluation, threads } = WorldOptions::read(values);
        let weights = other_weights.unwrap_or_else(|| weights.weights());
        let sampler = WorldSampler {
            search: info.with(values),
            evaluation,
            public_belief: None,
            threads: thread_pool(threads),
        };
        Self {
            seat: SearchingSeat::new(values, opponent, weights, rng),
            search: PlayerSearch::Sampling(Box::new(sampler)),
        }
    }
}

impl Player for SearchingPlayer {
    fn deploy(&mut self, start: &GameStart) -> Result<Deployment, PlayerError> {
        Ok(self.seat.deploy(start))
    }

    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.begin(&observation.view())?;
        if let PlayerSearch::Sampling(sampler) = &mut self.search {
            sampler.public_belief = if observation.visibility() == Visibility::AllOpen {
                None // nothing is hidden
            } else {
                let belief = self.seat.belief_of_enemies(&public_view(observation.view()))?;
                Some(PublicBelief::new(belief))
            };
        }
        Ok(())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        self.seat.learn(event);
        if let PlayerSearch::Sampling(sampler) = &mut self.search
            && let Some(belief) = &mut sampler.public_belief
        {
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
        let seat = &mut self.seat;
        match &mut self.search {
            PlayerSearch::Deepening { search, speed } => {
                search_belief(seat, search, speed, observation, request, &watch)
            }
            PlayerSearch::Sampling(sampler) => {
                search_worlds(seat, sampler, observation, request, &watch)
            }
        }
    }
}

/// Searches the belief of a seat by a search of the catalogue; updates its measured speed.
fn search_belief(
    seat: &mut SearchingSeat,
    search: &DeepeningSearch,
    speed: &mut f64,
    observation: &Observation<'_>,
    request: SearchRequest<'_>,
    watch: &Stopwatch<'_>,
) -> Result<Choice, PlayerError> {
    let belief_seed = seat.rng.next_u64();
    let posterior = seat.posterior(belief_seed, &request, watch)?;
    let (evaluation, mut root) = seat.root(observation, &posterior)?;
    let request = search_limits(request, watch.used(), DEEPENING_NODES);
    let within = request.time.map(|time| nodes_within(*speed, time));
    let expected_nodes = request.nodes.into_iter().chain(within).min();
    let input = DeepeningInput {
        evaluation: &evaluation,
        settings: seat.settings,
        expected_nodes: expected_nodes.unwrap_or(DEEPENING_NODES),
    };
    let report = search.search(&request, input, &mut root);
    if report.time > MEASURABLE {
        *speed = report.nodes as f64 / report.time.as_secs_f64();
    }
    choice(report, observation, evaluation, &root)
}

/// Samples worlds from the belief of a seat and searches them.
fn search_worlds(
    seat: &mut SearchingSeat,
    sampler: &mut WorldSampler,
    observation: &Observation<'_>,
    request: SearchRequest<'_>,
    watch: &Stopwatch<'_>,
) -> Result<Choice, PlayerError> {
    let seeds = [(); 2].map(|()| seat.rng.next_u64());
    let budget = seat.sampling_budget(&request);
    let WorldSampler { search, evaluation: world_evaluation, public_belief, threads } = sampler;
    let choices = public_belief.as_ref().map(|public| public.choice_evidence(observation.seat()));
    let mut own_posterior = || seat.posterior(seeds[0], &request, watch);
    let public_belief = public_belief.as_mut();
    let public_posterior = || public_belief?.posterior(seeds[1], (&request, budget), watch);
    let (posterior, public) = match threads {
        Some(pool) => pool.join(own_posterior, public_posterior),
        None => (own_posterior(), public_posterior()),
    };
    let posterior = posterior?;
    let (evaluation, root) = seat.root(observation, &posterior)?;
    let request = search_limits(request, watch.used(), SAMPLING_NODES);
    let network = *world_evaluation == WorldEvaluation::Network;
    let input = SamplingInput {
        observation: *observation,
        posterior: &posterior,
        public,
        choices: choices.unwrap_or_default(),
        evaluation: &evaluation,
        network: network.then(|| data::network(observation.rules().mode)),
        threads: threads.as_ref(),
        settings: seat.settings,
    };
    let report = search.search(&request, &input, &mut seat.rng);
    choice(report, observation, evaluation, &root)
}

/// The number of nodes that fit into a time at a speed.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn nodes_within(speed: f64, time: Duration) -> u64 {
    (speed * time.as_secs_f64()).max(1.0) as u64
}

/// A pool of this many threads; `None` for one thread, or if the system does not provide them.
fn thread_pool(threads: usize) -> Option<ThreadPool> {
    let pool = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (threads > 1).then(pool).flatten()
}

/// What both kinds of search share: settings, random numbers and the belief of the seat.
struct SearchingSeat {
    settings: SearchSettings,
    opening: Opening,
    rng: ChaCha8Rng,
    opponent: Opponent,
    weights: Arc<Weights>,
    belief: Option<Belief>,
    /// Time from the request to the last posterior with the full sampling budget, without its marginals.
    full_took: Duration,
}

impl SearchingSeat {
    /// A seat with its options among `values`, whose game has not begun.
    fn new(
        values: &OptionValues,
        opponent: Opponent,
        weights: Arc<Weights>,
        rng: ChaCha8Rng,
    ) -> Self {
        let SearchOptions { depth, opening } = SearchOptions::read(values);
        let settings = SearchSettings {
            depth,
            quiescence: QuietOptions::read(values).quiescence,
            table: TableOptions::read(values).table_mib << 20,
        };
        let full_took = Duration::ZERO;
        Self { settings, opening, rng, opponent, weights, belief: None, full_took }
    }

    /// Chooses a deployment as the options say.
    fn deploy(&mut self, start: &GameStart) -> Deployment {
        if self.opening == Opening::Offered {
            return start.offered;
        }
        let source = DeploymentSource::book(data::opening_book(start.rules.mode));
        source.draw_either_way(start.seat, &mut self.rng)
    }

    /// Begins a game at a view.
    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        self.belief = Some(Belief::new(view, self.opponent.mixture(view.rules.mode))?);
        Ok(())
    }

    /// The belief at a view of an enemy, as the seat assumes it.
    fn belief_of_enemies(&self, view: &View) -> Result<Belief, PlayerError> {
        let mode = view.rules.mode;
        let reader = match self.opponent {
            Opponent::Counting => self.opponent.mixture(mode),
            _ => data::plain_reader(mode),
        };
        Ok(Belief::new(view, reader)?)
    }

    /// Updates the belief by a public event.
    fn learn(&mut self, event: &Event) {
        if let Some(belief) = &mut self.belief {
            belief.learn(event);
        }
    }

    /// The posterior of the belief, sampled from a seed; `watch` has run since the request.
    fn posterior(
        &mut self,
        seed: u64,
        request: &SearchRequest<'_>,
        watch: &Stopwatch<'_>,
    ) -> Result<Posterior, PlayerError> {
        let budget = self.sampling_budget(request);
        let belief = self.belief.as_mut().ok_or(PlayerError::NotBegun)?;
        let time_used = || time_used(request, watch);
        let posterior =
            belief.posterior_with(PosteriorRequest { seed, budget, time_used: &time_used });
        self.full_took = match budget {
            SamplingBudget::FULL => watch.used(),
            _ => self.full_took.mul_f64(DECAY),
        };
        Ok(posterior)
    }

    /// How much work sampling a posterior may be for a move.
    fn sampling_budget(&self, request: &SearchRequest<'_>) -> SamplingBudget {
        let is_short =
            |time: Duration| time < SHORT_TIME || self.full_took > time.mul_f64(QUICK_FROM);
        if request.time.is_some_and(is_short) {
            SamplingBudget::QUICK
        } else {
            SamplingBudget::FULL
        }
    }

    /// The root of a search of what is believed, and the evaluation set up for it.
    fn root(
        &self,
        observation: &Observation<'_>,
        posterior: &Posterior,
    ) -> Result<(Evaluation, CorrectedBelief), PlayerError> {
        let position = BeliefPosition::new(observation, posterior);
        let evaluation = Evaluation::of_belief(&position, &self.weights);
        let evaluation = evaluation.map_err(|e| PlayerError::Crashed(e.to_string()))?;
        let root = CorrectedBelief::new(position, &evaluation);
        Ok((evaluation, root))
    }
}

/// The request of the search itself: the time that is left of the limit after `used`, less the safety
/// margin, and without any limit of nodes or time this many nodes.
fn search_limits(
    request: SearchRequest<'_>,
    used: Duration,
    default_nodes: u64,
) -> SearchRequest<'_> {
    let time = request.time.map(|time| time.mul_f64(TIME_FRACTION).saturating_sub(used));
    let nodes = request.nodes.or(time.is_none().then_some(default_nodes));
    SearchRequest { nodes, time, ..request }
}

/// The only legal move, which needs no search; `None` if there are several.
///
/// # Errors
///
/// If there is no legal move.
fn forced_move(observation: &Observation<'_>) -> Result<Option<Choice>, PlayerError> {
    let first = observation.moves().next().ok_or(PlayerError::NoMove)?;
    Ok((observation.count_moves() == 1).then(|| first.into()))
}

/// The choice that a report leads to: its best move, or the legal move with the greatest static gain if
/// the search had no time for any, or if the rules forbid its move for a reason that the seat cannot
/// know (`bomb_vs_flag=illegal`).
fn choice(
    report: SearchReport,
    observation: &Observation<'_>,
    mut evaluation: Evaluation,
    root: &CorrectedBelief,
) -> Result<Choice, PlayerError> {
    let legal = report.best.filter(|best| observation.moves().any(|m| m == *best));
    let mut gain = |m| evaluation.move_gain(root, m).unwrap_or(0);
    let mv = legal.or_else(|| observation.moves().max_by_key(|m| gain(*m)));
    Ok(Choice { report: Some(report), ..mv.ok_or(PlayerError::NoMove)?.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Clock;
    use crate::base::random;
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Rules, World};
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// A clock on which 12 ms pass between two looks.
    struct SlowMachine(AtomicU64);

    impl Clock for SlowMachine {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(12, Ordering::Relaxed))
        }
    }

    #[test]
    fn a_slow_belief_is_sampled_with_less_work_until_time_has_passed() {
        let mut rng = random::stream(1, &[]);
        let deployments = [(); 4].map(|()| Some(Deployment::sample(&mut rng)));
        let world = World::start(Board::siguo(), Rules::default(), &deployments, Seat::South);
        let world = world.expect("sampled deployments are legal");
        let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
        let weights = WeightSet::Tuned.weights();
        let mut seat =
            SearchingSeat::new(&OptionValues::default(), Opponent::Counting, weights, rng);
        seat.begin(&view).expect("a true view is sound");

        let (stop, clock) = (AtomicBool::new(false), SlowMachine(AtomicU64::new(0)));
        let request = SearchRequest::new(&stop, &clock);
        let timed = |ms| SearchRequest { time: Some(Duration::from_millis(ms)), ..request };
        let mut budgets = vec![];
        for _ in 0..8 {
            budgets.push(seat.sampling_budget(&timed(100)));
            let watch = Stopwatch::start(&clock);
            seat.posterior(1, &timed(100), &watch).expect("the belief has begun");
        }
        // Three looks take 36 ms, which are above 20 ms until they have shrunk by 0.9 six times.
        let (full, quick) = (SamplingBudget::FULL, SamplingBudget::QUICK);
        assert_eq!(budgets, [full, quick, quick, quick, quick, quick, quick, full]);
        assert_eq!(seat.sampling_budget(&timed(1000)), full);
        assert_eq!(seat.sampling_budget(&timed(79)), quick);
        assert_eq!(seat.sampling_budget(&request), full);
    }
}
