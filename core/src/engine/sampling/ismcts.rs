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

use super::input::{FightGains, SamplingTask};
use super::playout::{EPSILON, NodeCount, Playout, WorldPool};
use crate::base::options::{OptionType, option_group};
use crate::base::random::{SplitMix, split_mix};
use crate::engine::SearchReport;
use crate::game::board::CAPACITY;
use crate::game::rules::{Event, Move, Team, World};
use crate::gametree::position::{Node, Side};
use rand::{Rng, rngs::ChaCha8Rng};

option_group! {
    /// Options of `ismcts`.
    pub(super) struct IsmctsOptions {
        "worlds" => worlds: usize = "256", OptionType::Within(0, 4096),
            "number of sampled worlds; after the last the first is used again (0 = a new world per iteration)";
        "c" => exploration: f64 = "0.2", OptionType::Real,
            "exploration constant, for values from -1 to 1";
        "bias" => bias: f64 = "1", OptionType::Real,
            "weight of the progressive bias, the expected gain of a fight";
        "plies" => plies: u32 = "0", OptionType::Within(0, 200),
            "length of a playout below the tree, in plies";
        "epsilon" => epsilon: f64 = "0.2", OptionType::Part, EPSILON;
    }
}

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
        let mut path = vec![];
        let mut leaf = None;
        let mut goes_on = true;
        while world.outcome().is_none() && path.len() < self.task.depth as usize {
            // The first ply was counted with the iteration.
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
            // One new node per iteration; the playout goes on from there.
            if known.is_none() {
                break;
            }
        }
        // A value is backed up even at the limit: an edge without a visit would have no mean.
        goes_on &= self.playout.run(&mut world, &mut self.count, &mut self.noise);
        self.tree.back_up(&path, leaf, self.playout.value(&world));
        goes_on
    }

    /// The most urgent move of a node among those a world allows.
    fn select(&mut self, node: usize, world: &World) -> Option<TreeStep> {
        let sign = if world.side() == Side::Max { 1.0 } else { -1.0 };
        let biased: Vec<(Move, f64)> = world.moves().map(|m| (m, self.bias(world, m))).collect();
        self.tree.select(node, &biased, sign, self.options.exploration)
    }

    /// The progressive bias of a move: the expected gain of a fight, and noise that breaks ties.
    fn bias(&self, world: &World, m: Move) -> f64 {
        // At most 1.7e-5, small enough to matter between equal moves only; a function of the move, so that it is the
        // same at every visit.
        let tie = (split_mix(&mut (self.ties ^ m.index() as u64)) >> 40) as f64 * 1e-12;
        let attacker = world.piece_at(m.from).map(|piece| world.kind(piece));
        let fight = attacker.zip(world.piece_at(m.to));
        let gain = fight.map_or(0.0, |(attacker, target)| self.gains.of(attacker, target));
        self.options.bias * self.task.input.evaluation.unfinished_result(gain) + tie
    }

    fn report(&self) -> SearchReport {
        let observation = &self.task.input.observation;
        let mut report = SearchReport {
            nodes: self.count.nodes(),
            worlds: self.pool.drawn(),
            ..SearchReport::default()
        };
        // With `bomb_vs_flag=illegal` a move may be legal in some worlds, but not in the true one.
        let legal: Vec<Move> = observation.moves().collect();
        if let Some(best) = self.tree.best(InformationSetTree::ROOT, |m| legal.contains(&m)) {
            let own = observation.rules().team(observation.seat());
            let sign = if own == Team::First { 1.0 } else { -1.0 };
            let line = self.tree.line(best);
            report.best = Some(best.m);
            report.value = Some(self.task.input.evaluation.value_of(sign * self.tree.mean(best)));
            report.depth = line.len() as u32;
            report.principal_variation = line;
        }
        report
    }
}

/// A move of the tree: an edge of a node.
#[derive(Debug, Clone, Copy)]
struct TreeStep {
    node: usize,
    edge: usize,
    m: Move,
}

