//! `pimc`: the mean over sampled worlds of a principal variation search in each.
//!
//! Every root move is searched in the same worlds, so that what differs is the move and not the
//! draw. Depth by depth, first with quiescence alone, the moves that are clearly worse than the
//! best by paired differences drop out (*racing*), and the last depth that was finished for the
//! leading moves decides. Values are averaged as probabilities of winning.
//!
//! Sources: Levy, "The million pound bridge program" (1989), for the idea; Ginsberg, "GIB", JAIR 14
//! (2001); Maron & Moore, "Hoeffding races", NIPS 6 (1993), for racing; Buro et al.'s `StrangeFish`
//! mixes means with low values of worlds.

mod lane;
mod race;

use super::fair::{Fair, Knowledge};
use super::{Opinion, Question};
use crate::rules::{Move, PieceId};
use lane::Lane;
use race::{Race, Runner};
use rand::{RngExt, rngs::ChaCha8Rng};
use std::sync::Arc;

/// How it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
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
    /// Temperature of mixing among nearly equal moves, as a probability of winning; 0 is none.
    pub(super) mix: f64,
}

/// Runs it.
pub(super) fn run(question: &Question<'_>, settings: &Settings, rng: &mut ChaCha8Rng) -> Opinion {
    let knowledge = Arc::new(knowledge(question, settings));
    let worlds = question.worlds(settings.worlds, rng);
    let count = worlds.len();
    let lane = |(i, world)| Lane::new(question, Fair::new(world, knowledge.clone()), (i, count));
    let lanes: Vec<Lane<'_>> = worlds.into_iter().enumerate().map(lane).collect();
    let moves: Vec<Move> = question.observation.moves().collect();
    let mut race =
        Race::new(lanes, moves, *settings, question.evaluation.clone(), question.threads);
    race.run(question.depth);
    opinion(&race, settings, rng)
}

/// What is known on either side: with no luck to take off, all is known.
fn knowledge(question: &Question<'_>, settings: &Settings) -> Knowledge {
    let (observation, rules) = (&question.observation, question.observation.rules());
    let own = rules.team(observation.seat());
    let marginals = |piece: PieceId| match (rules.team(piece.seat()) == own, question.public) {
        (true, Some(public)) => public.marginal(piece),
        (true, None) => [0.0; 12],
        (false, _) => question.posterior.marginal(piece),
    };
    Knowledge::new(marginals, question.evaluation.gains(), settings.fair)
}

fn opinion(race: &Race<'_>, settings: &Settings, rng: &mut ChaCha8Rng) -> Opinion {
    let Some(best) = race.best() else { return Opinion::default() };
    let (best, probabilities) = mixed(race, best, settings.mix, rng);
    Opinion {
        best: Some(best.m),
        value: Some(race.value_of(best)),
        line: race.line(best),
        nodes: race.nodes(),
        worlds: race.worlds() as u32,
        depth: best.depth,
        probabilities,
    }
}

/// One of the moves that are nearly as good as the best, the better the likelier.
fn mixed<'a>(
    race: &'a Race<'_>,
    best: &'a Runner,
    temperature: f64,
    rng: &mut ChaCha8Rng,
) -> (&'a Runner, Vec<(Move, f64)>) {
    if temperature <= 0.0 {
        return (best, vec![(best.m, 1.0)]);
    }
    let near: Vec<(&Runner, f64)> = race
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
