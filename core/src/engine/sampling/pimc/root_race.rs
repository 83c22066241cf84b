//! Root-move racing: successive elimination of root moves, depth by depth.

use super::weighed_worlds::MoveWorlds;
use super::world_search::{MoveValue, WorldSearch};
use crate::engine::eval::{Evaluation, MOST_UNFINISHED, WIN, is_decided};
use crate::engine::{Candidate, OnProgress, SearchReport};
use crate::game::rules::Move;
use crate::gametree::score::{Score, Value, Window};
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

/// A root move with its values and results in the worlds.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) m: Move,
    /// Cost of the information it reveals, in centi-pieces.
    cost: i64,
    /// Mean result of its playouts.
    playout_mean: Option<f64>,
    /// Its share of each world in the result; where it is 0 the move is not searched.
    worlds: MoveWorlds,
    /// Depth of the last search completed in all worlds, in plies; 0 if none.
    depth: u32,
    /// Its result at that depth: the weighted mean of those in the worlds.
    result: f64,
    /// The expected line in the first world.
    line: Vec<Move>,
    /// Its values at that depth, by world, where it was searched.
    values: Vec<Option<Score>>,
    /// The results of these values, mixed with the mean of the playouts, minus the cost; where the game is decided,
    /// those of the values alone.
    results: Vec<Option<f64>>,
}

impl RootMove {
    /// A move that has not been searched.
    pub(super) fn new(m: Move, cost: i64, playout_mean: Option<f64>, worlds: MoveWorlds) -> Self {
        Self {
            m,
            cost,
            playout_mean,
            worlds,
            depth: 0,
            result: f64::MIN,
            line: vec![],
            values: vec![],
            results: vec![],
        }
    }

    /// Whether it wins at once, whatever is hidden.
    fn is_won(&self) -> bool {
        !self.worlds.is_uncertain && self.values.iter().flatten().all(|value| value.0 == WIN - 1)
    }
}

/// The standard error of the mean of paired differences, in the worlds that have both.
fn paired_error(a: &[Option<f64>], b: &[Option<f64>]) -> f64 {
    let mut differences = vec![];
    for (a, b) in a.iter().zip(b) {
        if let (Some(a), Some(b)) = (a, b) {
            differences.push(a - b);
        }
    }
    // At least 1, so that no world in common, or only one, gives 0 instead of no number.
    let n = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let squares = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
    (squares / (n - 1.0).max(1.0) / n).sqrt()
}

/// All root moves and the searches of the worlds.
pub(super) struct RootRace<'a> {
    pub(super) searches: Vec<Box<dyn WorldSearch + 'a>>,
    pub(super) moves: Vec<RootMove>,
    /// Options of `pimc`.
    pub(super) racing: f64,
    pub(super) keep: f64,
    pub(super) span: i64,
    /// Number of worlds that all moves are searched in.
    pub(super) shared_worlds: usize,
    /// Share of the mean of playouts in a move's value, in the mode of the game.
    pub(super) playout_share: f64,
    pub(super) evaluation: &'a Evaluation,
    /// `None` for one thread.
    pub(super) threads: Option<&'a ThreadPool>,
    /// Node limit of the move.
    pub(super) node_limit: u64,
    /// Nodes visited before the race.
    pub(super) used_nodes: u64,
    pub(super) on_progress: Option<&'a OnProgress<'a>>,
    /// Whether there is only one possible world.
    pub(super) is_certain: bool,
}

impl<'a> RootRace<'a> {
    /// Searches the moves one ply deeper each time, up to `depth` plies or the limit.
    pub(super) fn run(&mut self, depth: u32) {
        match self.threads {
            Some(threads) => threads.install(|| self.race(depth)),
            None => self.race(depth),
        }
    }

    fn race(&mut self, max_depth: u32) {
        if self.searches.is_empty() {
            return;
        }
        let mut remaining: Vec<usize> = (0..self.moves.len()).collect();
        for depth in 1..=max_depth {
            // The only move is searched for its value alone.
            if self.moves.len() < 2 && depth > 2 {
                return;
            }
            let Some(searched) = self.search_depth(depth, remaining) else { return };
            remaining = self.survivors(searched);
            if let Some(on_progress) = self.on_progress {
                on_progress(&self.report());
            }
        }
    }

