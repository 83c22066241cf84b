//! The seats that search: an engine, a belief, and the evaluation.

use super::sampling::{self, Onlooker};
use super::{Choice, DeploymentSource, GameStart, MoveBudget, Player, PlayerError, SearchReport};
use crate::base::clock::Stopwatch;
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::data;
use crate::engine::deepening::{EngineKind, SearchOutcome, SearchTask};
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::engine::sampling::{Candidate, SamplerKind};
use crate::game::belief::{
    BehaviourModel, Belief, BeliefModel, BeliefPosition, Observation, Posterior, Prior,
    SamplingBudget,
};
use crate::game::rules::{Deployment, Event, Move};
use crate::gametree::position::MoveGain;
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, SearchResult};
use rand::{Rng, RngExt, rngs::ChaCha8Rng};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Nodes for a move if neither nodes nor time are given.
const NODES: u64 = 4000;
/// The part of the time for a move that is used: the rest is for what is not asked about the clock.
pub(super) const USED: f64 = 0.9;
/// With less time for a move than this, beliefs are counted quickly.
const HURRY: Duration = Duration::from_millis(80);
/// Nodes a second before anything was measured.
const SPEED: f64 = 100_000.0;

static TUNED: LazyLock<Weights> = LazyLock::new(data::weights);
static HAND: LazyLock<Weights> = LazyLock::new(data::hand_weights);
static UNIFORM: LazyLock<Expected> = LazyLock::new(|| (Prior::uniform().into(), None));
static PEOPLE: LazyLock<Expected> = LazyLock::new(|| {
    let (prior, habits) = data::people();
    (prior, Some(habits))
});
static ENGINES: LazyLock<Expected> = LazyLock::new(|| expected(&data::engines()));

/// What is expected of deployments and conduct.
type Expected = (Arc<Prior>, Option<Arc<BehaviourModel>>);

fn expected(model: &BeliefModel) -> Expected {
    let sound = "the embedded file is sound";
    (model.prior().expect(sound).into(), Some(model.behaviour_model().expect(sound).into()))
}

/// What it thinks with.
#[derive(Clone, Copy)]
pub(super) enum Mind {
    /// A search of what it believes.
    Engine(&'static EngineKind),
    /// Searches of worlds sampled from it.
    Sampler(&'static SamplerKind),
}

/// Searches what it believes.
pub struct Thinker {
    mind: Mind,
    pub(super) known: &'static [OptionSpec],
    pub(super) params: OptionValues,
    pub(super) rng: ChaCha8Rng,
    belief: Option<Belief>,
    pub(super) onlooker: Option<Onlooker>,
    /// None where one thread does it all.
    pub(super) pool: Option<ThreadPool>,
    /// psi: nodes a second, as far as it was measured.
    speed: f64,
}

impl Thinker {
    /// A player with an engine whose parameters are among `known`, and its own stream of random
    /// numbers for posteriors that are sampled.
    pub(super) fn new(
        mind: Mind,
        known: &'static [OptionSpec],
        params: OptionValues,
        rng: ChaCha8Rng,
    ) -> Self {
        let (pool, speed) = (pool(&params, known), SPEED);
        Self { mind, known, params, rng, belief: None, onlooker: None, pool, speed }
    }

    /// What is believed now.
    fn posterior(&mut self, budget: &MoveBudget<'_>) -> Result<Posterior, PlayerError> {
        let seed = self.rng.next_u64();
        let belief = self.belief.as_mut();
        let posterior = belief.map(|belief| belief.posterior_with(seed, effort(budget)));
        posterior
            .ok_or_else(|| PlayerError::Crashed("asked for a move before the game began".into()))
    }

    /// Searches for as long as the budget allows.
    fn think(
        &mut self,
        engine: &'static EngineKind,
        budget: &MoveBudget<'_>,
        evaluation: &Evaluation,
        root: &mut CorrectedBelief,
        watch: Stopwatch<'_>,
    ) -> SearchOutcome {
        let time = budget.time.map(|time| time.mul_f64(USED).saturating_sub(watch.used()));
        let start = Stopwatch::start(budget.clock);
        let over = || budget.stopped() || time.is_some_and(|time| start.used() >= time);
        let most = budget.nodes.or(time.is_none().then_some(NODES));
        let within = time.map(|time| nodes_within(self.speed, time));
        let asked = self.params.asked(self.known);
        let heard = |answer: &SearchResult<Move, Score>, depth: u32, nodes: u64| {
            if let Some(heard) = budget.heard {
                heard(&report(answer, (depth, nodes), evaluation));
            }
        };
        let task = SearchTask {
            limit: Limit { nodes: most, over: Some(&over) },
            nodes: most.into_iter().chain(within).min().unwrap_or(NODES),
            clock: time.filter(|_| most.is_none()).map(|t| (budget.clock, t.as_millis() as u64)),
            depth: budget.depth_within(asked.amount("depth") as u32),
            quiet: asked.amount("quiet") as u32,
            table: (asked.amount("table") << 20) as usize,
            heard: budget.heard.map(|_| &heard as _),
        };
        let thought = engine.with(&self.params, self.known).think(&task, evaluation, root);
        let used = start.used();
        if used > Duration::from_millis(1) {
            self.speed = thought.visits.nodes as f64 / used.as_secs_f64();
        }
        thought
    }
}

/// What an engine's answer tells, with its plies and nodes.
fn report(
    answer: &SearchResult<Move, Score>,
    (depth, nodes): (u32, u64),
    evaluation: &Evaluation,
) -> SearchReport {
    let win = answer.value.map(|value| f64::midpoint(1.0, evaluation.odds(value)));
    let line = answer.line.clone();
    let candidate = line.first().map(|&mv| Candidate { mv, win, depth, line: line.clone() });
    SearchReport {
        score: answer.value,
        principal_variation: line,
        depth,
        nodes,
        candidates: candidate.into_iter().collect(),
        ..SearchReport::default()
    }
}

/// So many threads as a seat asks for; none where it is one, or no more can be had.
fn pool(params: &OptionValues, known: &'static [OptionSpec]) -> Option<ThreadPool> {
    let has = known.iter().any(|param| param.name == "threads");
    let threads = if has { params.asked(known).amount("threads") as usize } else { 1 };
    let pool = || ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (threads > 1).then(pool).flatten()
}

/// How much work a belief may be.
pub(super) fn effort(budget: &MoveBudget<'_>) -> SamplingBudget {
    if budget.time.is_some_and(|time| time < HURRY) {
        SamplingBudget::QUICK
    } else {
        SamplingBudget::FULL
    }
}

/// The nodes that fit into a time.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn nodes_within(speed: f64, time: Duration) -> u64 {
    (speed * time.as_secs_f64()).max(1.0) as u64
}

/// The legal move that promises most at once: where a search had no time for any, or where the rules
/// forbid what it chose for a reason that the seat could not know (`bomb_vs_flag=illegal`).
fn promising(
    evaluation: &mut Evaluation,
    root: &CorrectedBelief,
    observation: &Observation<'_>,
) -> Option<Move> {
    let promise = |m: &Move| evaluation.promise(root, *m).unwrap_or(0);
    observation.moves().max_by_key(promise)
}

impl Player for Thinker {
    fn deploy(&mut self, brief: &GameStart) -> Result<Deployment, PlayerError> {
        if self.params.asked(self.known).word("opening") == "offered" {
            return Ok(brief.offered);
        }
        let book =
            DeploymentSource::book(data::mixture(brief.rules.mode)).draw(brief.seat, &mut self.rng);
        // What is known of it by its games holds for its mirror image as well.
        Ok(if self.rng.random() { book } else { book.mirror() })
    }