/// A move tried at a node.
#[derive(Debug)]
struct TreeEdge {
    m: Move,
    visits: u32,
    /// Visits of the node in worlds where the move is legal since it was first tried, and all visits before that.
    available: u32,
    /// Sum of values for the first team.
    sum: f64,
    /// The first of its child nodes.
    child: Option<u32>,
}

#[derive(Debug, Default)]
struct TreeNode {
    /// The public event that led here.
    seen: Option<Event>,
    /// The next child of the same edge.
    sibling: Option<u32>,
    visits: u32,
    sum: f64,
    edges: Vec<TreeEdge>,
}

/// A tree of information sets with a memory limit: a node per sequence of public events, an edge per move tried.
struct InformationSetTree {
    nodes: Vec<TreeNode>,
    /// By move index, the number of its edge plus one; all 0 outside `select`.
    slots: Vec<u16>,
    edges: usize,
    bytes: usize,
}

impl TreeEdge {
    /// The upper confidence bound of the move for the side with this sign, with its bias; `c` is the exploration
    /// constant.
    fn urgency(&self, sign: f64, c: f64, bias: f64) -> f64 {
        let visits = f64::from(self.visits);
        let explore = (f64::from(self.available).ln() / visits).sqrt();
        sign * self.sum / visits + c * explore + bias / (visits + 1.0)
    }
}

impl InformationSetTree {
    /// The node at the root.
    const ROOT: usize = 0;

    /// A tree with a root only, of up to `bytes` bytes.
    fn new(bytes: usize) -> Self {
        let slots = vec![0; CAPACITY * CAPACITY];
        Self { nodes: vec![TreeNode::default()], slots, edges: 0, bytes }
    }

    fn is_full(&self) -> bool {
        self.nodes.len() * size_of::<TreeNode>() + self.edges * size_of::<TreeEdge>() >= self.bytes
    }

    /// Selects the most urgent of some moves, given with their bias, for the side with a sign: 1 for the first team, -1
    /// for the second. An untried move has the value of its node (first-play urgency); in a full tree, untried moves
    /// below the root come last.
    fn select(
        &mut self,
        node: usize,
        biased: &[(Move, f64)],
        sign: f64,
        c: f64,
    ) -> Option<TreeStep> {
        let full = self.is_full() && node != Self::ROOT;
        let TreeNode { visits, sum, edges, .. } = &mut self.nodes[node];
        // Moves are found among the edges by a table: a search for each would be quadratic in the moves.
        for (i, edge) in edges.iter().enumerate() {
            self.slots[edge.m.index()] = i as u16 + 1;
        }
        let visits = f64::from(*visits);
        let mean = sign * *sum / visits.max(1.0);
        let first_play =
            if full { f64::NEG_INFINITY } else { mean + c * (visits + 1.0).ln().sqrt() };
        let mut best: Option<(f64, Move)> = None;
        for &(m, bias) in biased {
            let urgency = match usize::from(self.slots[m.index()]) {
                0 => first_play + bias,
                slot => {
                    let edge = &mut edges[slot - 1];
                    edge.available += 1;
                    edge.urgency(sign, c, bias)
                }
            };
            if best.is_none_or(|(most, _)| urgency > most) {
                best = Some((urgency, m));
            }
        }
        let chosen = best.map(|(_, m)| (m, self.slots[m.index()]));
        for edge in edges {
            self.slots[edge.m.index()] = 0;
        }
        let (m, slot) = chosen?;
        let edge = if slot == 0 { self.open(node, m) } else { usize::from(slot) - 1 };
        Some(TreeStep { node, edge, m })
    }

    /// Adds an edge for a move; returns its number.
    fn open(&mut self, node: usize, m: Move) -> usize {
        let TreeNode { visits, edges, .. } = &mut self.nodes[node];
        edges.push(TreeEdge { m, visits: 0, available: *visits + 1, sum: 0.0, child: None });
        self.edges += 1;
        edges.len() - 1
    }

    /// The child nodes of an edge.
    fn children(&self, step: TreeStep) -> impl Iterator<Item = usize> {
        let first = self.nodes[step.node].edges[step.edge].child;
        std::iter::successors(first, |&child| self.nodes[child as usize].sibling)
            .map(|child| child as usize)
    }

