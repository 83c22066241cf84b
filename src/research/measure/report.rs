//! Reports over games: means with confidence intervals.

use super::walk::BUCKET;
use super::{Families, GameMeasures, PhaseSums, Quantity, Ratio};
use crate::game::rules::Phase;
use crate::research::experiments::Estimate;
use crate::tournament::rating::student_t;
use serde::Serialize;
use std::collections::BTreeMap;

/// The combined measures of the games of one source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MeasureReport {
    games: Vec<GameMeasures>,
}

/// The distribution of the number of legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoveCounts {
    /// Number of positions.
    pub positions: u64,
    /// The median; the lower one of two.
    pub median: usize,
    /// The 95th percentile.
    pub p95: usize,
    /// The maximum.
    pub max: usize,
}

/// The measures of a phase, or of all phases.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PhaseMeasures {
    /// `opening`, `middle`, `end` or `all`.
    pub phase: String,
    /// The distribution of the number of legal moves; none if there is no position.
    pub moves: Option<MoveCounts>,
    /// By name, the mean over all games with its confidence interval over games; `n` is the number of
    /// games with observations. Quantities without observations are omitted.
    pub means: BTreeMap<&'static str, Estimate>,
    /// Pearson's correlation of the values of two sibling leaves; none if they do not vary.
    pub leaf_pearson: Option<Estimate>,
}

/// The measures of twenty plies of the game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bucket {
    /// First of its twenty plies.
    pub from: u32,
    /// Legal moves of the seat to move.
    pub moves: Option<Estimate>,
    /// Entropy per hidden enemy piece, in bits.
    pub entropy: Option<Estimate>,
}

impl MeasureReport {
    /// Adds a game.
    pub fn add(&mut self, game: GameMeasures) {
        self.games.push(game);
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Number of closely measured positions.
    pub fn positions(&self) -> u64 {
        self.games.iter().map(|game| game.positions).sum()
    }

    /// Number of moves per game.
    pub fn length(&self) -> Option<Estimate> {
        let lengths: Vec<f64> = self.games.iter().map(|game| f64::from(game.length)).collect();
        (!lengths.is_empty()).then(|| Estimate::of(&lengths))
    }

    /// The three phases, then all of them together.
    pub fn parts(&self) -> Vec<PhaseMeasures> {
        let phases = Phase::ALL.map(|phase| self.part(Some(phase)));
        phases.into_iter().chain([self.part(None)]).collect()
    }

    fn part(&self, phase: Option<Phase>) -> PhaseMeasures {
        let of = |game: &GameMeasures| match phase {
            Some(phase) => game.phases[phase.index()].clone(),
            None => game.whole(),
        };
        let sums: Vec<PhaseSums> = self.games.iter().map(of).collect();
        let mean = |quantity: Quantity| {
            let ratios: Vec<Ratio> = sums.iter().map(|sums| sums.of(quantity)).collect();
            Some((quantity.name(), estimate(&ratios)?))
        };
        let families: Vec<Families> = sums.iter().map(|sums| sums.families).collect();
        PhaseMeasures {
            phase: phase.map_or_else(|| "all".into(), |phase| phase.to_string()),
            moves: self.counts(phase),
            means: Quantity::ALL.into_iter().filter_map(mean).collect(),
            leaf_pearson: correlation(&families),
        }
    }

    fn counts(&self, phase: Option<Phase>) -> Option<MoveCounts> {
        let wanted = |i: &usize| phase.is_none_or(|phase| phase.index() == *i);
        let mut counts: Vec<u64> = vec![];
        for own in self.games.iter().flat_map(|g| (0..3).filter(wanted).map(|i| &g.moves[i])) {
            counts.resize(counts.len().max(own.len()), 0);
            counts.iter_mut().zip(own).for_each(|(sum, more)| *sum += more);
        }
        let positions: u64 = counts.iter().sum();
        let reached = |part: u64| {
            let mut below = 0;
            counts.iter().position(|count| {
                below += count;
                below * 100 >= positions * part
            })
        };
        (positions > 0).then(|| MoveCounts {
            positions,
            median: reached(50).unwrap_or(0),
            p95: reached(95).unwrap_or(0),
            max: counts.len() - 1,
        })
    }

    /// Along the game, twenty plies at a time.
    pub fn plies(&self) -> Vec<Bucket> {
        let buckets = self.games.iter().map(|game| game.plies.len()).max().unwrap_or(0);
        let of = |at: usize, which: usize| {
            let ratios = self.games.iter().filter_map(|game| Some(game.plies.get(at)?[which]));
            estimate(&ratios.collect::<Vec<_>>())
        };
        let bucket = |at| Bucket { from: BUCKET * at as u32, moves: of(at, 0), entropy: of(at, 1) };
        (0..buckets).map(bucket).collect()
    }
}

/// The mean of all observations, with games as the independent units.
fn estimate(games: &[Ratio]) -> Option<Estimate> {
    let some = games.iter().filter(|ratio| ratio.count > 0.0);
    let (sums, counts): (Vec<f64>, Vec<f64>) = some.map(|r| (r.sum, r.count)).unzip();
    (!sums.is_empty()).then(|| Estimate::of_ratio(&sums, &counts))
}

/// The correlation over all families, with the interval of the jackknife over games.
/// Source: Efron & Stein, "The jackknife estimate of variance", Annals of Statistics 9 (1981).
fn correlation(games: &[Families]) -> Option<Estimate> {
    let games: Vec<&Families> = games.iter().filter(|families| families.count > 0.0).collect();
    let mut all = Families::default();
    for families in &games {
        all.merge(families);
    }
    let (mean, n) = (all.correlation()?, games.len());
    let left: Option<Vec<f64>> = games.iter().map(|one| all.without(one).correlation()).collect();
    let half = match left {
        Some(left) if n > 1 => {
            let centre = left.iter().sum::<f64>() / n as f64;
            let squares: f64 = left.iter().map(|x| (x - centre).powi(2)).sum();
            student_t((n - 1) as f64) * (squares * (n - 1) as f64 / n as f64).sqrt()
        }
        _ => f64::INFINITY,
    };
    Some(Estimate { mean, half, n })
}
