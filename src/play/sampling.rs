//! The seats that sample worlds: what they are asked, and what an onlooker knows of them.

use super::thinker::{Thinker, USED, effort};
use super::{MoveBudget, SearchReport};
use crate::base::clock::Stopwatch;
use crate::engine::data;
use crate::engine::eval::Evaluation;
use crate::engine::sampling::{SamplerKind, SamplingReport, SamplingRequest};
use crate::game::belief::{Belief, Observation, Posterior, SeenPiece, View};
use crate::game::rules::Event;
use crate::gametree::search::Limit;
use rand::Rng;
use std::time::Duration;

/// Nodes for a move in all worlds together if neither nodes nor time are given.
const NODES: u64 = 40_000;
/// An onlooker's belief is counted anew if neither the seat's own took more than this part of the time
/// for a move, nor the onlooker's the last time.
const WORTH: f64 = 0.1;

/// Somebody who sees no cards: what a seat's enemies believe of it, but for what they learn from
/// their own pieces (*our reading*: each of them knows a little more).
pub(super) struct Onlooker {
    belief: Belief,
    last: Option<Posterior>,
    /// What the last count took.
    took: Duration,
}

impl Onlooker {
    /// With the belief at a [`closed`] view.
    pub(super) fn new(belief: Belief) -> Self {
        Self { belief, last: None, took: Duration::ZERO }
    }

    pub(super) fn learn(&mut self, event: &Event) {
        self.belief.learn(event);
    }

    /// What it believes; if there is little time, what it believed when there was more.
    fn posterior(
        &mut self,
        seed: u64,
        budget: &MoveBudget<'_>,
        own: Duration,
    ) -> Option<&Posterior> {
        let late = |time: Duration| self.took.max(own) > time.mul_f64(WORTH);
        if budget.time.is_some_and(late) {
            // Another try once events have made it cheaper, or the worst is forgotten.
            self.took = self.took.mul_f64(0.9);
        } else {
            let watch = Stopwatch::start(budget.clock);
            self.last = Some(self.belief.posterior_with(seed, effort(budget)));
            self.took = watch.used();
        }
        self.last.as_ref()
    }
}

impl Thinker {
    /// Asks a sampler for as long as the budget allows.
    pub(super) fn sample(
        &mut self,
        sampler: &'static SamplerKind,
        budget: &MoveBudget<'_>,
        (observation, posterior, evaluation): (&Observation<'_>, &Posterior, &Evaluation),
        watch: Stopwatch<'_>,
    ) -> SearchReport {
        let asked = self.params.asked(self.known);
        let seed = self.rng.next_u64();
        let onlooker = self.onlooker.as_mut();
        let public = onlooker.and_then(|onlooker| onlooker.posterior(seed, budget, watch.used()));
        let time = budget.time.map(|time| time.mul_f64(USED).saturating_sub(watch.used()));
        let start = Stopwatch::start(budget.clock);
        let over = || budget.stopped() || time.is_some_and(|time| start.used() >= time);
        let network = asked.word("eval") == "network";
        let heard = |opinion: &SamplingReport| {
            if let Some(heard) = budget.heard {
                heard(&report(opinion.clone()));
            }
        };
        let question = SamplingRequest {
            observation: *observation,
            posterior,
            public,
            evaluation,
            network: network.then(|| data::network(observation.rules().mode)),
            limit: Limit {
                nodes: budget.nodes.or(time.is_none().then_some(NODES)),
                over: Some(&over),
            },
            depth: budget.depth_within(asked.amount("depth") as u32),
            quiet: asked.amount("quiet") as u32,
            table: (asked.amount("table") << 20) as usize,
            heard: budget.heard.map(|_| &heard as _),
            threads: self.pool.as_ref(),
        };
        let opinion = sampler.think(&self.params, self.known, &question, &mut self.rng);
        report(opinion)
    }
}

fn report(opinion: SamplingReport) -> SearchReport {
    let SamplingReport { best, value, line, depth, nodes, worlds, probabilities, candidates } =
        opinion;
    let line = if best.is_some() && best != line.first().copied() {
        best.into_iter().collect()
    } else {
        line
    };
    SearchReport {
        score: value,
        principal_variation: line,
        depth,
        nodes,
        worlds,
        probabilities,
        candidates,
    }
}

/// A view as somebody has it who sees no cards.
pub(super) fn closed(view: View) -> View {
    let hide = |(seat, _, station)| (seat, SeenPiece::Hidden, station);
    View {
        observer: None,
        pieces: view.pieces.into_iter().map(hide).collect(),
        pools: Default::default(),
        ..view
    }
}
