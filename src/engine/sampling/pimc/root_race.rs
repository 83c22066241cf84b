//! The race of root moves: depth by depth, fewer of them.

use super::super::{Candidate, SamplingReport, SamplingRequest};
use super::PimcSettings;
use super::world_search::{WorldSearch, around};
use crate::engine::eval::Evaluation;
use crate::game::rules::Move;
use crate::gametree::score::{Score, Window};
use rayon::ThreadPool;
use rayon::prelude::*;

/// Moves that go on at least, if they are not out by racing.
const FEWEST: usize = 3;
/// A standard error at least, in 2 p - 1: few worlds can agree by chance.
const LEAST_ERROR: f64 = 0.004;

/// A root move on its way.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) m: Move,
    /// What it costs beside what it leads to, in centi-pieces.
    toll: i64,
    /// Plies of the last search that was finished in all worlds; 0 is none.
    pub(super) depth: u32,
    /// Its value then, a probability of winning with caution, as 2 p - 1.
    pub(super) score: f64,
    /// The line that was expected in the first world.
    pub(super) line: Vec<Move>,
    /// By world, its value then.
    values: Vec<Score>,
    /// The same as 2 p - 1.
    odds: Vec<f64>,
}

impl RootMove {
    fn new(m: Move, toll: i64) -> Self {
        let (values, odds, line) = (vec![], vec![], vec![]);
        Self { m, toll, depth: 0, score: f64::MIN, line, values, odds }
    }
}

/// All of them, and the worlds they run in.
pub(super) struct RootRace<'a> {
    lanes: Vec<Box<dyn WorldSearch + 'a>>,
    runners: Vec<RootMove>,
    settings: PimcSettings,
    evaluation: Evaluation,
    /// None where one thread does it all.
    threads: Option<&'a ThreadPool>,
    /// Nodes to visit at most, in all lanes together.
    most: u64,
    heard: Option<&'a (dyn Fn(&SamplingReport) + Sync)>,
}

