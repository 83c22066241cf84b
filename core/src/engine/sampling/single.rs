//! `single`: alpha-beta in one sampled world, as if it were the true one.
//!
//! The world is the likeliest of some samples. It is searched by principal variation search with iterative
//! deepening, transposition table, move ordering and quiescence, with all pieces visible.
//!
//! Source: Demon of Ignorance (`braathwaate/stratego`), a program for Stratego that guesses the pieces
//! and searches the guess by deepened alpha-beta with table, killers and quiescence. That a world is
//! as likely as the product of its marginals is *our reading*.
//! Laws tested: if all pieces are visible, the value is that of PVS; moves are legal and a function of
//! the seed.

use super::input::{FightGains, SamplingInput, SamplingTask};
use crate::base::options::{OptionType, option_group};
use crate::engine::SearchReport;
use crate::engine::eval::Evaluation;
use crate::game::rules::{Kind, Move, PIECES, World};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, FailLow, Meter, Plies, Quiet, Tactical, Transposition, iterative, pvs,
};
use rand::rngs::ChaCha8Rng;

type WorldContext<'a> = Context<
    Evaluation,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

option_group! {
    /// Options of `single`.
    pub(super) struct SingleOptions {
        "samples" => samples: usize = "64", OptionType::Within(1, 4096),
            "number of sampled worlds; the likeliest of them is searched";
    }
}

/// Samples a world and searches it.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: SingleOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let SamplingInput { observation, evaluation, settings, .. } = task.input;
    if task.limit.reached(0) {
        return SearchReport::default();
    }
    let Some(mut world) = likeliest(task.input, options.samples, rng) else {
        return SearchReport::default();
    };
    let mut cx: WorldContext<'_> =
        Context::new((*evaluation).clone(), Quiet::new(Plies(1), settings.quiescence))
            .with_order(Tactical::default())
            .with_memory(Transposition::with_bytes(settings.table).or_deeper())
            .with_observer(Meter::new(task.limit));
    let mut depth = 0;
    let answer = iterative(
        &mut cx,
        &mut world,
        task.depth,
        |cx, world, _| pvs(cx, world, Window::FULL, FailLow::Soft),
        |plies, _| depth = plies,
    );
    let mut line = answer.line;
    let mut best = line.first().copied();
    // With `bomb_vs_flag=illegal` a move may be legal in the world, but not in the true one.
    if best.is_some_and(|best| observation.moves().all(|legal| legal != best)) {
        best = FightGains::new(task.input).ordered(task.input).first().copied();
        line = best.into_iter().collect();
    }
    SearchReport {
        best,
        value: answer.value,
        principal_variation: line,
        nodes: cx.observer.visits.nodes,
        worlds: 1,
        depth,
        ..SearchReport::default()
    }
}

/// The first of the likeliest among some sampled worlds.
fn likeliest(input: &SamplingInput<'_>, samples: usize, rng: &mut ChaCha8Rng) -> Option<World> {
    let mut best: Option<(f64, [Kind; PIECES])> = None;
    for _ in 0..samples {
        let kinds = input.posterior.sample(rng)?;
        let likelihood = likelihood(input, &kinds);
        if best.is_none_or(|(most, _)| likelihood > most) {
            best = Some((likelihood, kinds));
        }
    }
    best.map(|(_, kinds)| input.observation.world_with(&kinds))
}

/// Log-likelihood of the kinds under independent marginals; pieces that are not on the board are left out.
fn likelihood(input: &SamplingInput<'_>, kinds: &[Kind; PIECES]) -> f64 {
    let pieces = input.observation.pieces();
    let chances =
        pieces.map(|(piece, _)| input.posterior.marginal(piece)[kinds[piece.index()].index()]);
    // The estimated marginal of a sampled kind may be 0.
    chances.filter(|p| *p > 0.0).map(f64::ln).sum()
}
