//! The measured quantities, their sums over one game, and reports over games: means with confidence intervals.

use crate::research::experiments::Estimate;
use crate::tournament::rating::student_t;
use junqi_core::game::rules::Phase;
use serde::Serialize;
use std::collections::BTreeMap;

/// Number of plies per bucket along the game.
pub(super) const BUCKET: u32 = 20;

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
        let mut means = BTreeMap::new();
        for quantity in Quantity::ALL {
            let ratios: Vec<Ratio> = sums.iter().map(|sums| sums.of(quantity)).collect();
            if let Some(mean) = estimate(&ratios) {
                means.insert(quantity.name(), mean);
            }
        }
        let families: Vec<Families> = sums.iter().map(|sums| sums.families).collect();
        PhaseMeasures {
            phase: phase.map_or_else(|| "all".into(), |phase| phase.to_string()),
            moves: self.counts(phase),
            means,
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
        let mut found = vec![];
        for at in 0..buckets {
            let [moves, entropy] = [0, 1].map(|which| {
                let ratios = self.games.iter().filter_map(|game| Some(game.plies.get(at)?[which]));
                estimate(&ratios.collect::<Vec<_>>())
            });
            found.push(Bucket { from: BUCKET * at as u32, moves, entropy });
        }
        found
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
    let mean = all.correlation()?;
    let n = games.len();
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

/// A mean over positions, rounds or leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Legal moves of the seat to move; at every ply.
    Moves,
    /// Legal moves of all living seats of its team, each counted as on its own turn.
    TeamMoves,
    /// Moves of the seat if all its pieces, mines included, moved like officers: the moves that a seat
    /// which knows no kind can list for it.
    MovesAsOfficers,
    /// Moves of the seat if all its pieces moved like engineers: the moves that such a seat cannot
    /// exclude.
    MovesAsEngineers,
    /// Mean entropy of a hidden enemy piece on the board, in bits.
    Entropy,
    /// Total entropy of all hidden pieces on the board, treated as independent, in bits.
    Bits,
    /// log2 of the number of deployments of the hidden seats that are consistent with the events.
    Worlds,
    /// Bits of `Bits` lost from a move of a seat to its next one.
    BitsLost,
    /// Fraction of `Bits` lost from a move of a seat to its next one.
    BitsShare,
    /// Bits of `Worlds` lost from a move of a seat to its next one: halvings of its information set.
    WorldsLost,
    /// Fraction of `Worlds` lost from a move of a seat to its next one.
    WorldsShare,
    /// Leaf correlation: the probability that two sibling leaves are both won, both lost or both
    /// drawn.
    LeafSame,
    /// Fraction of leaves that are won or lost.
    LeafDecided,
    /// Bias: fraction of leaves won by the side to move at the position; a draw is half a win.
    LeafWon,
    /// Imbalance of the leaves of one position: |won - lost| as a fraction of all.
    LeafLean,
    /// The probability that two sampled worlds have the same best move at the position.
    SameBest,
    /// That probability for a uniformly random move: 1 / moves.
    SameByChance,
    /// Gain in win probability from knowing the true one of the sampled worlds, at one ply.
    Knowing,
    /// Fraction of positions whose game the side to move won in the end; a draw is half a win.
    GameWon,
}

/// Number of quantities.
const QUANTITIES: usize = Quantity::ALL.len();

impl Quantity {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 19] = [
        Self::Moves,
        Self::TeamMoves,
        Self::MovesAsOfficers,
        Self::MovesAsEngineers,
        Self::Entropy,
        Self::Bits,
        Self::Worlds,
        Self::BitsLost,
        Self::BitsShare,
        Self::WorldsLost,
        Self::WorldsShare,
        Self::LeafSame,
        Self::LeafDecided,
        Self::LeafWon,
        Self::LeafLean,
        Self::SameBest,
        Self::SameByChance,
        Self::Knowing,
        Self::GameWon,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The name in tables, at most 32 columns.
    pub fn label(self) -> &'static str {
        self.texts().1
    }

    /// Decimal places to print.
    pub fn digits(self) -> usize {
        match self {
            Self::Moves
            | Self::TeamMoves
            | Self::MovesAsOfficers
            | Self::MovesAsEngineers
            | Self::Bits
            | Self::Worlds => 1,
            Self::Knowing | Self::BitsShare | Self::WorldsShare | Self::SameByChance => 4,
            Self::BitsLost | Self::WorldsLost => 2,
            _ => 3,
        }
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Moves => ("moves", "moves of the seat, mean"),
            Self::TeamMoves => ("team_moves", "moves of its team"),
            Self::MovesAsOfficers => ("moves_as_officers", "if all its pieces were officers"),
            Self::MovesAsEngineers => ("moves_as_engineers", "if all its pieces were engineers"),
            Self::Entropy => ("entropy", "bits per hidden enemy piece"),
            Self::Bits => ("bits", "bits, marginals"),
            Self::Worlds => ("worlds", "bits of all worlds"),
            Self::BitsLost => ("bits_lost", "bits lost per round, marginals"),
            Self::BitsShare => ("bits_share", "the same as a fraction"),
            Self::WorldsLost => ("worlds_lost", "halvings per round"),
            Self::WorldsShare => ("worlds_share", "the same as a fraction"),
            Self::LeafSame => ("leaf_same", "siblings alike"),
            Self::LeafDecided => ("leaf_decided", "leaves won or lost"),
            Self::LeafWon => ("leaf_won", "leaves won by the mover"),
            Self::LeafLean => ("leaf_lean", "lean of a position's leaves"),
            Self::SameBest => ("same_best", "worlds agree"),
            Self::SameByChance => ("same_by_chance", "by chance"),
            Self::Knowing => ("knowing", "value of perfect information"),
            Self::GameWon => ("game_won", "games won by the mover"),
        }
    }
}

