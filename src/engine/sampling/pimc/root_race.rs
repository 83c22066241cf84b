//! Root-move racing: successive elimination of root moves, depth by depth.

use super::super::SamplingTask;
use super::super::options::PimcOptions;
use super::root_move::{RootMove, paired_error};
use super::weighed_worlds::MoveWorlds;
use super::world_search::{WorldSearch, around};
use crate::engine::eval::{Evaluation, MOST_UNFINISHED, is_decided};
use crate::engine::{Candidate, OnProgress, SearchReport};
use crate::game::rules::Move;
use crate::gametree::score::{Score, Window};
use rayon::ThreadPool;
use rayon::prelude::*;

/// Lower bound of the number of moves kept by `keep`.
const MIN_KEPT: usize = 3;
/// Lower bound of the standard error of a result: a few worlds may agree by chance.
const MIN_ERROR: f64 = 0.004;

/// A move that was dropped comes back if the leader's result falls below its last one by more than this:
/// the leader runs into a danger that was beyond the horizon when the move was dropped.
const RECONSIDERED: f64 = 0.06;
/// The most moves that come back after a depth.
const MAX_RECONSIDERED: usize = 8;

/// The value of a move in a world, and the expected line after it.
type Found = (Score, Vec<Move>);

/// All root moves and the searches of the worlds.
pub(super) struct RootRace<'a> {
    searches: Vec<Box<dyn WorldSearch + 'a>>,
    moves: Vec<RootMove>,
    options: PimcOptions,
    /// Share of the mean of playouts in a move's value, in the mode of the game.
    playout_share: f64,
    evaluation: Evaluation,
    /// `None` for one thread.
    threads: Option<&'a ThreadPool>,
    /// Node limit of the move.
    node_limit: u64,
    /// Nodes visited before the race.
    used_nodes: u64,
    on_progress: Option<&'a OnProgress<'a>>,
    /// Whether there is only one possible world.
    pub(super) is_certain: bool,
}

impl<'a> RootRace<'a> {
    pub(super) fn new(
        searches: Vec<Box<dyn WorldSearch + 'a>>,
        moves: Vec<RootMove>,
        (options, playout_share): (PimcOptions, f64),
        task: &SamplingTask<'a>,
        used_nodes: u64,
    ) -> Self {
        let SamplingTask { input, limit, on_progress, .. } = *task;
        let (evaluation, threads) = (input.evaluation.clone(), input.threads);
        let node_limit = limit.nodes.unwrap_or(u64::MAX);
        Self {
            searches,
            moves,
            options,
            playout_share,
            evaluation,
            threads,
            node_limit,
            used_nodes,
            on_progress,
            is_certain: false,
        }
    }

    /// Searches the moves one ply deeper each time, up to `depth` plies or the limit.
    pub(super) fn run(&mut self, depth: u32) {
        match self.threads {
            Some(pool) => pool.install(|| self.race(depth)),
            None => self.race(depth),
        }
    }

    fn race(&mut self, max_depth: u32) {
        let mut remaining: Vec<usize> = (0..self.moves.len()).collect();
        for depth in 1..=max_depth {
            if self.moves.len() < 2 && depth > 2 || self.searches.is_empty() {
                break;
            }
            let mut leader = None;
            for &place in &remaining {
                let Some(best) = self.search(place, depth, leader) else { return };
                leader = Some(best);
            }
            for place in self.dropped(&remaining) {
                let fallen =
                    |l: usize| self.moves[l].result + RECONSIDERED < self.moves[place].result;
                if !leader.is_some_and(fallen) {
                    break;
                }
                leader = self.search(place, depth, leader);
                if leader.is_none() {
                    return;
                }
                remaining.push(place);
            }
            remaining = self.survivors(remaining);
            if let Some(on_progress) = self.on_progress {
                on_progress(&self.report(self.best()));
            }
        }
    }

    /// Searches a move at a depth; returns the better of it and the leader, or `None` once the limit is
    /// reached.
    fn search(&mut self, place: usize, depth: u32, leader: Option<usize>) -> Option<usize> {
        let values = self.search_in_its_worlds(place, depth, leader)?;
        self.record(place, depth, values);
        let result = |place: usize| self.moves[place].result;
        Some(leader.filter(|&leader| result(leader) >= result(place)).unwrap_or(place))
    }

    /// The best of the moves that were dropped, best first.
    fn dropped(&self, remaining: &[usize]) -> Vec<usize> {
        let mut dropped: Vec<usize> =
            (0..self.moves.len()).filter(|place| !remaining.contains(place)).collect();
        dropped.sort_by(|&a, &b| self.moves[b].result.total_cmp(&self.moves[a].result));
        dropped.truncate(MAX_RECONSIDERED);
        dropped
    }

