//! Sums of one game, for means over games.

use super::Quantity;
use super::quantity::QUANTITIES;

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