    /// Searches the moves that remain at a depth. Returns them with those that came back, or `None` once the limit is
    /// reached.
    fn search_depth(&mut self, depth: u32, mut remaining: Vec<usize>) -> Option<Vec<usize>> {
        let mut leader = None;
        for &place in &remaining {
            leader = Some(self.search(place, depth, leader)?);
        }
        for place in self.dropped(&remaining) {
            // They come best first, so after one that stays dropped all others do.
            if self.moves[leader?].result + RECONSIDERED >= self.moves[place].result {
                break;
            }
            leader = Some(self.search(place, depth, leader)?);
            remaining.push(place);
        }
        Some(remaining)
    }

    /// Searches a move at a depth; returns the better of it and the leader, or `None` once the limit is
    /// reached.
    fn search(&mut self, place: usize, depth: u32, leader: Option<usize>) -> Option<usize> {
        let values = self.search_in_its_worlds(place, depth, leader)?;
        self.record(place, depth, values);
        match leader {
            Some(leader) if self.moves[leader].result >= self.moves[place].result => Some(leader),
            _ => Some(place),
        }
    }

    /// The best of the moves that were dropped, best first.
    fn dropped(&self, remaining: &[usize]) -> Vec<usize> {
        let mut dropped: Vec<usize> =
            (0..self.moves.len()).filter(|place| !remaining.contains(place)).collect();
        dropped.sort_by(|&a, &b| self.moves[b].result.total_cmp(&self.moves[a].result));
        dropped.truncate(MAX_RECONSIDERED);
        dropped
    }

    /// The values of a move, by world that it is searched in; `None` once the limit is reached.
    fn search_in_its_worlds(
        &mut self,
        place: usize,
        depth: u32,
        leader: Option<usize>,
    ) -> Option<Vec<Option<MoveValue>>> {
        let node_share = self.nodes_left() / self.searches.len() as u64;
        let RootMove { m, worlds: MoveWorlds { ref weights, .. }, .. } = self.moves[place];
        let leader_values = leader.map(|leader| &self.moves[leader].values);
        let span = self.span;
        // Outer: whether the limit allowed it; inner: whether the move is searched in the world.
        let search = |(i, world): (usize, &mut Box<dyn WorldSearch + 'a>)| {
            if weights[i] <= 0.0 {
                return Some(None);
            }
            let leader_value = leader_values.and_then(|values| values[i]);
            let window = leader_value.map_or(Window::FULL, |value| around(value, span));
            world.allow(node_share);
            world.search(m, depth - 1, window).map(Some)
        };
        // All worlds are searched even if one reaches its limit, so that the node count does not depend on
        // the threads.
        let searches = &mut self.searches;
        let found: Vec<Option<Option<MoveValue>>> = match self.threads {
            Some(_) => searches.par_iter_mut().enumerate().map(search).collect(),
            None => searches.iter_mut().enumerate().map(search).collect(),
        };
        found.into_iter().collect()
    }

    /// Records the values of a move at a depth.
    fn record(&mut self, place: usize, depth: u32, found: Vec<Option<MoveValue>>) {
        let values: Vec<Option<Score>> =
            found.iter().map(|found| found.as_ref().map(|(value, _)| *value)).collect();
        let results: Vec<Option<f64>> = values
            .iter()
            .map(|value| value.map(|value| self.adjusted_result(value, &self.moves[place])))
            .collect();
        let root_move = &mut self.moves[place];
        root_move.line = vec![root_move.m];
        if let Some((_, line)) = found.into_iter().flatten().next() {
            root_move.line.extend(line);
        }
        let shares = results.iter().zip(&root_move.worlds.weights);
        root_move.result = shares.map(|(result, weight)| result.unwrap_or(0.0) * weight).sum();
        root_move.depth = depth;
        root_move.values = values;
        root_move.results = results;
    }

    /// The result of a move's value in a world, mixed with the mean of its playouts, less its cost; that of the value
    /// alone where the game is decided.
    fn adjusted_result(&self, value: Score, root_move: &RootMove) -> f64 {
        let evaluation = self.evaluation;
        if is_decided(value.0) {
            return evaluation.expected_result(value);
        }
        let mut mixed = value;
        if let Some(mean) = root_move.playout_mean {
            let result = evaluation.expected_result(value);
            mixed = evaluation
                .value_of((1.0 - self.playout_share) * result + self.playout_share * mean);
        }
        // After the mixing, so that the share of the playouts does not weaken the cost.
        evaluation.expected_result(mixed - Score(root_move.cost))
    }

