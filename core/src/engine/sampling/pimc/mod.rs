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
//! A move passes through the code as follows:
//!
//! 1. `play::SearchingPlayer` computes the seat's posterior and the public one, and calls `SamplingSearch`;
//! 2. [`run`] asks the endgame solver, plays the playouts ([`playout_means`]) and samples the worlds, which
//!    [`weighed_worlds`] weighs by move;
//! 3. [`RootRace`] searches every root move in every world by a `WorldSearch`;
//! 4. that is `gametree::search::selective_pvs` over a `LuckCorrected` world, whose `Tracked` features, corrected by the
//!    network, are updated move by move, with quiescence at the horizon and a table of each world;
//! 5. a leaf is the end of the game, or the evaluation without the luck of the searcher's own attacks on the path.
//!
//! Sources: Levy, "The million pound bridge program" (1989), for the idea; Ginsberg, "GIB", JAIR 14
//! (2001); Maron & Moore, "Hoeffding races", NIPS 6 (1993), for racing.

mod root_race;
mod weighed_worlds;
mod world_search;

use super::flat::{PlayoutMeans, playout_means};
use super::information_cost::information_cost;
use super::input::{SamplingInput, SamplingTask};
use super::luck_correction::LuckTables;
use crate::base::options::{OptionType, option_group};
use crate::engine::SearchReport;
use crate::engine::endgame::{EndgameResult, is_small, solve};
use crate::engine::eval::{FeatureTables, WIN};
use crate::game::rules::{Move, PieceId, Team, World};
use crate::gametree::position::Side;
use crate::gametree::score::Score;
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;
use root_race::{RootMove, RootRace};
use std::sync::Arc;
use weighed_worlds::{WeighedWorlds, certain_world, weighed_worlds};
use world_search::world_search;

option_group! {
    /// Options of `pimc`.
    pub(super) struct PimcOptions {
        "worlds" => worlds: usize = "8", OptionType::Within(1, 4096),
            "number of sampled worlds";
        "racing" => racing: f64 = "3", OptionType::Real,
            "a move is dropped if it is worse than the best by more than this many standard errors of \
             the paired difference";
        "keep" => keep: f64 = "0.3", OptionType::Part,
            "largest fraction of a depth's moves that the next depth searches, but at least three";
        "span" => span: i64 = "100", OptionType::Amount(0),
            "half the width of the search window around the best move's value, in centi-pieces \
             (0 = full window)";
        "fair" => corrects_luck: bool = "true", OptionType::Flag,
            "subtract the luck of the searching side's attacks on hidden pieces from the evaluation (luck correction)";
        "secrecy" => secrecy: f64 = "0.025", OptionType::Part,
            "penalty per bit of information a move reveals about its piece, and gain per bit that an attack tells \
             about its target, as fractions of the piece's value";
        "playouts" => playout_share: f64 = "0.75", OptionType::Part,
            "weight of the mean of short playouts in a move's value in four-player games, half of it in two-player games; \
             the searches have the rest (0 = no playouts)";
    }
}

/// Runs perfect-information Monte Carlo.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: &PimcOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let input = task.input;
    let mut used_nodes = 0;
    let only_world = certain_world(input, rng);
    if let Some(world) = only_world.as_ref().filter(|world| is_small(world)) {
        let solved = solve_endgame(task, world);
        if solved.value.is_some() {
            return solved;
        }
        used_nodes += solved.nodes;
    }
    let moves: Vec<Move> = input.observation.moves().collect();
    if moves.is_empty() {
        return SearchReport::default();
    }
    let seats = input.observation.rules().seats().len();
    let playout_share = options.playout_share * seats as f64 / 4.0;
    let mut playouts = PlayoutMeans { by_move: None, nodes: 0 };
    if playout_share > 0.0 {
        playouts = playout_means(task, &moves, rng);
    }
    used_nodes += playouts.nodes;
    let WeighedWorlds { worlds, by_move } = weighed_worlds(input, options.worlds, &moves, rng);
    let count = worlds.len();
    let luck =
        Arc::new(luck_tables(input, &worlds[..options.worlds.min(count)], options.corrects_luck));
    let features = Arc::new(FeatureTables::new(input.evaluation, input.observation.net()));
    let searches = worlds
        .into_iter()
        .map(|world| world_search(task, world, &luck, &features, count))
        .collect();
    let mut root_moves = vec![];
    for (i, (m, worlds)) in moves.into_iter().zip(by_move).enumerate() {
        let cost = information_cost(input, options.secrecy, m);
        let playout_mean = playouts.by_move.as_ref().map(|means| means[i]);
        root_moves.push(RootMove::new(m, cost, playout_mean, worlds));
    }
    let mut race = RootRace {
        searches,
        moves: root_moves,
        racing: options.racing,
        keep: options.keep,
        span: options.span,
        shared_worlds: options.worlds,
        playout_share,
        evaluation: input.evaluation,
        threads: input.threads,
        node_limit: task.limit.nodes.unwrap_or(u64::MAX),
        used_nodes,
        on_progress: task.on_progress,
        is_certain: only_world.is_some(),
    };
    race.run(task.depth);
    race.report()
}

/// The solver may use one node in this many of the node limit.
const NODE_DIVISOR: u64 = 4;
/// Largest node limit of the solver: about a second.
const MAX_SOLVER_NODES: u64 = 1_000_000;
/// Node limit of the solver if the request has none: some milliseconds.
const SOLVER_NODES: u64 = 20_000;

/// The proven best move in a world, and the number of nodes used; without a value if the solver did not finish.
fn solve_endgame(task: &SamplingTask<'_>, world: &World) -> SearchReport {
    let nodes =
        task.limit.nodes.map_or(SOLVER_NODES, |nodes| MAX_SOLVER_NODES.min(nodes / NODE_DIVISOR));
    let solution = solve(world, Limit { nodes: Some(nodes.max(1)), ..task.limit });
    let value = match solution.verdict {
        EndgameResult::Win { plies } => Some(Score(WIN - i64::from(plies))),
        EndgameResult::Loss { plies } => Some(Score(i64::from(plies) - WIN)),
        EndgameResult::Draw => Some(Score(0)),
        EndgameResult::Unknown => None,
    };
    SearchReport {
        best: solution.best,
        value,
        depth: solution.line.len() as u32,
        principal_variation: solution.line,
        nodes: solution.nodes,
        worlds: 1,
        ..SearchReport::default()
    }
}

/// The tables of the luck correction: enemies' pieces by the seat's belief, those of its own team by the public one.
fn luck_tables(input: &SamplingInput<'_>, worlds: &[World], corrects_luck: bool) -> LuckTables {
    let rules = input.observation.rules();
    let own = rules.team(input.observation.seat());
    let evaluation = input.evaluation;
    let marginals = |piece: PieceId| {
        if rules.team(piece.seat()) != own {
            return input.posterior.marginal(piece);
        }
        input.public.map_or([0.0; 12], |public| public.marginal(piece))
    };
    let results = worlds
        .iter()
        .map(|world| evaluation.expected_result(Score(evaluation.first_team_value(world))));
    let root_result = results.sum::<f64>() / worlds.len().max(1) as f64;
    let side = if own == Team::First { Side::Max } else { Side::Min };
    LuckTables::new(marginals, evaluation, root_result, corrects_luck.then_some(side))
}
