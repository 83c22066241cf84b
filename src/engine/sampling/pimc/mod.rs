//! `pimc`: the mean over sampled worlds of a principal variation search in each.
//!
//! All root moves are searched in the same worlds, so that moves differ by the move and not by the sample.
//! After every depth, beginning with quiescence alone, the moves that are clearly worse than the best by
//! paired differences are dropped (*racing*); dropped moves come back if the leader falls below them. The best
//! of the moves searched deepest is chosen, even if the limit cut that depth short, unless a move searched one ply less
//! deep is clearly better.
//! Values are averaged as win probabilities; in four-player games also with the means of short playouts in many
//! more worlds.
//!
//! Sources: Levy, "The million pound bridge program" (1989), for the idea; Ginsberg, "GIB", JAIR 14
//! (2001); Maron & Moore, "Hoeffding races", NIPS 6 (1993), for racing; `StrangeFish`, a program for
//! reconnaissance blind chess, for mixing the mean with the low values.

mod exact;
mod playouts;
mod root_move;
mod root_race;
mod world_search;

use super::information_cost::information_cost;
use super::luck_correction::{LuckCorrected, SideKnowledge};
use super::options::PimcOptions;
use super::{SamplingInput, SamplingTask};
use crate::engine::SearchReport;
use crate::engine::eval::{FeatureTables, Tracked, TrackedEvaluation};
use crate::game::rules::{Mode, Move, PieceId, Team, World};
use crate::gametree::position::Side;
use crate::gametree::score::Score;
use rand::{RngExt, rngs::ChaCha8Rng};
use root_move::RootMove;
use root_race::RootRace;
use std::sync::Arc;
use world_search::{WorldSearch, WorldSearcher};

/// Runs perfect-information Monte Carlo.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: &PimcOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let used_nodes = match exact::exact(task, rng) {
        Ok(report) => return report,
        Err(nodes) => nodes,
    };
    let moves: Vec<Move> = task.input.observation.moves().collect();
    // In two-player games they gain nothing: there the searches see several own moves.
    let four = task.input.observation.rules().mode == Mode::FourPlayer;
    let (means, played_nodes) = if four && options.playout_share > 0.0 {
        playouts::playout_means(task, &moves, rng)
    } else {
        (None, 0)
    };
    let used_nodes = used_nodes + played_nodes;
    let worlds = task.input.worlds(options.worlds, rng);
    let knowledge = Arc::new(side_knowledge(task.input, options, &worlds));
    let root_move = |(place, m): (usize, Move)| {
        let cost = information_cost(task.input, options, m, &worlds);
        RootMove::new(m, cost, means.as_ref().map(|means| means[place]))
    };
    let moves = moves.into_iter().enumerate().map(root_move).collect();
    let count = worlds.len();
    let tables = FeatureTables::new(task.input.evaluation, task.input.observation.net());
    let shared = (knowledge, Arc::new(tables));
    let search = |world| world_search(task, world, shared.clone(), count);
    let searches: Vec<_> = worlds.into_iter().map(search).collect();
    let mut race = RootRace::new(searches, moves, *options, task, used_nodes);
    race.run(task.depth);
    let report = report(&race, options.temperature, rng);
    SearchReport { nodes: report.nodes + used_nodes, ..report }
}

/// The search of a world, evaluated by the weighted features, which the network corrects if there is one
/// that fits.
fn world_search<'a>(
    task: &SamplingTask<'a>,
    world: World,
    (knowledge, tables): (Arc<SideKnowledge>, Arc<FeatureTables>),
    count: usize,
) -> Box<dyn WorldSearch + 'a> {
    let input = task.input;
    let evaluation = TrackedEvaluation::with(input.evaluation);
    let corrected =
        |network| Tracked::by_corrected_features(world.clone(), tables.clone(), network).ok();
    if let Some(tracked) = input.network.clone().and_then(corrected) {
        let root = LuckCorrected::new(tracked, knowledge);
        return Box::new(WorldSearcher::new(task, (root, evaluation), count));
    }
    let root = LuckCorrected::new(Tracked::by_features(world, tables), knowledge);
    Box::new(WorldSearcher::new(task, (root, evaluation), count))
}

/// What each side knows about the other's pieces, for the correction of fights.
fn side_knowledge(
    input: &SamplingInput<'_>,
    options: &PimcOptions,
    worlds: &[World],
) -> SideKnowledge {
    let (observation, rules) = (&input.observation, input.observation.rules());
    let own = rules.team(observation.seat());
    let marginals = |piece: PieceId| match (rules.team(piece.seat()) == own, input.public) {
        (true, Some(public)) => public.marginal(piece),
        (true, None) => [0.0; 12],
        (false, _) => input.posterior.marginal(piece),
    };
    let evaluation = input.evaluation;
    let results = worlds
        .iter()
        .map(|world| evaluation.expected_result(Score(evaluation.first_team_value(world))));
    let even = results.sum::<f64>() / worlds.len().max(1) as f64;
    let side = if own == Team::First { Side::Max } else { Side::Min };
    SideKnowledge::new(marginals, evaluation, even, options.fair.then_some(side))
}

/// The report of a race, with the move drawn at a temperature.
fn report(race: &RootRace<'_>, temperature: f64, rng: &mut ChaCha8Rng) -> SearchReport {
    let Some(best) = race.best() else { return SearchReport::default() };
    let (chosen, probabilities) = mixed(race, best, temperature, rng);
    SearchReport {
        best: Some(chosen.m),
        value: Some(race.value_of(chosen)),
        principal_variation: chosen.line.clone(),
        probabilities,
        ..race.report()
    }
}

/// Draws one of the moves that are nearly as good as the best, by a softmax of their values; returns it and
/// the probabilities.
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
        .map(|near| (near, ((near.score - best.score) / temperature).exp()))
        .filter(|(_, weight)| *weight > 0.01)
        .collect();
    let total: f64 = near.iter().map(|(_, weight)| weight).sum();
    let mut place = rng.random::<f64>() * total;
    let chosen = near.iter().find(|(_, weight)| {
        place -= weight;
        place < 0.0
    });
    let probabilities = near.iter().map(|(near, weight)| (near.m, weight / total)).collect();
    (chosen.map_or(best, |(chosen, _)| chosen), probabilities)
}