    fn start(&mut self, observation: &Observation<'_>) -> Result<(), PlayerError> {
        let (prior, habits) = match self.params.asked(self.known).word("prior") {
            "learned" => &*PEOPLE,
            "engines" => &*ENGINES,
            _ => &*UNIFORM,
        };
        let belief = |view| {
            let belief = Belief::new(&view, prior.clone());
            belief.map(|belief| belief.with_behaviour_model(habits.clone()))
        };
        self.belief = Some(belief(observation.view())?);
        if matches!(self.mind, Mind::Sampler(_)) {
            self.onlooker = Some(Onlooker::new(belief(sampling::closed(observation.view()))?));
        }
        Ok(())
    }

    fn observe(&mut self, event: &Event, _after: &Observation<'_>) -> Result<(), PlayerError> {
        if let Some(belief) = &mut self.belief {
            belief.learn(event);
        }
        if let Some(onlooker) = &mut self.onlooker {
            onlooker.learn(event);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        observation: &Observation<'_>,
        budget: &MoveBudget<'_>,
    ) -> Result<Choice, PlayerError> {
        let watch = Stopwatch::start(budget.clock);
        let budget = &budget.shared();
        if observation.count_moves() == 1 {
            return observation.moves().next().map(Into::into).ok_or(PlayerError::NoMove);
        }
        let posterior = self.posterior(budget)?;
        let position = BeliefPosition::new(observation, &posterior);
        let hand = self.params.asked(self.known).word("weights") == "hand";
        let evaluation = Evaluation::of_belief(&position, if hand { &HAND } else { &TUNED });
        let mut evaluation = evaluation.map_err(|e| PlayerError::Crashed(e.to_string()))?;
        let mut root = CorrectedBelief::new(position, &evaluation);
        let report = match self.mind {
            Mind::Engine(engine) => {
                let thought = self.think(engine, budget, &evaluation, &mut root, watch);
                report(&thought.answer, (thought.depth, thought.visits.nodes), &evaluation)
            }
            Mind::Sampler(sampler) => {
                self.sample(sampler, budget, (observation, &posterior, &evaluation), watch)
            }
        };
        let best = report.principal_variation.first().copied();
        let mv = best.filter(|best| observation.moves().any(|m| m == *best));
        let mv = mv.or_else(|| promising(&mut evaluation, &root, observation));
        let mv = mv.ok_or(PlayerError::NoMove)?;
        Ok(Choice { report: Some(report), ..mv.into() })
    }
}
