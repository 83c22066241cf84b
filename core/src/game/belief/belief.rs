//! A seat's belief, updated event by event.

use super::constraints::Constraints;
use super::mixture::{MemberWeights, Mixture};
use super::posterior::Cache;
use super::seat_posterior::{Factors, SeatProblem};
use super::{
    BehaviourStats, ChoiceEvidence, ChoiceStats, Evidence, InformationError, Member, Posterior,
    PosteriorRequest, View,
};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Act, Event, KindSet, PieceId, movers};
use std::borrow::Cow;
use std::sync::Arc;

/// A seat's belief about hidden pieces: evidence and behaviour since the first observed position.
///
/// ```
/// use junqi_core::game::belief::{Belief, Mixture, Observation, Visibility};
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::engine::data;
/// use junqi_core::game::rules::{Kind, PieceId, Rules, World};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let mut world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let seen = Observation::new(&world, Seat::East, Visibility::FourDark).view();
/// let mut belief = Belief::new(&seen, Mixture::counting().into())?;
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
    mixture: Arc<Mixture>,
    /// By member; present if its behaviour model has a model of move choices.
    choices: Vec<Option<ChoiceStats>>,
    /// By seat, the weights of the members.
    weights: [MemberWeights; 4],
    cache: Cache,
}

/// A hidden piece whose kind an event may narrow, and what the members expect.
struct Forecast {
    piece: PieceId,
    /// Its possible kinds before the event; where it moves, those that can move so.
    before: KindSet,
    /// By member, the probabilities of its kinds.
    by_member: Factors,
}

impl Belief {
    /// Creates the belief at a view. Choices of moves count from now on. The mixture is the one that can be expected
    /// [on the arms](Mixture::on) of the board.
    ///
    /// # Errors
    ///
    /// If the view violates the rules.
    pub fn new(view: &View, mixture: Arc<Mixture>) -> Result<Self, InformationError> {
        let evidence = Evidence::new(view)?;
        let mixture = match mixture.on(view.board.shape()) {
            Cow::Borrowed(_) => mixture,
            Cow::Owned(other) => other.into(),
        };
        let behaviour = BehaviourStats::new(evidence.public_state());
        let mut choices = vec![];
        for member in mixture.members() {
            let model = member.behaviour.as_ref().and_then(|model| model.choices());
            choices.push(model.map(|model| ChoiceStats::new(&behaviour, model.clone())));
        }
        let weights = Seat::ALL.map(|_| mixture.weights());
        Ok(Self { evidence, behaviour, mixture, choices, weights, cache: Cache::default() })
    }

    /// Learns from a public event.
    pub fn learn(&mut self, event: &Event) {
        // The weight of a single member never moves.
        let forecasts =
            if self.mixture.members().len() > 1 { self.forecasts(event) } else { vec![] };
        let state = self.evidence.public_state();
        for choices in self.choices.iter_mut().flatten() {
            choices.learn(&self.behaviour, state, event);
        }
        self.behaviour.learn(state, event);
        self.evidence.learn(event);
        for Forecast { piece, before, by_member } in forecasts {
            let after = self.evidence.may_be(piece).and(before);
            let mut outcome = MemberWeights::new();
            for row in &by_member {
                outcome.push(mass(row, after) / mass(row, before).max(f64::MIN_POSITIVE));
            }
            self.mixture.learn(&mut self.weights[piece.seat().index()], &outcome);
        }
    }

