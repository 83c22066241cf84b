//! The input of a search of sampled worlds: beliefs, evaluation and limits.

use crate::base::clock::Stopwatch;
use crate::engine::eval::{Evaluation, Network};
use crate::engine::{OnProgress, SearchRequest, SearchSettings};
use crate::game::belief::{ChoiceEvidence, Observation, Posterior};
use crate::game::rules::{Kind, Move, PIECES, PieceId};
use crate::gametree::search::Limit;
use rayon::ThreadPool;
use std::sync::Arc;

/// The input of a search of sampled worlds, besides the request.
pub struct SamplingInput<'a> {
    /// The position as the seat sees it.
    pub observation: Observation<'a>,
    /// What the seat believes about hidden pieces; the worlds are sampled from it.
    pub posterior: &'a Posterior,
    /// What an observer who sees no pieces believes about all of them, if it is known.
    pub public: Option<&'a Posterior>,
    /// What the choice of a move would say to that observer about the seat's pieces; empty if that is unknown.
    pub choices: Vec<ChoiceEvidence>,
    /// The evaluation, set up for the belief.
    pub evaluation: &'a Evaluation,
    /// The network that corrects the evaluation of worlds.
    pub network: Option<Arc<Network>>,
    /// Threads to search with, or `None` for one. The result does not depend on them unless a clock ends
    /// the search.
    pub threads: Option<&'a ThreadPool>,
    /// Depth, quiescence and table size.
    pub settings: SearchSettings,
}

/// A request with its input, as the searches use it.
#[derive(Clone, Copy)]
pub(super) struct SamplingTask<'a> {
    pub(super) input: &'a SamplingInput<'a>,
    pub(super) request: &'a SearchRequest<'a>,
    /// Started when the request was made.
    pub(super) watch: &'a Stopwatch<'a>,
    /// Limits of all worlds together.
    pub(super) limit: Limit<'a>,
    /// Depth limit, in plies.
    pub(super) depth: u32,
    pub(super) on_progress: Option<&'a OnProgress<'a>>,
}

/// Expected gains of fights at the root, in centi-pieces: against enemy pieces by the belief of the
/// searching seat, against its own side's pieces by the public belief.
pub(super) struct FightGains(Box<[[f64; PIECES]; 12]>);

impl FightGains {
    /// The gains for the input of a search.
    pub(super) fn new(input: &SamplingInput<'_>) -> Self {
        let rules = input.observation.rules();
        let own = rules.team(input.observation.seat());
        let gains = input.evaluation.gains();
        let mut expected = Box::new([[0.0; PIECES]; 12]);
        for (piece, _) in input.observation.pieces() {
            // Enemies attack the own side's pieces, and they do not have the seat's belief.
            let public = input.public.filter(|_| rules.team(piece.seat()) == own);
            let marginal = public.unwrap_or(input.posterior).marginal(piece);
            for (row, gains) in expected.iter_mut().zip(&gains[piece.seat().index()]) {
                row[piece.index()] = marginal.iter().zip(gains).map(|(p, gain)| p * gain).sum();
            }
        }
        Self(expected)
    }

    /// The expected gain of the attacker.
    pub(super) fn of(&self, attacker: Kind, target: PieceId) -> f64 {
        self.0[attacker.index()][target.index()]
    }

    /// The legal moves of the root, by falling expected gain.
    pub(super) fn ordered(&self, input: &SamplingInput<'_>) -> Vec<Move> {
        let mut moves: Vec<Move> = input.observation.moves().collect();
        moves.sort_by(|&a, &b| self.of_root_move(b, input).total_cmp(&self.of_root_move(a, input)));
        moves
    }

    /// The expected gain of a move of the searching seat; 0 for a quiet one.
    fn of_root_move(&self, m: Move, input: &SamplingInput<'_>) -> f64 {
        let seen = &input.observation;
        let attacker = seen.piece_at(m.from).and_then(|piece| seen.kind(piece));
        let fight = attacker.zip(seen.piece_at(m.to));
        fight.map_or(0.0, |(attacker, target)| self.of(attacker, target))
    }
}
