//! `ismcts`: single-observer information-set Monte-Carlo tree search.
//!
//! Every iteration samples a world and descends one tree that all worlds share. A node is a sequence of
//! public events: moves and the outcomes of fights; the moves available at a node are those legal in the
//! world. So the value of a move is a mean over all worlds that the searching seat cannot tell apart,
//! which avoids strategy fusion. The same holds for the moves of the other seats, which are modelled as
//! if they knew no more than the searching seat.
//!
//! Source: Cowling, Powley & Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4
//! (2012); first-play urgency: Gelly & Wang, "Exploration exploitation in Go", NIPS workshop (2006);
//! progressive bias: Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New
//! Mathematics and Natural Computation 4 (2008). In the paper → here: c → `c`, n → `visits`, n' →
//! `available`. That the bias is the expected gain of a fight under the root belief is *our
//! reading*.
//! Laws tested: visits add up; moves are legal and a function of the seed; an exposed flag is captured.
//! Memory: a node and an edge per iteration, up to the size of the table.

mod tree;

use super::SamplingTask;
use super::fight_gains::FightGains;
use super::options::IsmctsOptions;
use super::playout::{NodeCount, Playout};
use super::world_pool::WorldPool;
use crate::base::random::{SplitMix, split_mix};
use crate::engine::SearchReport;
use crate::game::rules::{Move, World};
use crate::gametree::position::{Node, Side};
use rand::{Rng, rngs::ChaCha8Rng};
use tree::{InformationSetTree, TreeStep, Urgency};

struct IsmctsSearch<'q, 'a> {
    task: &'q SamplingTask<'a>,
    options: IsmctsOptions,
    gains: FightGains,
    tree: InformationSetTree,
    count: NodeCount<'a>,
    pool: WorldPool,
    playout: Playout,
    noise: SplitMix,
    /// Seed of the tie-breaking noise of a move.
    ties: u64,
}

/// Runs the tree search.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: &IsmctsOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    if task.input.observation.count_moves() == 0 {
        return SearchReport::default();
    }
    let mut search = IsmctsSearch::new(task, options, rng);
    let mut number = 0;
    while search.iterate(number, rng) {
        number += 1;
    }
    search.report()
}

/// The factor between a value for a side and a value for the first team.
fn sign(side: Side) -> f64 {
    if side == Side::Max { 1.0 } else { -1.0 }
}

impl<'q, 'a> IsmctsSearch<'q, 'a> {
    fn new(task: &'q SamplingTask<'a>, options: &IsmctsOptions, rng: &mut ChaCha8Rng) -> Self {
        let evaluation = task.input.evaluation.clone();
        Self {
            task,
            options: *options,
            gains: FightGains::new(task.input),
            tree: InformationSetTree::new(task.input.settings.table),
            count: NodeCount::new(task.limit),
            pool: WorldPool::new(options.worlds),
            playout: Playout::new(evaluation, options.plies, options.epsilon),
            noise: SplitMix(rng.next_u64()),
            ties: rng.next_u64(),
        }
    }

