//! A seat's belief, updated event by event.

use super::posterior::Cache;
use super::{
    BehaviourModel, BehaviourStats, ChoiceEvidence, ChoiceStats, Evidence, InformationError,
    Posterior, PosteriorRequest, Prior, View,
};
use crate::game::board::Seat;
use crate::game::rules::Event;
use std::sync::Arc;

/// A seat's belief about hidden pieces: evidence and behaviour since the first observed position.
///
/// ```
/// use junqi::game::belief::{Belief, Observation, Prior, Visibility};
/// use junqi::game::board::{Board, Seat};
/// use junqi::engine::data;
/// use junqi::game::rules::{Kind, PieceId, Rules, World};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let mut world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let seen = Observation::new(&world, Seat::East, Visibility::FourDark).view();
/// let mut belief = Belief::new(&seen, Prior::uniform().into())?;
/// let flag = |belief: &mut Belief, number| {
///     belief.posterior(0).marginal(PieceId::new(Seat::South, number))[Kind::Flag.index()]
/// };
/// assert!((flag(&mut belief, 21) - 0.5).abs() < 1e-9);
/// let mv = world.moves().next().unwrap();
/// belief.learn(&world.play(mv)?);
/// assert!((flag(&mut belief, 21) - 0.5).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Belief {
    evidence: Evidence,
    behaviour: BehaviourStats,
    behaviour_model: Option<Arc<BehaviourModel>>,
    /// Present if the behaviour model has a model of move choices.
    choices: Option<ChoiceStats>,
    prior: Arc<Prior>,
    cache: Cache,
}

impl Belief {
    /// Creates the belief at a view.
    ///
    /// # Errors
    ///
    /// If the view violates the rules.
    pub fn new(view: &View, prior: Arc<Prior>) -> Result<Self, InformationError> {
        let evidence = Evidence::new(view)?;
        let behaviour = BehaviourStats::new(evidence.public_state());
        let cache = Cache::default();
        Ok(Self { evidence, behaviour, behaviour_model: None, choices: None, prior, cache })
    }

    /// The same belief with a behaviour model; without one, behaviour is ignored. Choices of moves count
    /// from now on.
    #[must_use]
    pub fn with_behaviour_model(mut self, behaviour_model: Option<Arc<BehaviourModel>>) -> Self {
        let choices = behaviour_model.as_ref().and_then(|model| model.choices());
        self.choices = choices.map(|model| ChoiceStats::new(&self.behaviour, model.clone()));
        self.behaviour_model = behaviour_model;
        self
    }

    /// Learns from a public event.
    pub fn learn(&mut self, event: &Event) {
        let state = self.evidence.public_state();
        if let Some(choices) = &mut self.choices {
            choices.learn(&self.behaviour, state, event);
        }
        self.behaviour.learn(state, event);
        self.evidence.learn(event);
    }

    /// What the choice of each move of a seat, which is to move, would say about its pieces that could move.
    /// Empty without a model of move choices. Other behaviour that a move shows is left out.
    pub fn choice_evidence(&self, seat: Seat) -> Vec<ChoiceEvidence> {
        let (Some(model), Some(choices)) = (&self.behaviour_model, &self.choices) else {
            return vec![];
        };
        let position = (self.evidence.public_state(), seat);
        choices.evidence(&self.behaviour, position, |changes| model.of(&[], changes))
    }

    /// The evidence so far.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The current posterior. `seed` matters only if it is sampled. Seats about which nothing was
    /// learned since the last call are not computed again.
    pub fn posterior(&mut self, seed: u64) -> Posterior {
        self.posterior_with(PosteriorRequest::full(seed))
    }

    /// The current posterior, within the limits of a request.
    pub fn posterior_with(&mut self, request: PosteriorRequest<'_>) -> Posterior {
        let state = self.evidence.public_state();
        let factors = |piece| match &self.behaviour_model {
            Some(model) => {
                let choices = self.choices.as_ref();
                model.log_factors(&self.behaviour, choices, state, piece).map(f64::exp)
            }
            None => [1.0; 12],
        };
        Posterior::with(&self.evidence, &self.prior, factors, request, &mut self.cache)
    }
}
