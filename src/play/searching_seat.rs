//! What both kinds of searching players share: options, random numbers, the belief of the seat, its evaluation, and the
//! moves that need no search.

use super::options::{Opening, SearchOptions, WeightSet};
use super::{Choice, DeploymentSource, GameStart, PlayerError};
use crate::base::clock::Stopwatch;
use crate::base::options::OptionValues;
use crate::engine::data::{self, Opponent};
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::engine::{SearchReport, SearchRequest};
use crate::game::belief::{
    Belief, BeliefPosition, Observation, Posterior, PosteriorRequest, SamplingBudget, View,
};
use crate::game::rules::{Deployment, Event};
use crate::gametree::position::MoveGain;
use rand::rngs::ChaCha8Rng;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Fraction of the time limit that a search uses; the rest is a safety margin for work that does not
/// poll the clock.
const TIME_FRACTION: f64 = 0.9;
/// Time limits below this use the smaller sampling budget for beliefs.
const SHORT_TIME: Duration = Duration::from_millis(80);
/// The smaller budget is also used where the full one took more than this fraction of the time limit.
const QUICK_FROM: f64 = 0.2;
/// Factor by which the recorded time of costly work shrinks whenever it is saved, so that it is tried again
/// once events have made it cheaper.
pub(super) const DECAY: f64 = 0.9;

static TUNED: LazyLock<Arc<Weights>> = LazyLock::new(|| data::weights().into());
static MATCHES: LazyLock<Arc<Weights>> = LazyLock::new(|| data::match_weights().into());
static HAND: LazyLock<Arc<Weights>> = LazyLock::new(|| data::hand_weights().into());

impl WeightSet {
    /// The embedded weights.
    pub(super) fn weights(self) -> Arc<Weights> {
        let weights = match self {
            Self::Tuned => &TUNED,
            Self::Matches => &MATCHES,
            Self::Hand => &HAND,
        };
        Arc::clone(weights)
    }
}

/// A seat that searches: its options, random numbers and belief.
pub(super) struct SearchingSeat {
    pub(super) options: SearchOptions,
    pub(super) rng: ChaCha8Rng,
    opponent: Opponent,
    weights: Arc<Weights>,
    belief: Option<Belief>,
    /// Time from the request to the last posterior with the full sampling budget, without its marginals.
    full_took: Duration,
}

impl SearchingSeat {
    /// A seat with its options among `values`, whose game has not begun.
    pub(super) fn new(
        values: &OptionValues,
        (opponent, weights): (Opponent, Arc<Weights>),
        rng: ChaCha8Rng,
    ) -> Self {
        let options = SearchOptions::read(values);
        Self { options, rng, opponent, weights, belief: None, full_took: Duration::ZERO }
    }

    /// Chooses a deployment as the options say.
    pub(super) fn deploy(&mut self, start: &GameStart) -> Deployment {
        if self.options.opening == Opening::Offered {
            return start.offered;
        }
        let source = DeploymentSource::book(data::opening_book(start.rules.mode));
        source.draw_either_way(start.seat, &mut self.rng)
    }

    /// Begins a game at a view.
    pub(super) fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        self.belief = Some(Belief::new(view, self.opponent.mixture(view.rules.mode))?);
        Ok(())
    }

    /// The belief at a view of an enemy, as the seat assumes it.
    pub(super) fn belief_of_enemies(&self, view: &View) -> Result<Belief, PlayerError> {
        let mode = view.rules.mode;
        let reader = match self.opponent {
            Opponent::Counting => self.opponent.mixture(mode),
            _ => data::plain_reader(mode),
        };
        Ok(Belief::new(view, reader)?)
    }

    /// Updates the belief by a public event.
    pub(super) fn learn(&mut self, event: &Event) {
        if let Some(belief) = &mut self.belief {
            belief.learn(event);
        }
    }

    /// The posterior of the belief, sampled from a seed; `watch` has run since the request.
    pub(super) fn posterior(
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
    pub(super) fn sampling_budget(&self, request: &SearchRequest<'_>) -> SamplingBudget {
        let is_short =
            |time: Duration| time < SHORT_TIME || self.full_took > time.mul_f64(QUICK_FROM);
        if request.time.is_some_and(is_short) {
            SamplingBudget::QUICK
        } else {
            SamplingBudget::FULL
        }
    }

    /// The root of a search of what is believed, and the evaluation set up for it.
    pub(super) fn root(
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

/// The part of a move's time that has passed, for sampling: none is left for it once the search was stopped.
/// `watch` has run since the request.
pub(super) fn time_used(request: &SearchRequest<'_>, watch: &Stopwatch<'_>) -> f64 {
    let used = request.time.map_or(0.0, |time| watch.used().div_duration_f64(time));
    if request.is_stopped() { used.max(PosteriorRequest::SAMPLING_ENDS) } else { used }
}

/// The request of the search itself: the time that is left of the limit after `used`, less the safety
/// margin, and without any limit of nodes or time this many nodes.
pub(super) fn search_limits(
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
pub(super) fn forced_move(observation: &Observation<'_>) -> Result<Option<Choice>, PlayerError> {
    let first = observation.moves().next().ok_or(PlayerError::NoMove)?;
    Ok((observation.count_moves() == 1).then(|| first.into()))
}

/// The choice that a report leads to: its best move, or the legal move with the greatest static gain if
/// the search had no time for any, or if the rules forbid its move for a reason that the seat cannot
/// know (`bomb_vs_flag=illegal`).
pub(super) fn choice(
    report: SearchReport,
    observation: &Observation<'_>,
    (mut evaluation, root): (Evaluation, CorrectedBelief),
) -> Result<Choice, PlayerError> {
    let legal = report.best.filter(|best| observation.moves().any(|m| m == *best));
    let mut gain = |m| evaluation.move_gain(&root, m).unwrap_or(0);
    let mv = legal.or_else(|| observation.moves().max_by_key(|m| gain(*m)));
    Ok(Choice { report: Some(report), ..mv.ok_or(PlayerError::NoMove)?.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Clock;
    use crate::base::random;
    use crate::game::belief::Visibility;
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
        let models = (Opponent::Counting, WeightSet::Tuned.weights());
        let mut seat = SearchingSeat::new(&OptionValues::default(), models, rng);
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
