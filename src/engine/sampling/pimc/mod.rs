//! `pimc`: the mean over sampled worlds of a principal variation search in each.
//!
//! All root moves are searched in the same worlds, so that moves differ by the move and not by the sample; attacks also in
//! worlds of their own.
//! After every depth, beginning with quiescence alone, the moves that are clearly worse than the best by
//! paired differences are dropped (*racing*); dropped moves come back if the leader falls below them. The best
//! of the moves searched deepest is chosen, even if the limit cut that depth short, unless a move searched one ply less
//! deep is clearly better.
//! Values are averaged as win probabilities, also with the means of short playouts in many more worlds.
//!
//! The way of a move through the code:
//!
//! 1. `play::SearchingPlayer` computes the seat's posterior and the public one, and calls `SamplingSearch`;
//! 2. [`run`] asks the endgame solver, plays the playouts and samples the worlds, which [`weighed_worlds`] weighs by move;
//! 3. [`RootRace`] searches every root move in every world by a [`WorldSearcher`];
//! 4. that is `gametree::search::selective_pvs` over a `LuckCorrected` world, whose `Tracked` features, corrected by the
//!    network, are updated move by move, with quiescence at the horizon and a table of each world;
//! 5. a leaf is the end of the game, or the evaluation without the luck of the searcher's own attacks on the path.
//!
//! Sources: Levy, "The million pound bridge program" (1989), for the idea; Ginsberg, "GIB", JAIR 14
//! (2001); Maron & Moore, "Hoeffding races", NIPS 6 (1993), for racing; `StrangeFish`, a program for
//! reconnaissance blind chess, for mixing the mean with the low values.

mod playouts;
mod root_move;
mod root_race;
mod solved_endgame;
mod weighed_worlds;
mod world_search;

use super::information_cost::information_cost;
use super::luck_correction::{LuckCorrected, LuckTables};
use super::options::PimcOptions;
use super::{SamplingInput, SamplingTask};
use crate::base::clock::Stopwatch;
use crate::engine::eval::{FeatureTables, Tracked, TrackedEvaluation};
use crate::engine::{SearchReport, SearchRequest};
use crate::game::rules::{Move, PieceId, Team, World};
use crate::gametree::position::Side;
use crate::gametree::score::Score;
use playouts::playout_means;
use rand::{rngs::ChaCha8Rng, seq::IndexedRandom};
use root_move::RootMove;
use root_race::RootRace;
use solved_endgame::{certain_world, solved_endgame};
use std::sync::Arc;
use weighed_worlds::{WeighedWorlds, weighed_worlds};
use world_search::{WorldSearch, WorldSearcher};

/// Runs perfect-information Monte Carlo for a request that was made when `watch` was started.
pub(super) fn run(
    task: &SamplingTask<'_>,
    (request, watch): (&SearchRequest<'_>, &Stopwatch<'_>),
    options: &PimcOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let only_world = certain_world(task.input, rng);
    let (solved, solver_nodes) = solved_endgame(task, only_world.as_ref());
    if let Some(report) = solved {
        return report;
    }
    let moves: Vec<Move> = task.input.observation.moves().collect();
    if moves.is_empty() {
        return SearchReport::default();
    }
    let seats = task.input.observation.rules().seats().len() as u32;
    let playout_share = options.playout_share * f64::from(seats) / 4.0;
    let (means, playout_nodes) = if playout_share > 0.0 {
        playout_means(task, (request, watch), (&moves, seats), rng)
    } else {
        (None, 0)
    };
    let WeighedWorlds { worlds, by_move } = weighed_worlds(task.input, options.worlds, &moves, rng);
    let count = worlds.len();
    let shared_by_all = &worlds[..options.worlds.min(count)];
    let luck = Arc::new(luck_tables(task.input, options, shared_by_all));
    let mut root_moves = vec![];
    for (place, (m, in_worlds)) in moves.into_iter().zip(by_move).enumerate() {
        let cost = information_cost(task.input, options, m);
        let playout_mean = means.as_ref().map(|means| means[place]);
        root_moves.push(RootMove::new(m, cost, playout_mean, in_worlds));
    }
    let tables = FeatureTables::new(task.input.evaluation, task.input.observation.net());
    let shared = (luck, Arc::new(tables));
    let search = |world| world_search(task, world, shared.clone(), count);
    let searches: Vec<_> = worlds.into_iter().map(search).collect();
    let mut race = RootRace::new(
        searches,
        root_moves,
        (*options, playout_share),
        task,
        solver_nodes + playout_nodes,
    );
    race.is_certain = only_world.is_some();
    race.run(task.depth);
    race.report(race.best().map(|best| drawn(&race, best, options.temperature, rng)))
}

/// The search of a world, evaluated by the weighted features, which the network corrects if there is one
/// that fits.
fn world_search<'a>(
    task: &SamplingTask<'a>,
    world: World,
    (luck, tables): (Arc<LuckTables>, Arc<FeatureTables>),
    count: usize,
) -> Box<dyn WorldSearch + 'a> {
    let input = task.input;
    let evaluation = TrackedEvaluation::with(input.evaluation);
    let with_network =
        |network| Tracked::by_features_and_network(world.clone(), tables.clone(), network).ok();
    if let Some(tracked) = input.network.clone().and_then(with_network) {
        let root = LuckCorrected::new(tracked, luck);
        return Box::new(WorldSearcher::new(task, (root, evaluation), count));
    }
    let root = LuckCorrected::new(Tracked::by_features(world, tables), luck);
    Box::new(WorldSearcher::new(task, (root, evaluation), count))
}

/// The tables of the luck correction: enemies' pieces by the seat's belief, those of its own team by the public one.
fn luck_tables(input: &SamplingInput<'_>, options: &PimcOptions, worlds: &[World]) -> LuckTables {
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
    let root_result = results.sum::<f64>() / worlds.len().max(1) as f64;
    let side = if own == Team::First { Side::Max } else { Side::Min };
    LuckTables::new(marginals, evaluation, root_result, options.corrects_luck.then_some(side))
}

/// One of the moves that are nearly as good as the best, drawn by a softmax of their results.
fn drawn<'a>(
    race: &'a RootRace<'_>,
    best: &'a RootMove,
    temperature: f64,
    rng: &mut ChaCha8Rng,
) -> &'a RootMove {
    if temperature <= 0.0 {
        return best;
    }
    let weight = |near: &RootMove| ((near.result - best.result) / temperature).exp();
    let near: Vec<&RootMove> =
        race.finalists(best.depth).filter(|near| weight(near) > 0.01).collect();
    near.choose_weighted(rng, |near| weight(near)).map_or(best, |near| near)
}