    /// The report so far, with the move to play.
    pub(super) fn report(&self, chosen: Option<&RootMove>) -> SearchReport {
        SearchReport {
            best: chosen.map(|chosen| chosen.m),
            value: chosen.map(|chosen| self.evaluation.value_of(self.reported(chosen))),
            principal_variation: chosen.map_or_else(Vec::new, |chosen| chosen.line.clone()),
            nodes: self.nodes(),
            worlds: self.options.worlds.min(self.searches.len()) as u32,
            depth: chosen.map_or(0, |chosen| chosen.depth),
            candidates: self.candidates(),
            ..SearchReport::default()
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut searched: Vec<&RootMove> = self.moves.iter().filter(|r| r.depth > 0).collect();
        searched.sort_by(|a, b| b.depth.cmp(&a.depth).then(b.result.total_cmp(&a.result)));
        searched.into_iter().map(|r| r.candidate(self.reported(r))).collect()
    }

    /// The result of a move as it is reported: what some worlds agree on is not certain.
    fn reported(&self, root_move: &RootMove) -> f64 {
        let most = if self.is_certain || root_move.is_won() {
            1.0
        } else {
            self.evaluation.expected_result(Score(MOST_UNFINISHED))
        };
        root_move.result.clamp(-most, most)
    }

    /// The number of nodes left.
    fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// The values of a move and the expected lines, by world that it is searched in; `None` once the limit is reached.
    fn search_in_its_worlds(
        &mut self,
        place: usize,
        depth: u32,
        leader: Option<usize>,
    ) -> Option<Vec<Option<Found>>> {
        let share = self.nodes_left() / self.searches.len() as u64;
        let RootMove { m, worlds: MoveWorlds { ref weights, .. }, .. } = self.moves[place];
        let leader_values = leader.map(|l| &self.moves[l].values);
        let span = self.options.span;
        // Outer: whether it is searched in the world; inner: whether the limit allowed it.
        let search = |(i, world): (usize, &mut Box<dyn WorldSearch + 'a>)| {
            let value = leader_values.and_then(|values| values[i]);
            let window = value.map_or(Window::FULL, |value| around(value, span));
            (weights[i] > 0.0).then(|| {
                world.allow(share);
                world.search(m, depth - 1, window)
            })
        };
        // All worlds are searched even if one reaches its limit, so that the node count does not depend on
        // the threads.
        let searches = &mut self.searches;
        let found: Vec<_> = match self.threads {
            Some(_) => searches.par_iter_mut().enumerate().map(search).collect(),
            None => searches.iter_mut().enumerate().map(search).collect(),
        };
        found.into_iter().map(|found| found.map_or(Some(None), |found| found.map(Some))).collect()
    }

    /// Records the values of a move at a depth.
    fn record(&mut self, place: usize, depth: u32, found: Vec<Option<Found>>) {
        let values: Vec<_> = found.iter().map(|found| found.as_ref().map(|f| f.0)).collect();
        let line = found.into_iter().flatten().next().map_or(vec![], |found| found.1);
        let adjusted = |value: Score| self.adjusted_result(value, &self.moves[place]);
        let results: Vec<_> = values.iter().map(|value| value.map(adjusted)).collect();
        let root_move = &mut self.moves[place];
        root_move.line = [root_move.m].into_iter().chain(line).collect();
        let shares = results.iter().zip(&root_move.worlds.weights);
        root_move.result = shares.map(|(result, weight)| result.unwrap_or(0.0) * weight).sum();
        root_move.depth = depth;
        root_move.values = values;
        root_move.results = results;
    }

    /// The result of a move's value in a world, mixed with the mean of its playouts, less its cost; that of the value
    /// alone where the game is decided.
    fn adjusted_result(&self, value: Score, root_move: &RootMove) -> f64 {
        let &RootMove { cost, playout_mean, .. } = root_move;
        let (evaluation, share) = (&self.evaluation, self.playout_share);
        if is_decided(value.0) {
            return evaluation.expected_result(value);
        }
        let mixed = playout_mean.map_or(value, |mean| {
            let result = evaluation.expected_result(value);
            evaluation.value_of((1.0 - share) * result + share * mean)
        });
        evaluation.expected_result(mixed - Score(cost))
    }

    /// The moves to search at the next depth, best first.
    fn survivors(&self, mut remaining: Vec<usize>) -> Vec<usize> {
        let result = |place: &usize| self.moves[*place].result;
        remaining.sort_by(|a, b| result(b).total_cmp(&result(a)).then(a.cmp(b)));
        let best = &self.moves[remaining[0]];
        let most = fraction_of(remaining.len(), self.options.keep).max(MIN_KEPT);
        let alive = |place: &usize| {
            let other = &self.moves[*place];
            let error = paired_error(&best.results, &other.results);
            best.result - other.result <= self.options.racing * error.max(MIN_ERROR)
        };
        let mut next: Vec<usize> = remaining.iter().copied().filter(alive).collect();
        next.truncate(most);
        next
    }

    /// The best of the moves that were searched deepest, or one searched a ply less deep if it is clearly
    /// better: the limit may have ended a depth that showed no more than the fall of the leader.
    pub(super) fn best(&self) -> Option<&RootMove> {
        let depth = self.moves.iter().map(|root_move| root_move.depth).max().filter(|&d| d > 0)?;
        let best_at = |depth| self.finalists(depth).max_by(|a, b| a.result.total_cmp(&b.result));
        let best = best_at(depth)?;
        let clearly = |other: &&RootMove| depth > 1 && other.result > best.result + RECONSIDERED;
        Some(best_at(depth - 1).filter(clearly).unwrap_or(best))
    }

    /// The moves whose last completed search has this depth.
    pub(super) fn finalists(&self, depth: u32) -> impl Iterator<Item = &RootMove> {
        self.moves.iter().filter(move |root_move| root_move.depth == depth)
    }

    /// The number of nodes visited for the move.
    fn nodes(&self) -> u64 {
        self.used_nodes + self.searches.iter().map(|search| search.nodes()).sum::<u64>()
    }
}

/// A fraction, from 0 to 1, of a number, rounded up.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn fraction_of(number: usize, fraction: f64) -> usize {
    (number as f64 * fraction).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::options::OptionValues;
    use crate::base::random;
    use crate::engine::data;
    use crate::engine::eval::WIN;
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules, World};

    /// A world whose first move leads until a danger is seen at some depth.
    struct Trap {
        first: Move,
        lead: i64,
        seen: u32,
        nodes: u64,
        allowed: u64,
    }

    impl WorldSearch for Trap {
        fn search(&mut self, m: Move, plies: u32, _: Window<Score>) -> Option<(Score, Vec<Move>)> {
            self.nodes += 1;
            let value = match (m == self.first, plies + 1 < self.seen) {
                (true, true) => self.lead,
                (true, false) => -5000,
                (false, _) => 0,
            };
            (self.nodes <= self.allowed).then(|| (Score(value), vec![]))
        }
        fn nodes(&self) -> u64 {
            self.nodes
        }
        fn allow(&mut self, nodes: u64) {
            self.allowed = self.nodes.saturating_add(nodes);
        }
    }

    /// The result of a race in which the first move leads until `seen`, within a number of nodes.
    fn race(seen: u32, node_limit: u64) -> (RootMove, Move) {
        race_with((500, seen), node_limit, None)
    }

    /// The same for a lead, and for means of the playouts of the first move and of the others.
    fn race_with(
        (lead, seen): (i64, u32),
        node_limit: u64,
        playouts: Option<[f64; 2]>,
    ) -> (RootMove, Move) {
        let mut rng = random::stream(1, &[]);
        let armies = [(); 4].map(|()| Some(Deployment::sample(&mut rng)));
        let world = World::start(Board::siguo(), Rules::default(), &armies, Seat::South);
        let world = world.expect("sampled deployments are legal");
        let evaluation = Evaluation::of_world(&world, &data::weights()).expect("weights fit");
        let moves: Vec<Move> = world.moves().collect();
        let first = moves[0];
        let root_move = |m| {
            RootMove::new(
                m,
                0,
                playouts.map(|means| means[usize::from(m != first)]),
                MoveWorlds { weights: vec![1.0], is_uncertain: false },
            )
        };
        let mut race = RootRace {
            searches: vec![Box::new(Trap { first, lead, seen, nodes: 0, allowed: 0 })],
            moves: moves.into_iter().map(root_move).collect(),
            options: PimcOptions {
                racing: f64::MAX,
                ..PimcOptions::read(&OptionValues::default())
            },
            playout_share: 0.75,
            evaluation,
            threads: None,
            node_limit,
            used_nodes: 0,
            on_progress: None,
            is_certain: false,
        };
        race.run(6);
        (race.best().expect("one depth is complete").clone(), first)
    }

    #[test]
    fn a_dropped_move_comes_back_when_the_leader_falls() {
        for seen in 1..=6 {
            let (best, first) = race(seen, u64::MAX);
            assert_ne!(best.m, first, "danger seen at depth {seen}");
        }
        let (best, first) = race(7, u64::MAX);
        assert_eq!((best.m, best.depth), (first, 6));
    }

    #[test]
    fn playouts_outweigh_a_small_lead_but_not_a_win() {
        let chosen = |lead| {
            let (best, first) = race_with((lead, 7), u64::MAX, Some([-0.5, 0.5]));
            best.m == first
        };
        assert!(!chosen(500) && chosen(WIN - 3));
    }

    #[test]
    fn a_limit_that_shows_only_the_fall_of_the_leader_leaves_the_next_move() {
        for node_limit in 1..300 {
            let (best, first) = race(3, node_limit);
            assert!(best.m != first || best.depth < 3, "{node_limit} nodes");
        }
    }
}
