//! Probabilities by kind: normalization, entropy, and fitting a table of them to given column sums.

use crate::game::rules::ARMY;
use crate::gametree::position::Bits;

/// Entropy up to which a piece counts as known, in bits: above the rounding error of a posterior.
const KNOWN_BITS: f64 = 1e-9;

/// Largest error of a column sum when the fit is done.
pub(super) const TOLERANCE: f64 = 1e-7;
/// Sweeps of proportional fitting before the first Newton step.
const SWEEPS: usize = 3;
/// Most Newton steps.
const MOST_STEPS: usize = 20;
/// The matrix is recomputed when the last step left more than this part of the error; near the end
/// the matrix of an earlier step does as well.
const STALE: f64 = 0.1;
/// Largest change of the logarithm of a column's scale in a step.
const FURTHEST: f64 = 3.0;
/// Added to the diagonal: the matrix is singular, since scaling all columns alike changes nothing.
const RIDGE: f64 = 1e-10;
/// Rows with a smaller sum are not scaled.
const MIN_SUM: f64 = 1e-12;

/// Probabilities of the kinds of one piece, strongest kind first.
pub(super) type KindProbabilities = [f64; 12];

/// Divides weights by their sum, so that they sum to 1; `None` if all are 0.
pub(super) fn normalized(weights: KindProbabilities) -> Option<KindProbabilities> {
    let sum: f64 = weights.iter().sum();
    (sum > 0.0).then(|| weights.map(|p| p / sum))
}

/// The piece numbers in a bit set, in ascending order.
#[inline]
pub(super) fn numbers(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (number < ARMY).then_some(number)
    })
}

/// Mean of the entropies above 10⁻⁹ bits, and their number; `None` if there are none.
pub fn mean_entropy(entropies: impl Iterator<Item = f64>) -> Option<(Bits, usize)> {
    let mut sum = 0.0;
    let mut count = 0;
    for bits in entropies.filter(|&bits| bits > KNOWN_BITS) {
        sum += bits;
        count += 1;
    }
    (count > 0).then(|| (Bits(sum / count as f64), count))
}

/// Shannon entropy of a probability distribution, in bits.
pub fn entropy(probabilities: &[f64]) -> Bits {
    let terms = probabilities.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2());
    // Nothing to sum gives -0.
    Bits(terms.sum::<f64>() + 0.0)
}

/// Scales the columns of the rows in the bit set `free`, and every row to sum 1, until the columns
/// sum to `targets`; returns whether they do.
///
/// The result is unique: of all tables with these sums, the one nearest to the original by relative
/// entropy. Iterative proportional fitting (Deming & Stephan, Annals of Mathematical Statistics 11,
/// 1940) starts it but may converge slowly; Newton's method on the logarithms of the scales, which
/// minimize a convex function, finishes it.
pub(super) fn fit(
    rows: &mut [KindProbabilities; ARMY],
    free: u32,
    targets: &KindProbabilities,
) -> bool {
    // The rows move together, so that the sweeps run over consecutive ones.
    let mut table = Table { rows: [[0.0; 12]; ARMY], len: 0 };
    for number in numbers(free) {
        table.rows[table.len] = rows[number];
        table.len += 1;
    }
    let done = table.fit(targets);
    for (number, row) in numbers(free).zip(table.rows) {
        rows[number] = row;
    }
    done
}

/// The rows that are scaled, the first `len`.
struct Table {
    rows: [KindProbabilities; ARMY],
    len: usize,
}

impl Table {
    fn fit(&mut self, targets: &KindProbabilities) -> bool {
        let mut sums = [0.0; 12];
        for row in &self.rows[..self.len] {
            add(&mut sums, row);
        }
        let mut equations = None;
        let mut error_before = f64::INFINITY;
        for step in 0..SWEEPS + MOST_STEPS {
            let gap: KindProbabilities = std::array::from_fn(|k| targets[k] - sums[k]);
            let error = gap.iter().fold(0.0_f64, |most, gap| most.max(gap.abs()));
            if error <= TOLERANCE {
                return true;
            }
            let scale = if step < SWEEPS {
                ratios(targets, &sums)
            } else {
                if error >= STALE * error_before {
                    equations = None;
                }
                error_before = error;
                let equations = equations.get_or_insert_with(|| self.equations(&sums));
                let logarithms = equations.solve(gap);
                logarithms.map(|step| step.clamp(-FURTHEST, FURTHEST).exp())
            };
            sums = self.scale(&scale);
        }
        false
    }