impl<'a> RootRace<'a> {
    pub(super) fn new(
        lanes: Vec<Box<dyn WorldSearch + 'a>>,
        moves: Vec<(Move, i64)>,
        settings: PimcSettings,
        question: &SamplingRequest<'a>,
        before: u64,
    ) -> Self {
        let runner = |(m, toll)| RootMove::new(m, toll);
        let runners = moves.into_iter().map(runner).collect();
        let SamplingRequest { threads, limit, heard, .. } = *question;
        let most = limit.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(before));
        let evaluation = question.evaluation.clone();
        Self { lanes, runners, settings, evaluation, threads, most, heard }
    }

    /// Runs until the time is over, or all searches of so many plies are finished.
    pub(super) fn run(&mut self, depth: u32) {
        let mut field: Vec<usize> = (0..self.runners.len()).collect();
        for depth in 1..=depth {
            if field.len() < 2 && depth > 2 || self.lanes.is_empty() {
                break;
            }
            let mut leader: Option<usize> = None;
            for &place in &field {
                let values = self.values(place, depth, leader);
                let Some(values) = values else { return };
                self.finish(place, depth, values);
                let score = self.runners[place].score;
                if leader.is_none_or(|l| score > self.runners[l].score) {
                    leader = Some(place);
                }
            }
            field = self.next(field);
            if let Some(heard) = self.heard {
                heard(&self.opinion());
            }
        }
    }

    /// What it thinks so far: the best of the moves that were searched deepest.
    pub(super) fn opinion(&self) -> SamplingReport {
        let Some(best) = self.best() else { return SamplingReport::default() };
        SamplingReport {
            best: Some(best.m),
            value: Some(self.value_of(best)),
            line: best.line.clone(),
            nodes: self.nodes(),
            worlds: self.worlds() as u32,
            depth: best.depth,
            probabilities: vec![(best.m, 1.0)],
            candidates: self.candidates(),
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut searched: Vec<&RootMove> = self.runners.iter().filter(|r| r.depth > 0).collect();
        searched.sort_by(|a, b| b.depth.cmp(&a.depth).then(b.score.total_cmp(&a.score)));
        let candidate = |runner: &RootMove| Candidate {
            mv: runner.m,
            win: Some(f64::midpoint(1.0, runner.score.clamp(-1.0, 1.0))),
            depth: runner.depth,
            line: runner.line.clone(),
        };
        searched.into_iter().map(candidate).collect()
    }

    /// Nodes that are left.
    fn nodes_left(&self) -> u64 {
        self.most.saturating_sub(self.nodes())
    }

    /// By world, the values of a move; none if there was no time.
    fn values(
        &mut self,
        place: usize,
        depth: u32,
        leader: Option<usize>,
    ) -> Option<Vec<(Score, Vec<Move>)>> {
        let share = self.nodes_left() / self.lanes.len() as u64;
        let m = self.runners[place].m;
        let guide = leader.map(|l| &self.runners[l].values);
        let span = self.settings.span;
        let search = |(i, lane): (usize, &mut Box<dyn WorldSearch + 'a>)| {
            let window = guide.map_or(Window::FULL, |values| around(values[i], span));
            lane.allow(share);
            lane.search(m, depth - 1, window)
        };
        // All worlds are searched even if one runs out: what is told of nodes depends on no thread.
        let lanes = &mut self.lanes;
        let found: Vec<_> = match self.threads {
            Some(pool) => pool.install(|| lanes.par_iter_mut().enumerate().map(search).collect()),
            None => lanes.iter_mut().enumerate().map(search).collect(),
        };
        found.into_iter().collect()
    }

    fn finish(&mut self, place: usize, depth: u32, found: Vec<(Score, Vec<Move>)>) {
        let (values, mut lines): (Vec<Score>, Vec<Vec<Move>>) = found.into_iter().unzip();
        let RootMove { m, toll, .. } = self.runners[place];
        let odds = values.iter().map(|&value| self.evaluation.odds(value - Score(toll)));
        let odds: Vec<f64> = odds.collect();
        let score = cautious(&odds, self.settings.caution);
        let line = [m].into_iter().chain(lines.swap_remove(0)).collect();
        self.runners[place] = RootMove { m, toll, depth, score, line, values, odds };
    }

    /// Who goes on, best first.
    fn next(&self, mut field: Vec<usize>) -> Vec<usize> {
        let score = |place: &usize| self.runners[*place].score;
        field.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        let best = &self.runners[field[0]];
        let most = part(field.len(), self.settings.keep).max(FEWEST);
        let alive = |place: &usize| {
            let (gap, error) = paired(&best.odds, &self.runners[*place].odds);
            gap <= self.settings.racing * error.max(LEAST_ERROR)
        };
        let mut next: Vec<usize> = field.iter().copied().filter(alive).collect();
        next.truncate(most);
        next
    }

    /// The best move of those that were searched deepest.
    pub(super) fn best(&self) -> Option<&RootMove> {
        let depth = self.runners.iter().map(|runner| runner.depth).max().filter(|&d| d > 0)?;
        self.finalists(depth).max_by(|a, b| a.score.total_cmp(&b.score))
    }

    /// Those that were searched to a depth.
    pub(super) fn finalists(&self, depth: u32) -> impl Iterator<Item = &RootMove> {
        self.runners.iter().filter(move |runner| runner.depth == depth)
    }

    /// The value that stands for a move's probability of winning.
    pub(super) fn value_of(&self, runner: &RootMove) -> Score {
        self.evaluation.value_of(runner.score.clamp(-1.0, 1.0))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.nodes()).sum()
    }

    pub(super) fn worlds(&self) -> usize {
        self.lanes.len()
    }
}

/// A part, from 0 to 1, of a number, rounded up.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn part(of: usize, part: f64) -> usize {
    (of as f64 * part).ceil() as usize
}

/// A mean, partly of the worst quarter alone.
fn cautious(odds: &[f64], caution: f64) -> f64 {
    let mean = |odds: &[f64]| odds.iter().sum::<f64>() / odds.len() as f64;
    if caution == 0.0 {
        return mean(odds);
    }
    let mut sorted = odds.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.truncate(odds.len().div_ceil(4));
    (1.0 - caution) * mean(odds) + caution * mean(&sorted)
}

/// The mean of paired differences and its standard error.
fn paired(a: &[f64], b: &[f64]) -> (f64, f64) {
    let n = a.len() as f64;
    let mean = a.iter().zip(b).map(|(a, b)| a - b).sum::<f64>() / n;
    let squares = a.iter().zip(b).map(|(a, b)| (a - b - mean).powi(2)).sum::<f64>();
    (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
}