    /// Runs one iteration in world `number`: descends the tree, adds a node and backs up its value.
    /// Returns false once the limit is reached.
    fn iterate(&mut self, number: usize, rng: &mut ChaCha8Rng) -> bool {
        if !self.count.step() {
            return false;
        }
        let Some(mut world) = self.pool.world(number, self.task.input, rng) else { return false };
        let (mut path, mut goes_on) = (Vec::new(), true);
        let mut leaf = None;
        while world.outcome().is_none() && path.len() < self.task.depth as usize {
            if !path.is_empty() && !self.count.step() {
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
        goes_on &= self.playout.run(&mut world, &mut self.count, &mut self.noise);
        self.tree.back_up(&path, leaf, self.playout.value(&world));
        goes_on
    }

    /// The most urgent move of a node among those a world allows.
    fn select(&mut self, node: usize, world: &World) -> Option<TreeStep> {
        let Self { task, gains, options, ties, .. } = self;
        let evaluation = task.input.evaluation;
        let bias = |m: Move| {
            // Small enough to matter between equal moves only.
            let tie = (split_mix(&mut (*ties ^ m.index() as u64)) >> 40) as f64 * 1e-12;
            let attacker = world.piece_at(m.from).map(|piece| world.kind(piece));
            let fight = attacker.zip(world.piece_at(m.to));
            let gain = fight.map_or(0.0, |(own, target)| gains.of(own, target));
            options.bias * evaluation.unfinished_result(gain) + tie
        };
        let urgency = Urgency { sign: sign(world.side()), c: options.exploration };
        self.tree.select(node, world.moves().map(|m| (m, bias(m))), urgency)
    }

    fn report(&self) -> SearchReport {
        let legal: Vec<Move> = self.task.input.observation.moves().collect();
        let allowed = |m: Move| legal.contains(&m);
        let Some(best) = self.tree.best(InformationSetTree::ROOT, allowed) else {
            let (nodes, worlds) = (self.count.nodes(), self.pool.drawn());
            return SearchReport { nodes, worlds, ..SearchReport::default() };
        };
        let own = self.task.input.observation.rules().team(self.task.input.observation.seat());
        let sign = if own.index() == 0 { 1.0 } else { -1.0 };
        let line = self.tree.line(best);
        SearchReport {
            best: Some(best.m),
            value: Some(self.task.input.evaluation.value_of(sign * self.tree.mean(best))),
            depth: line.len() as u32,
            principal_variation: line,
            nodes: self.count.nodes(),
            worlds: self.pool.drawn(),
            ..SearchReport::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::engine::SearchSettings;
    use crate::engine::eval::Evaluation;
    use crate::engine::sampling::SamplingInput;
    use crate::game::belief::{
        BeliefPosition, Evidence, Mixture, Observation, Posterior, Visibility,
    };
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::search::Limit;

    const OPTIONS: IsmctsOptions =
        IsmctsOptions { worlds: 8, exploration: 0.2, bias: 1.0, plies: 1, epsilon: 0.2 };

    /// The visits of a node are those of its moves and the iterations that ended there.
    #[test]
    fn visits_add_up() {
        let board = Board::siguo();
        let mut rng = random::stream(1, &[]);
        let armies = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let world = World::start(board, Rules::default(), &armies, Seat::South).unwrap();
        let observation = Observation::new(&world, Seat::South, Visibility::FourDark);
        let evidence = Evidence::new(&observation.view()).unwrap();
        let posterior = Posterior::new(&evidence, &Mixture::counting(), 1);
        let position = BeliefPosition::new(&observation, &posterior);
        let evaluation = Evaluation::of_belief(&position, &crate::engine::data::weights()).unwrap();
        for table in [1 << 20, 1 << 14] {
            let input = SamplingInput {
                observation,
                posterior: &posterior,
                public: None,
                choices: vec![],
                evaluation: &evaluation,
                network: None,
                threads: None,
                settings: SearchSettings { depth: 5, quiescence: 0, table },
            };
            let limit = Limit { nodes: Some(5000), over: None };
            let task = SamplingTask { input: &input, limit, depth: 5, on_progress: None };
            let mut search = IsmctsSearch::new(&task, &OPTIONS, &mut rng);
            let numbers = 0..1_000_000;
            let count = numbers.take_while(|&number| search.iterate(number, &mut rng)).count();
            let visits = search.tree.visits() as usize;
            assert!(visits == count || visits == count + 1, "{visits} {count}");
            let ends = search.tree.ends();
            assert_eq!(ends[InformationSetTree::ROOT], 0, "an iteration without a move");
            assert!(ends.iter().all(|&ended| ended >= 0), "{ends:?}");
            assert_eq!(search.tree.flows(), table == 1 << 20, "a full tree has leaves outside");
        }
    }
}