    /// Forecasts of the hidden pieces about which an event shows more than that their player chose to move them: a
    /// piece in a fight with one whose kind is known, and a flag that is shown.
    fn forecasts(&self, event: &Event) -> Vec<Forecast> {
        let state = self.evidence.public_state();
        let mut forecasts = vec![];
        if let Act::Move(mv, Some(_)) = event.act
            && let (Some(attacker), Some(defender)) =
                (state.piece_at(mv.from), state.piece_at(mv.to))
        {
            let attacker_is_known = self.evidence.kind(attacker).is_some();
            let defender_is_known = self.evidence.kind(defender).is_some();
            if attacker_is_known && !defender_is_known {
                forecasts.push(self.forecast(defender, KindSet::ALL));
            }
            if defender_is_known && !attacker_is_known {
                let movers = movers(state.net(), mv, |at| state.piece_at(at).is_none());
                forecasts.push(self.forecast(attacker, movers));
            }
        }
        for &(_, station) in &event.flags_shown {
            let flag = state.piece_at(station).filter(|&flag| self.evidence.kind(flag).is_none());
            if let Some(piece) = flag {
                forecasts.push(self.forecast(piece, KindSet::ALL));
            }
        }
        forecasts
    }

    /// What each member says of the kind of a piece, which is among `kinds`.
    fn forecast(&self, piece: PieceId, kinds: KindSet) -> Forecast {
        // A forecast leaves out what links the piece to others.
        let problem = self.problem(piece.seat(), &[]);
        let by_member = problem.forecasts(&self.mixture, piece.index() % ARMY);
        Forecast { piece, before: self.evidence.may_be(piece).and(kinds), by_member }
    }

    /// What the choice of each move of a seat, which is to move, would say about its pieces that could move, to the first
    /// member with a model of move choices. Empty without one. Other behaviour that a move shows is left out.
    pub fn choice_evidence(&self, seat: Seat) -> Vec<ChoiceEvidence> {
        for (member, choices) in self.mixture.members().iter().zip(&self.choices) {
            if let (Some(model), Some(choices)) = (&member.behaviour, choices) {
                let state = self.evidence.public_state();
                let factors = |changes: &[[f64; 12]]| model.of(&[], changes);
                return choices.evidence(&self.behaviour, state, seat, factors);
            }
        }
        vec![]
    }

    /// The evidence so far.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The members of the mixture, each with its weight for a seat now.
    pub fn members(&self, seat: Seat) -> impl Iterator<Item = (&Member, f64)> {
        self.mixture.members().iter().zip(self.weights[seat.index()].iter().copied())
    }

    /// The current posterior. `seed` matters only if it is sampled. Seats about which nothing was
    /// learned since the last call are not computed again.
    pub fn posterior(&mut self, seed: u64) -> Posterior {
        self.posterior_with(PosteriorRequest::full(seed))
    }

    /// The current posterior, within the limits of a request.
    pub fn posterior_with(&mut self, request: PosteriorRequest<'_>) -> Posterior {
        let constraints = Constraints::new(&self.evidence);
        let hidden = self.evidence.hidden();
        let problems = Seat::ALL.map(|seat| {
            let linked = &constraints.pieces[constraints.part(seat)];
            hidden.contains(seat).then(|| self.problem(seat, linked))
        });
        let Self { evidence, mixture, cache, .. } = self;
        Posterior::with(evidence, &constraints, mixture, &problems, request, cache)
    }

    /// The problem of a seat's hidden pieces, some of them linked.
    fn problem(&self, seat: Seat, linked: &[PieceId]) -> SeatProblem {
        let weights = self.weights[seat.index()].clone();
        SeatProblem::new(&self.evidence, seat, linked, weights, |piece| self.factors(piece))
    }

    /// The behaviour factors of a piece by member.
    fn factors(&self, piece: PieceId) -> Factors {
        let state = self.evidence.public_state();
        let mut factors = Factors::new();
        for (member, choices) in self.mixture.members().iter().zip(&self.choices) {
            factors.push(match &member.behaviour {
                Some(model) => {
                    model.log_factors(&self.behaviour, choices.as_ref(), state, piece).map(f64::exp)
                }
                None => [1.0; 12],
            });
        }
        factors
    }
}

/// The sum of the probabilities of some kinds.
fn mass(row: &[f64; 12], kinds: KindSet) -> f64 {
    kinds.iter().map(|kind| row[kind.index()]).sum()
}
