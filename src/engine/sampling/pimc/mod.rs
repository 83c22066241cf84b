//! `pimc`: the mean over sampled worlds of a principal variation search in each.
//!
//! Every root move is searched in the same worlds, so that what differs is the move and not the
//! draw. Depth by depth, first with quiescence alone, the moves that are clearly worse than the
//! best by paired differences drop out (*racing*), and the last depth that was finished for the
//! leading moves decides. Values are averaged as probabilities of winning.
//!
//! Sources: Levy, "The million pound bridge program" (1989), for the idea; Ginsberg, "GIB", JAIR 14
//! (2001); Maron & Moore, "Hoeffding races", NIPS 6 (1993), for racing; `StrangeFish`, a program
//! for reconnaissance blind chess, mixes means with low values of worlds.

mod exact;
mod root_race;
mod world_search;

use super::luck_correction::{LuckCorrected, SideKnowledge};
use super::telling::{told, worth};
use super::{SamplingReport, SamplingRequest};
use crate::engine::eval::{NetworkEvaluation, TrackedWorld};
use crate::game::rules::{Move, PieceId, World};
use crate::gametree::score::Score;
use crate::gametree::search::Selection;
use rand::{RngExt, rngs::ChaCha8Rng};
use root_race::{RootMove, RootRace};
use std::sync::Arc;
use world_search::{WorldSearch, WorldSearcher};

/// How it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct PimcSettings {
    /// Worlds.
    pub(super) worlds: usize,
    /// Part of the value of a move that is that of its worst quarter of worlds.
    pub(super) caution: f64,
    /// Standard errors of the paired difference by which a move has to be worse to drop out.
    pub(super) racing: f64,
    /// Part of the moves that go on to the next depth at most.
    pub(super) keep: f64,
    /// Centi-pieces around the value of the best move within which others are told apart.
    pub(super) span: i64,
    /// Whether luck is taken off.
    pub(super) fair: bool,
    /// What is searched less deep or not at all.
    pub(super) selection: Selection<Score>,
    /// What a bit costs that a move tells of its piece, as a part of the piece's worth.
    pub(super) secrecy: f64,
    /// Temperature of mixing among nearly equal moves, in 2 p - 1; 0 is none.
    pub(super) mix: f64,
}

/// Runs it.
pub(super) fn run(
    question: &SamplingRequest<'_>,
    settings: &PimcSettings,
    rng: &mut ChaCha8Rng,
) -> SamplingReport {
    let before = match exact::exact(question, rng) {
        Ok(opinion) => return opinion,
        Err(nodes) => nodes,
    };
    let worlds = question.worlds(settings.worlds, rng);
    let knowledge = Arc::new(knowledge(question, settings, &worlds));
    let toll = |m: Move| (m, toll(question, settings, m, &worlds));
    let moves: Vec<(Move, i64)> = question.observation.moves().map(toll).collect();
    let count = worlds.len();
    let lanes =
        worlds.into_iter().map(|world| lane(question, settings, (world, knowledge.clone()), count));
    let lanes: Vec<_> = lanes.collect();
    let mut race = RootRace::new(lanes, moves, *settings, question, before);
    race.run(question.depth);
    let opinion = opinion(&race, settings, rng);
    SamplingReport { nodes: opinion.nodes + before, ..opinion }
}

/// A world with the evaluation that suits it: the network, or else the weighted features.
fn lane<'a>(
    question: &SamplingRequest<'a>,
    settings: &PimcSettings,
    (world, knowledge): (World, Arc<SideKnowledge>),
    count: usize,
) -> Box<dyn WorldSearch + 'a> {
    let tracked =
        question.network.clone().and_then(|network| TrackedWorld::new(world.clone(), network).ok());
    if let Some(tracked) = tracked {
        let root = LuckCorrected::new(tracked, knowledge);
        let evaluation = NetworkEvaluation::with(question.evaluation);
        return Box::new(WorldSearcher::new(
            question,
            (root, evaluation),
            count,
            settings.selection,
        ));
    }
    let (root, evaluation) = (LuckCorrected::new(world, knowledge), question.evaluation.clone());
    Box::new(WorldSearcher::new(question, (root, evaluation), count, settings.selection))
}

/// What a move costs by what it tells, in centi-pieces.
fn toll(question: &SamplingRequest<'_>, settings: &PimcSettings, m: Move, worlds: &[World]) -> i64 {
    if settings.secrecy == 0.0 {
        return 0;
    }
    let observation = &question.observation;
    let (own, rules) = (observation.seat(), observation.rules());
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(own));
    let kind = observation.piece_at(m.from).and_then(|piece| observation.kind(piece));
    let (Some(enemy), Some(kind)) = (enemy, kind) else { return 0 };
    let worth = worth(&question.evaluation.gains()[enemy.index()], kind);
    (settings.secrecy * worth * told(question, m, worlds)).round() as i64
}

/// What is known on either side: with no luck to take off, all is known.
fn knowledge(
    question: &SamplingRequest<'_>,
    settings: &PimcSettings,
    worlds: &[World],
) -> SideKnowledge {
    let (observation, rules) = (&question.observation, question.observation.rules());
    let own = rules.team(observation.seat());
    let marginals = |piece: PieceId| match (rules.team(piece.seat()) == own, question.public) {
        (true, Some(public)) => public.marginal(piece),
        (true, None) => [0.0; 12],
        (false, _) => question.posterior.marginal(piece),
    };
    let evaluation = question.evaluation;
    let odds = worlds.iter().map(|world| evaluation.odds(Score(evaluation.worth(world))));
    let even = odds.sum::<f64>() / worlds.len().max(1) as f64;
    SideKnowledge::new(marginals, evaluation, even, settings.fair)
}

fn opinion(race: &RootRace<'_>, settings: &PimcSettings, rng: &mut ChaCha8Rng) -> SamplingReport {
    let Some(best) = race.best() else { return SamplingReport::default() };
    let (chosen, probabilities) = mixed(race, best, settings.mix, rng);
    SamplingReport {
        best: Some(chosen.m),
        value: Some(race.value_of(chosen)),
        line: chosen.line.clone(),
        probabilities,
        ..race.opinion()
    }
}

/// One of the moves that are nearly as good as the best, the better the likelier.
fn mixed<'a>(
    race: &'a RootRace<'_>,
    best: &'a RootMove,
    temperature: f64,
    rng: &mut ChaCha8Rng,
) -> (&'a RootMove, Vec<(Move, f64)>) {
    if temperature <= 0.0 {
        return (best, vec![(best.m, 1.0)]);
    }
    let near: Vec<(&RootMove, f64)> = race
        .finalists(best.depth)
        .map(|runner| (runner, ((runner.score - best.score) / temperature).exp()))
        .filter(|(_, weight)| *weight > 0.01)
        .collect();
    let total: f64 = near.iter().map(|(_, weight)| weight).sum();
    let mut place = rng.random::<f64>() * total;
    let chosen = near.iter().find(|(_, weight)| {
        place -= weight;
        place < 0.0
    });
    let probabilities = near.iter().map(|(runner, weight)| (runner.m, weight / total)).collect();
    (chosen.map_or(best, |(runner, _)| runner), probabilities)
}
