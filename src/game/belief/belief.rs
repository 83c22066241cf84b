//! A seat's belief, updated event by event.

use super::player_types::PlayerTypes;
use super::posterior::Cache;
use super::{
    BehaviourModel, BehaviourStats, ChoiceEvidence, Evidence, InformationError, Posterior,
    PosteriorRequest, Prior, View,
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
    players: PlayerTypes,
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
        let (players, cache) = (PlayerTypes::new(vec![], &behaviour), Cache::default());
        Ok(Self { evidence, behaviour, players, prior, cache })
    }

    /// The same belief with a behaviour model; without one, behaviour is ignored. Choices of moves count
    /// from now on.
    #[must_use]
    pub fn with_behaviour_model(self, behaviour_model: Option<Arc<BehaviourModel>>) -> Self {
        self.with_player_types(behaviour_model.into_iter().collect())
    }

    /// The same belief with a behaviour model for each type that a player may be of. All types are equally likely
    /// at first; the results of fights decide between them, for every seat apart.
    #[must_use]
    pub fn with_player_types(mut self, models: Vec<Arc<BehaviourModel>>) -> Self {
        self.players = PlayerTypes::new(models, &self.behaviour);
        self
    }

    /// Learns from a public event.
    pub fn learn(&mut self, event: &Event) {
        self.players.judge((&self.evidence, &self.prior), &self.behaviour, event);
        let state = self.evidence.public_state();
        self.players.learn(&self.behaviour, state, event);
        self.behaviour.learn(state, event);
        self.evidence.learn(event);
    }

    /// What the choice of each move of a seat, which is to move, would say about its pieces that could move.
    /// Empty without a model of move choices; of several, the first type of player is asked. Other behaviour that a
    /// move shows is left out.
    pub fn choice_evidence(&self, seat: Seat) -> Vec<ChoiceEvidence> {
        let Some((model, choices)) = self.players.first() else { return vec![] };
        let position = (self.evidence.public_state(), seat);
        choices.evidence(&self.behaviour, position, |changes| model.of(&[], changes))
    }

    /// The probabilities of the types that a seat's player may be of, in the order of the models; empty without any.
    pub fn type_probabilities(&self, seat: Seat) -> Vec<f64> {
        self.players.weights(seat)
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

    /// The current posterior, sampled as told where it is not exact.
    pub fn posterior_with(&mut self, request: PosteriorRequest<'_>) -> Posterior {
        let state = self.evidence.public_state();
        let factors = self.players.factors(&self.behaviour, state);
        Posterior::with(&self.evidence, &self.prior, factors, request, &mut self.cache)
    }
}