    /// The moves to search at the next depth, best first.
    fn survivors(&self, mut remaining: Vec<usize>) -> Vec<usize> {
        let result = |place: usize| self.moves[place].result;
        remaining.sort_by(|&a, &b| result(b).total_cmp(&result(a)).then(a.cmp(&b)));
        let best = &self.moves[remaining[0]];
        let kept = fraction_of(remaining.len(), self.keep).max(MIN_KEPT);
        remaining.retain(|&place| {
            let error = paired_error(&best.results, &self.moves[place].results);
            best.result - self.moves[place].result <= self.racing * error.max(MIN_ERROR)
        });
        remaining.truncate(kept);
        remaining
    }

    /// The best of the moves that were searched deepest, or one searched a ply less deep if it is clearly
    /// better: the limit may have ended a depth that showed no more than the fall of the leader.
    fn best(&self) -> Option<&RootMove> {
        let depth = self.moves.iter().map(|root_move| root_move.depth).max().filter(|&d| d > 0)?;
        let best = self.best_at(depth)?;
        let shallower = self.best_at(depth - 1);
        let better = shallower.filter(|other| other.result > best.result + RECONSIDERED);
        Some(better.unwrap_or(best))
    }

    /// The best of the moves whose last completed search has this depth.
    fn best_at(&self, depth: u32) -> Option<&RootMove> {
        let moves = self.moves.iter().filter(|root_move| root_move.depth == depth);
        moves.max_by(|a, b| a.result.total_cmp(&b.result))
    }

    /// The report so far, with the move to play.
    pub(super) fn report(&self) -> SearchReport {
        let mut report = SearchReport {
            nodes: self.nodes(),
            worlds: self.shared_worlds.min(self.searches.len()) as u32,
            candidates: self.candidates(),
            ..SearchReport::default()
        };
        if let Some(best) = self.best() {
            report.best = Some(best.m);
            report.value = Some(self.evaluation.value_of(self.reported_result(best)));
            report.principal_variation.clone_from(&best.line);
            report.depth = best.depth;
        }
        report
    }

    /// The moves that were searched, the deepest first, of these the best.
    fn candidates(&self) -> Vec<Candidate> {
        let mut searched: Vec<&RootMove> = self.moves.iter().filter(|m| m.depth > 0).collect();
        searched.sort_by(|a, b| b.depth.cmp(&a.depth).then(b.result.total_cmp(&a.result)));
        searched
            .into_iter()
            .map(|root_move| Candidate {
                mv: root_move.m,
                win: Some(f64::midpoint(1.0, self.reported_result(root_move))),
                depth: root_move.depth,
                line: root_move.line.clone(),
            })
            .collect()
    }

    /// The result of a move as it is reported: what some worlds agree on is not certain.
    fn reported_result(&self, root_move: &RootMove) -> f64 {
        let most = if self.is_certain || root_move.is_won() {
            1.0
        } else {
            self.evaluation.expected_result(Score(MOST_UNFINISHED))
        };
        root_move.result.clamp(-most, most)
    }

    /// The number of nodes visited for the move.
    fn nodes(&self) -> u64 {
        self.used_nodes + self.searches.iter().map(|search| search.nodes()).sum::<u64>()
    }

    /// The number of nodes left.
    fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }
}

/// The window of half-width `span` around a value; the full window for 0.
fn around(value: Score, span: i64) -> Window<Score> {
    if span == 0 {
        return Window::FULL;
    }
    Window { alpha: Score::of(value.0 - span), beta: Score::of(value.0 + span) }
}

/// A fraction, from 0 to 1, of a number, rounded up.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn fraction_of(number: usize, fraction: f64) -> usize {
    (number as f64 * fraction).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::engine::data;
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
            racing: f64::MAX,
            keep: 0.3,
            span: 100,
            shared_worlds: 1,
            playout_share: 0.75,
            evaluation: &evaluation,
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
