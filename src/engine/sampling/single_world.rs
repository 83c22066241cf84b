//! `single`: alpha-beta in one world, as if it were the truth.
//!
//! The world is the likeliest of some that are sampled, or the first. Deepened principal variation
//! search with table, order and quiescence then sees all cards.
//!
//! Source: Demon of Ignorance (`braathwaate/stratego`), a program for Stratego that guesses the pieces
//! and searches the guess by deepened alpha-beta with table, killers and quiescence. That a world is
//! as likely as the product of its marginals is *our reading*.
//! Laws tested: with open cards the value of PVS; legal, and a function of the seed.

use super::playout::FightGains;
use super::{SamplingReport, SamplingRequest};
use crate::base::options::OptionReader;
use crate::engine::eval::Evaluation;
use crate::game::rules::{ARMY, Kind, Move, PieceId, World};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, FailLow, Meter, Plies, Quiet, Tactical, Transposition, iterative, pvs,
};
use rand::rngs::ChaCha8Rng;

/// How it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct SingleSettings {
    /// Worlds of which the likeliest is searched; 1 is any.
    pub(super) samples: usize,
}

impl SingleSettings {
    /// As they were asked for.
    pub(super) fn asked(asked: &OptionReader<'_>) -> Self {
        let any = asked.word("world") == "sampled";
        Self { samples: if any { 1 } else { asked.amount("samples") as usize } }
    }
}

type Carried<'a> = Context<
    Evaluation,
    Quiet<Plies>,
    Tactical<Move>,
    Transposition<Move, Score>,
    Meter<'a, Move, Score>,
>;

/// Runs it.
pub(super) fn run(
    question: &SamplingRequest<'_>,
    settings: SingleSettings,
    rng: &mut ChaCha8Rng,
) -> SamplingReport {
    if question.limit.reached(0) {
        return SamplingReport::default();
    }
    let Some(mut world) = likeliest(question, settings.samples, rng) else {
        return SamplingReport::default();
    };
    let mut cx: Carried<'_> =
        Context::new(question.evaluation.clone(), Quiet { ends: Plies(1), plies: question.quiet })
            .with_order(Tactical::default())
            .with_memory(Transposition::with_bytes(question.table).or_deeper())
            .with_observer(Meter::new(question.limit));
    let mut depth = 0;
    let search =
        |cx: &mut Carried<'_>, world: &mut World, _| pvs(cx, world, Window::FULL, FailLow::Soft);
    let answer = iterative(&mut cx, &mut world, question.depth, search, |plies, _| depth = plies);
    let first = answer.line.first().copied();
    let legal = first.filter(|first| question.observation.moves().any(|m| m == *first));
    // What the rules forbid for a reason that lies in the truth: the move that promises most.
    let promising = || FightGains::new(question).ordered(question).first().copied();
    SamplingReport {
        candidates: vec![],
        best: legal.or_else(|| first.and_then(|_| promising())),
        value: answer.value,
        line: answer.line,
        nodes: cx.observer.visits.nodes,
        worlds: 1,
        depth,
        probabilities: Vec::new(),
    }
}

/// Of some worlds, the one whose kinds are likeliest; of equals the first.
fn likeliest(
    question: &SamplingRequest<'_>,
    samples: usize,
    rng: &mut ChaCha8Rng,
) -> Option<World> {
    let mut best: Option<(f64, [Kind; 4 * ARMY])> = None;
    for _ in 0..samples {
        let kinds = question.posterior.sample(rng)?;
        let likelihood = likelihood(question, &kinds);
        if best.is_none_or(|(most, _)| likelihood > most) {
            best = Some((likelihood, kinds));
        }
    }
    best.map(|(_, kinds)| question.observation.world_with(&kinds))
}

/// The logarithm of the product of marginals; places that no piece has do not count.
fn likelihood(question: &SamplingRequest<'_>, kinds: &[Kind; 4 * ARMY]) -> f64 {
    let pieces = (0..4 * ARMY).map(PieceId::from_index).zip(kinds);
    let chances = pieces.map(|(piece, kind)| question.posterior.marginal(piece)[kind.index()]);
    chances.filter(|p| *p > 0.0).map(f64::ln).sum()
}
