//! `ismcts`: single-observer information-set Monte-Carlo tree search.
//!
//! Every iteration takes a world and descends one tree that is shared by all: a node is what everybody
//! saw, moves and how fights ended, and what of its moves can be made is what the world allows. So a
//! move of the searcher's is judged over all worlds in which it looks the same, without the fusion of
//! strategies; but so are moves of the others, as if they knew no more than the searcher does.
//!
//! Source: Cowling, Powley & Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4
//! (2012); first-play urgency: Gelly & Wang, "Exploration exploitation in Go", NIPS workshop (2006);
//! progressive bias: Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New
//! Mathematics and Natural Computation 4 (2008). In the paper → here: c → `c`, n → `visits`, n' →
//! `available`. That the bias is what a fight promises at the root's knowledge is *our reading*.
//! Laws tested: visits sum up; legal, and a function of the seed; finds a flag that can be taken.
//! Memory: a node and an edge an iteration, at most the bytes of the table.

mod tree;

use super::playout::{FightGains, NodesSpent, Playout, WorldPool};
use super::{SamplingReport, SamplingRequest};
use crate::base::options::OptionReader;
use crate::base::random::{SplitMix, split_mix};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Node, Side};
use rand::{Rng, rngs::ChaCha8Rng};
use tree::{InformationSetTree, TreeStep, Urgency};

/// How it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct IsmctsSettings {
    /// Worlds before they come round again; 0 draws every one anew.
    pub(super) worlds: usize,
    /// The weight of exploration, for values from -1 to 1.
    pub(super) c: f64,
    /// The weight of what fights promise.
    pub(super) bias: f64,
    /// Plies of a playout below the tree.
    pub(super) plies: u32,
    /// How likely a move of a playout is any.
    pub(super) epsilon: f64,
}

impl IsmctsSettings {
    /// As they were asked for.
    pub(super) fn asked(asked: &OptionReader<'_>) -> Self {
        Self {
            worlds: asked.amount("worlds") as usize,
            c: asked.real("c"),
            bias: asked.real("bias"),
            plies: asked.amount("plies") as u32,
            epsilon: asked.real("epsilon"),
        }
    }
}

struct IsmctsSearch<'q, 'a> {
    question: &'q SamplingRequest<'a>,
    settings: IsmctsSettings,
    promises: FightGains,
    tree: InformationSetTree,
    spent: NodesSpent<'a>,
    pool: WorldPool,
    playout: Playout,
    noise: SplitMix,
    /// By move, what breaks ties.
    ties: u64,
}

/// Runs it.
pub(super) fn run(
    question: &SamplingRequest<'_>,
    settings: &IsmctsSettings,
    rng: &mut ChaCha8Rng,
) -> SamplingReport {
    if question.observation.count_moves() == 0 {
        return SamplingReport::default();
    }
    let mut search = IsmctsSearch::new(question, settings, rng);
    let mut number = 0;
    while search.iterate(number, rng) {
        number += 1;
    }
    search.opinion()
}

/// As the first team sees it, for a side; and back.
fn sign(side: Side) -> f64 {
    if side == Side::Max { 1.0 } else { -1.0 }
}

impl<'q, 'a> IsmctsSearch<'q, 'a> {
    fn new(
        question: &'q SamplingRequest<'a>,
        settings: &IsmctsSettings,
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let evaluation = question.evaluation.clone();
        Self {
            question,
            settings: *settings,
            promises: FightGains::new(question),
            tree: InformationSetTree::new(question.table),
            spent: NodesSpent::new(question.limit),
            pool: WorldPool::new(settings.worlds),
            playout: Playout::new(evaluation, settings.plies, settings.epsilon),
            noise: SplitMix(rng.next_u64()),
            ties: rng.next_u64(),
        }
    }

    /// Follows the tree in the world of a number, adds a node and backs its value up; false when the
    /// time is over.
    fn iterate(&mut self, number: usize, rng: &mut ChaCha8Rng) -> bool {
        if !self.spent.step() {
            return false;
        }
        let Some(mut world) = self.pool.world(number, self.question, rng) else { return false };
        let (mut path, mut goes_on) = (Vec::new(), true);
        let mut leaf = None;
        while world.outcome().is_none() && path.len() < self.question.depth as usize {
            if !path.is_empty() && !self.spent.step() {
                goes_on = false;
                break;
            }
            let node = leaf.unwrap_or(InformationSetTree::ROOT);
            let Some(step) = self.select(node, &world) else { break };
            let event = world.play(step.m).expect("the world offered the move");
            path.push((node, step.edge));
            let known = self.tree.child(step, &event);
            leaf = known.or_else(|| self.tree.add(step, event));
            if known.is_none() {
                break;
            }
        }
        goes_on &= self.playout.run(&mut world, &mut self.spent, &mut self.noise);
        self.tree.back_up(&path, leaf, self.playout.worth(&world));
        goes_on
    }