    /// Scales the columns, then every row to sum 1; returns the column sums.
    #[inline]
    fn scale(&mut self, scale: &KindProbabilities) -> KindProbabilities {
        let mut sums = [0.0; 12];
        for row in &mut self.rows[..self.len] {
            let scaled: KindProbabilities = std::array::from_fn(|k| row[k] * scale[k]);
            let sum: f64 = scaled.iter().sum();
            if sum > MIN_SUM {
                *row = scaled.map(|p| p / sum);
            }
            add(&mut sums, row);
        }
        sums
    }

    /// The matrix of a Newton step: the column sums on the diagonal, minus the sum of p pᵀ over the
    /// rows p.
    fn equations(&self, sums: &KindProbabilities) -> Equations {
        let mut matrix = [[0.0; 12]; 12];
        for row in &self.rows[..self.len] {
            for (line, p) in matrix.iter_mut().zip(row) {
                if *p > 0.0 {
                    line.iter_mut().zip(row).for_each(|(entry, q)| *entry -= p * q);
                }
            }
        }
        for k in 0..12 {
            matrix[k][k] += sums[k] + RIDGE;
        }
        Equations::new(matrix)
    }
}

/// The scales of a sweep of proportional fitting.
fn ratios(targets: &KindProbabilities, sums: &KindProbabilities) -> KindProbabilities {
    std::array::from_fn(|k| if sums[k] > 0.0 { targets[k].max(0.0) / sums[k] } else { 0.0 })
}

#[inline]
fn add(sums: &mut KindProbabilities, row: &KindProbabilities) {
    sums.iter_mut().zip(row).for_each(|(sum, p)| *sum += p);
}

/// A positive semidefinite matrix after Gaussian elimination, with the inverses of its pivots.
struct Equations {
    matrix: [KindProbabilities; 12],
    inverses: KindProbabilities,
}

impl Equations {
    fn new(mut matrix: [KindProbabilities; 12]) -> Self {
        let mut inverses = [0.0; 12];
        for k in 0..12 {
            let pivot = matrix[k];
            inverses[k] = 1.0 / pivot[k].max(RIDGE);
            for i in k + 1..12 {
                let factor = pivot[i] * inverses[k];
                matrix[i].iter_mut().zip(pivot).for_each(|(to, p)| *to -= factor * p);
            }
        }
        Self { matrix, inverses }
    }

    fn solve(&self, mut right: KindProbabilities) -> KindProbabilities {
        for k in 0..12 {
            let part = right[k] * self.inverses[k];
            let below = right[k + 1..].iter_mut();
            below.zip(&self.matrix[k][k + 1..]).for_each(|(entry, m)| *entry -= m * part);
        }
        for k in (0..12).rev() {
            let known: f64 = (k + 1..12).map(|i| self.matrix[k][i] * right[i]).sum();
            right[k] = (right[k] - known) * self.inverses[k];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::split_mix;

    #[test]
    fn a_fit_meets_the_sums_and_keeps_the_odds_ratios() {
        for seed in 0..200_u64 {
            let mut state = seed;
            let mut uniform = || (split_mix(&mut state) >> 11) as f64 / (1_u64 << 53) as f64;
            let mut table = || -> [KindProbabilities; ARMY] {
                let row = |_| std::array::from_fn(|_| uniform().powi(1 + (seed % 20) as i32));
                let rows: [KindProbabilities; ARMY] = std::array::from_fn(row);
                rows.map(|row: KindProbabilities| row.map(|p| p / row.iter().sum::<f64>()))
            };
            let (before, aim) = (table(), table());
            let mut targets = [0.0; 12];
            for row in &aim {
                add(&mut targets, row);
            }
            let mut after = before;
            assert!(fit(&mut after, (1 << ARMY) - 1, &targets), "seed {seed}");
            let mut sums = [0.0; 12];
            for row in &after {
                add(&mut sums, row);
            }
            assert!(
                sums.iter().zip(targets).all(|(s, l)| (s - l).abs() <= TOLERANCE),
                "seed {seed}"
            );
            let odds = |rows: &[KindProbabilities; ARMY], i: usize, k: usize| {
                rows[i][k] * rows[0][0] / (rows[i][0] * rows[0][k])
            };
            for (i, k) in (1..ARMY).zip((1..12).cycle()) {
                let (a, b) = (odds(&before, i, k), odds(&after, i, k));
                assert!((a / b - 1.0).abs() < 1e-6, "seed {seed}: {a} {b}");
            }
        }
    }
}