/// A sum of observations and their number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ratio {
    /// Sum of the observations.
    pub sum: f64,
    /// Number of observations.
    pub count: f64,
}

impl Ratio {
    /// One more observation.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    /// The observations of another.
    pub fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

/// Sums for the correlation of sibling values (intraclass correlation): of two random siblings of a
/// random family.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Families {
    /// Number of families.
    pub count: f64,
    /// Sum of their means.
    pub mean: f64,
    /// Sum of their mean squares.
    pub square: f64,
    /// Sum of their mean products of two different siblings.
    pub product: f64,
}

impl Families {
    /// Adds a family; ignores families of fewer than two values.
    pub fn add(&mut self, values: &[f64]) {
        let n = values.len() as f64;
        if values.len() < 2 {
            return;
        }
        let sum: f64 = values.iter().sum();
        let squares: f64 = values.iter().map(|v| v * v).sum();
        self.count += 1.0;
        self.mean += sum / n;
        self.square += squares / n;
        self.product += (sum * sum - squares) / (n * (n - 1.0));
    }

    /// Adds the families of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.mean += other.mean;
        self.square += other.square;
        self.product += other.product;
    }

    /// Removes the families of another sum, which must be included in this one.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            count: self.count - other.count,
            mean: self.mean - other.mean,
            square: self.square - other.square,
            product: self.product - other.product,
        }
    }

    /// Pearson's correlation of two siblings; none if all values are equal.
    pub fn correlation(&self) -> Option<f64> {
        let mean = self.mean / self.count;
        let variance = self.square / self.count - mean * mean;
        // Rounding can leave a tiny positive variance for equal values.
        (variance > 1e-12).then(|| (self.product / self.count - mean * mean) / variance)
    }
}

/// The sums of a phase of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PhaseSums {
    ratios: [Ratio; QUANTITIES],
    /// Values of sibling leaves, as 2 p - 1 for a win probability p of the side to move at the position.
    pub families: Families,
}

impl PhaseSums {
    /// One more observation.
    pub fn add(&mut self, quantity: Quantity, value: f64) {
        self.ratios[quantity as usize].add(value);
    }

    /// Adds an observation, if there is one.
    pub fn add_some(&mut self, quantity: Quantity, value: Option<f64>) {
        if let Some(value) = value {
            self.add(quantity, value);
        }
    }

    /// The sum of a quantity.
    pub fn of(&self, quantity: Quantity) -> Ratio {
        self.ratios[quantity as usize]
    }

    /// The observations of another.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.ratios.iter_mut().zip(&other.ratios) {
            own.merge(more);
        }
        self.families.merge(&other.families);
    }
}

/// The measures of one game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameMeasures {
    /// By phase.
    pub phases: [PhaseSums; 3],
    /// By phase and number of legal moves, the number of positions.
    pub moves: [Vec<u64>; 3],
    /// By twenty plies: numbers of moves, and bits per hidden enemy piece.
    pub plies: Vec<[Ratio; 2]>,
    /// Number of closely measured positions.
    pub positions: u64,
    /// Number of moves made.
    pub length: u32,
}

impl GameMeasures {
    /// The sums of the whole game.
    pub fn whole(&self) -> PhaseSums {
        let mut whole = PhaseSums::default();
        for sums in &self.phases {
            whole.merge(sums);
        }
        whole
    }

    /// Counts the legal moves of a position.
    pub(super) fn count_moves(&mut self, phase: usize, moves: usize) {
        let counts = &mut self.moves[phase];
        if counts.len() <= moves {
            counts.resize(moves + 1, 0);
        }
        counts[moves] += 1;
        self.phases[phase].add(Quantity::Moves, moves as f64);
    }
}