    /// The child of an edge for a public event, if there is one.
    fn child(&self, step: TreeStep, seen: &Event) -> Option<usize> {
        self.children(step).find(|&child| self.nodes[child].seen.as_ref() == Some(seen))
    }

    /// Adds the child of an edge for a public event, unless the tree is full.
    fn add(&mut self, step: TreeStep, seen: Event) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let new = self.nodes.len();
        let first = &mut self.nodes[step.node].edges[step.edge].child;
        let sibling = first.replace(new as u32);
        self.nodes.push(TreeNode { seen: Some(seen), sibling, ..TreeNode::default() });
        Some(new)
    }

    /// Adds an iteration's value, for the first team, to all nodes and edges of its path.
    fn back_up(&mut self, path: &[(usize, usize)], leaf: Option<usize>, value: f64) {
        for &(node, edge) in path {
            let node = &mut self.nodes[node];
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            edge.sum += value;
            node.visits += 1;
            node.sum += value;
        }
        if let Some(leaf) = leaf {
            self.nodes[leaf].visits += 1;
            self.nodes[leaf].sum += value;
        }
    }

    /// The most visited of the allowed moves; of equals the first tried.
    fn best(&self, node: usize, allowed: impl Fn(Move) -> bool) -> Option<TreeStep> {
        let edges = self.nodes[node].edges.iter().enumerate().rev();
        let tried = edges.filter(|(_, edge)| edge.visits > 0 && allowed(edge.m));
        let (edge, TreeEdge { m, .. }) = tried.max_by_key(|(_, edge)| edge.visits)?;
        Some(TreeStep { node, edge, m: *m })
    }

    /// The mean value of a move, for the first team.
    fn mean(&self, step: TreeStep) -> f64 {
        let edge = &self.nodes[step.node].edges[step.edge];
        edge.sum / f64::from(edge.visits)
    }

    /// The most visited line that begins with a move.
    fn line(&self, first: TreeStep) -> Vec<Move> {
        let mut line = vec![first.m];
        let mut step = first;
        while let Some(child) = self.children(step).max_by_key(|&child| self.nodes[child].visits)
            && let Some(next) = self.best(child, |_| true)
        {
            line.push(next.m);
            step = next;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::{Stopwatch, WallClock};
    use crate::base::random;
    use crate::engine::eval::Evaluation;
    use crate::engine::sampling::SamplingInput;
    use crate::engine::{SearchRequest, SearchSettings};
    use crate::game::belief::{
        BeliefPosition, Evidence, Mixture, Observation, Posterior, Visibility,
    };
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::search::Limit;
    use std::sync::atomic::AtomicBool;

    const OPTIONS: IsmctsOptions =
        IsmctsOptions { worlds: 8, exploration: 0.2, bias: 1.0, plies: 1, epsilon: 0.2 };

    impl InformationSetTree {
        /// By node, the number of iterations that ended there: its visits minus those of its edges.
        fn ends(&self) -> Vec<i64> {
            let mut ends = vec![];
            for node in &self.nodes {
                let through: u32 = node.edges.iter().map(|edge| edge.visits).sum();
                ends.push(i64::from(node.visits) - i64::from(through));
            }
            ends
        }

        /// Visits of the root.
        fn visits(&self) -> u32 {
            self.nodes[Self::ROOT].visits
        }

        /// Whether the visits of every edge equal those of its children.
        fn flows(&self) -> bool {
            (0..self.nodes.len()).all(|node| {
                self.nodes[node].edges.iter().enumerate().all(|(edge, e)| {
                    let step = TreeStep { node, edge, m: e.m };
                    let below: u32 = self.children(step).map(|c| self.nodes[c].visits).sum();
                    below == e.visits && e.available >= e.visits
                })
            })
        }
    }

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
        let stop = AtomicBool::new(false);
        let clock = WallClock::default();
        let request = SearchRequest::new(&stop, &clock);
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
            let task = SamplingTask {
                input: &input,
                request: &request,
                watch: &Stopwatch::start(&clock),
                limit,
                depth: 5,
                on_progress: None,
            };
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
