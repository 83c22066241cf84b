//! Types of player: behaviour models between which fights decide.
//!
//! A model learned from players of one type misleads about another: a player that hides its pieces does what other
//! kinds would do. So a seat is read by several models at once. Every model gives the result of each fight with a
//! hidden piece a probability, and by Bayes' rule the products of these are the weights of the models. The weighted
//! means of the logarithms of their factors are pooled (a logarithmic opinion pool; Genest & Zidek 1986), so the
//! posterior remains an exact count. Which models there are, and that fights alone decide, is *our reading*.

use super::posterior::Cache;
use super::{
    BehaviourModel, BehaviourStats, ChoiceStats, Evidence, Posterior, PosteriorRequest, Prior,
};
use crate::game::board::Seat;
use crate::game::rules::{Act, CombatResult, Event, Kind, MineOnHit, PieceId, PublicState, clash};
use std::sync::Arc;

/// Smallest probability of a result that counts, so that no fight decides alone.
const LEAST: f64 = 0.05;

/// A behaviour model, what it has learned, and how well it foretold the fights.
#[derive(Debug, Clone)]
struct PlayerType {
    model: Arc<BehaviourModel>,
    /// Present if the model has a model of move choices.
    choices: Option<ChoiceStats>,
    /// By seat, the sum of the logarithms of the probabilities of its fights.
    scores: [f64; 4],
}

impl PlayerType {
    fn log_factors(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        piece: PieceId,
    ) -> [f64; 12] {
        self.model.log_factors(behaviour, self.choices.as_ref(), state, piece)
    }
}

/// The types that a player may be of; without any, behaviour is ignored.
#[derive(Debug, Clone)]
pub(super) struct PlayerTypes(Vec<PlayerType>);

impl PlayerTypes {
    /// Types that have learned nothing, from the position on from which `behaviour` counts.
    pub(super) fn new(models: Vec<Arc<BehaviourModel>>, behaviour: &BehaviourStats) -> Self {
        let of = |model: Arc<BehaviourModel>| {
            let choices = model.choices().cloned();
            let choices = choices.map(|choices| ChoiceStats::new(behaviour, choices));
            PlayerType { model, choices, scores: [0.0; 4] }
        };
        Self(models.into_iter().map(of).collect())
    }

    /// The first type: its model and its statistics of move choices, if it has them.
    pub(super) fn first(&self) -> Option<(&BehaviourModel, &ChoiceStats)> {
        let first = self.0.first()?;
        Some((&first.model, first.choices.as_ref()?))
    }

    /// The probabilities of the types that a seat's player may be of, by type.
    pub(super) fn weights(&self, seat: Seat) -> Vec<f64> {
        let score = |player: &PlayerType| player.scores[seat.index()];
        let best = self.0.iter().map(score).fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = self.0.iter().map(|player| (score(player) - best).exp()).collect();
        let all: f64 = shares.iter().sum();
        shares.iter().map(|share| share / all).collect()
    }

    /// Weighs the types by a fight with a hidden piece; `evidence` and `behaviour` are those before it.
    pub(super) fn judge(
        &mut self,
        (evidence, prior): (&Evidence, &Prior),
        behaviour: &BehaviourStats,
        event: &Event,
    ) {
        let state = evidence.public_state();
        let Act::Move(mv, Some(result)) = event.act else { return };
        let fighters = state.piece_at(mv.from).zip(state.piece_at(mv.to));
        let Some((attacker, defender)) = fighters.filter(|_| self.0.len() > 1) else { return };
        let is_hidden = |piece: &PieceId| evidence.kind(*piece).is_none();
        let hidden = [attacker, defender].into_iter().filter(is_hidden);
        let seats: Vec<usize> = hidden.map(|piece| piece.seat().index()).collect();
        if seats.is_empty() {
            return;
        }
        for player in &mut self.0 {
            let factors = |piece| player.log_factors(behaviour, state, piece).map(f64::exp);
            let (request, mut cache) = (PosteriorRequest::full(0), Cache::default());
            let posterior = Posterior::with(evidence, prior, factors, request, &mut cache);
            let fight = [attacker, defender].map(|piece| posterior.marginal(piece));
            let log = probability(fight, result, state.rules().mine_on_hit).max(LEAST).ln();
            for &seat in &seats {
                player.scores[seat] += log;
            }
        }
    }

    /// Learns from an event; `state` and `behaviour` are those before it.
    pub(super) fn learn(&mut self, behaviour: &BehaviourStats, state: &PublicState, event: &Event) {
        for choices in self.0.iter_mut().filter_map(|player| player.choices.as_mut()) {
            choices.learn(behaviour, state, event);
        }
    }

    /// The factors by which a piece's behaviour multiplies the weight of each kind: the geometric means of those of
    /// the types, with the weights of its seat.
    pub(super) fn factors(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
    ) -> impl Fn(PieceId) -> [f64; 12] {
        let weights = Seat::ALL.map(|seat| self.weights(seat));
        move |piece| {
            let mut pooled = [0.0; 12];
            for (player, weight) in self.0.iter().zip(&weights[piece.seat().index()]) {
                let logs = player.log_factors(behaviour, state, piece);
                pooled.iter_mut().zip(logs).for_each(|(sum, log)| *sum += weight * log);
            }
            pooled.map(f64::exp)
        }
    }
}

/// The probability of a fight's result, given the independent kinds of attacker and defender.
fn probability([a, d]: [[f64; 12]; 2], result: CombatResult, mine_on_hit: MineOnHit) -> f64 {
    let of = |attacker: Kind| -> f64 {
        let ends = |defender: &Kind| clash(attacker, *defender, mine_on_hit) == result;
        Kind::ALL.into_iter().filter(ends).map(|kind| d[kind.index()]).sum()
    };
    let possible = Kind::ALL.into_iter().filter(|kind| a[kind.index()] > 0.0);
    possible.map(|kind| a[kind.index()] * of(kind)).sum()
}