    /// The most urgent move of a node among those a world allows.
    fn select(&mut self, node: usize, world: &World) -> Option<TreeStep> {
        let Self { promises, playout, settings, ties, .. } = self;
        let bias = |m: Move| {
            // Too small to matter but between equals.
            let tie = (split_mix(&mut (*ties ^ m.index() as u64)) >> 40) as f64 * 1e-12;
            let attacker = world.piece_at(m.from).map(|piece| world.kind(piece));
            let fight = attacker.zip(world.piece_at(m.to));
            let promise = fight.map_or(0.0, |(own, target)| promises.of(own, target));
            settings.bias * playout.chance(promise) + tie
        };
        let urgency = Urgency { sign: sign(world.side()), c: settings.c };
        self.tree.select(node, world.moves().map(|m| (m, bias(m))), urgency)
    }

    fn opinion(&self) -> SamplingReport {
        let legal: Vec<Move> = self.question.observation.moves().collect();
        let allowed = |m: Move| legal.contains(&m);
        let shares = self.tree.shares(InformationSetTree::ROOT, allowed);
        let Some(best) = self.tree.best(InformationSetTree::ROOT, allowed) else {
            let (nodes, worlds) = (self.spent.nodes(), self.pool.drawn());
            return SamplingReport { nodes, worlds, ..SamplingReport::default() };
        };
        let own = self.question.observation.rules().team(self.question.observation.seat());
        let sign = if own.index() == 0 { 1.0 } else { -1.0 };
        let line = self.tree.line(best);
        SamplingReport {
            candidates: vec![],
            best: Some(best.m),
            value: Some(self.question.evaluation.value_of(sign * self.tree.mean(best))),
            depth: line.len() as u32,
            line,
            nodes: self.spent.nodes(),
            worlds: self.pool.drawn(),
            probabilities: shares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::engine::eval::Evaluation;
    use crate::game::belief::{
        BeliefPosition, Evidence, Observation, Posterior, Prior, Visibility,
    };
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::search::Limit;

    const SETTINGS: IsmctsSettings =
        IsmctsSettings { worlds: 8, c: 0.2, bias: 1.0, plies: 1, epsilon: 0.2 };

    /// What goes into a node comes out of it: by its moves, or as an iteration that ended there.
    #[test]
    fn visits_sum_up() {
        let board = Board::siguo();
        let mut rng = random::stream(1, &[]);
        let armies = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let world = World::start(board, Rules::default(), &armies, Seat::South).unwrap();
        let observation = Observation::new(&world, Seat::South, Visibility::FourDark);
        let evidence = Evidence::new(&observation.view()).unwrap();
        let posterior = Posterior::new(&evidence, &Prior::uniform(), 1);
        let position = BeliefPosition::new(&observation, &posterior);
        let evaluation = Evaluation::of_belief(&position, &crate::engine::data::weights()).unwrap();
        let mut question = SamplingRequest {
            observation,
            posterior: &posterior,
            public: None,
            evaluation: &evaluation,
            network: None,
            limit: Limit { nodes: Some(5000), over: None },
            depth: 5,
            quiet: 0,
            table: 1 << 20,
            heard: None,
            threads: None,
        };
        for table in [1 << 20, 1 << 14] {
            question.table = table;
            let mut search = IsmctsSearch::new(&question, &SETTINGS, &mut rng);
            let numbers = 0..1_000_000;
            let count = numbers.take_while(|&number| search.iterate(number, &mut rng)).count();
            let visits = search.tree.visits() as usize;
            assert!(visits == count || visits == count + 1, "{visits} {count}");
            let ends = search.tree.ends();
            assert_eq!(ends[InformationSetTree::ROOT], 0, "an iteration without a move");
            assert!(ends.iter().all(|&ended| ended >= 0), "{ends:?}");
            assert_eq!(search.tree.flows(), table == 1 << 20, "a full tree has leaves outside");
            let shares: f64 = search.opinion().probabilities.iter().map(|(_, p)| p).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{shares}");
        }
    }
}
