//! Mixed equilibria of two-player zero-sum games given as a matrix.
//!
//! Regret matching plus with averages that weigh later rounds more. Source: Tammelin, Burch, Johanson
//! & Bowling, "Solving heads-up limit Texas hold'em", IJCAI 2015. That the mixture is one is not
//! believed but computed: its exploitability bounds how far it is from an equilibrium.

use ndarray::Array2;

/// Maximum number of rounds.
const ROUNDS: u32 = 200_000;
/// Number of rounds between two computations of the exploitability.
const LOOK: u32 = 500;

/// Mixed strategies of both players.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// Probabilities of the row player's strategies; they sum to 1.
    pub rows: Vec<f64>,
    /// Probabilities of the column player's strategies; they sum to 1.
    pub columns: Vec<f64>,
    /// Expected payoff of the row player.
    pub value: f64,
    /// Sum of both players' gains from best responses; 0 at an equilibrium.
    pub exploitability: f64,
}

/// An equilibrium of a game in which the row player gets `payoff[[row, column]]` and the column player
/// the opposite, exploitable by less than `tolerance` if that can be reached.
///
/// ```
/// use junqi_lab::tournament::rating::equilibrium;
/// use ndarray::arr2;
///
/// // Matching pennies, where one match pays double.
/// let mixed = equilibrium(&arr2(&[[2.0, -1.0], [-1.0, 1.0]]), 1e-6);
/// assert!((mixed.rows[0] - 0.4).abs() < 1e-3 && (mixed.value - 0.2).abs() < 1e-3);
/// ```
pub fn equilibrium(payoff: &Array2<f64>, tolerance: f64) -> Equilibrium {
    let (rows, columns) = payoff.dim();
    let mut sides = [Side::new(rows), Side::new(columns)];
    let mut found = judged(payoff, &sides);
    for round in 1..=ROUNDS {
        let mixture = sides[1].mixture();
        let gains: Vec<f64> =
            payoff.rows().into_iter().map(|row| dot(row.iter(), &mixture)).collect();
        sides[0].learn(&gains, round);
        let mixture = sides[0].mixture();
        let gains: Vec<f64> =
            payoff.columns().into_iter().map(|column| -dot(column.iter(), &mixture)).collect();
        sides[1].learn(&gains, round);
        if round % LOOK == 0 {
            found = judged(payoff, &sides);
            if found.exploitability < tolerance {
                break;
            }
        }
    }
    found
}

fn dot<'a>(values: impl Iterator<Item = &'a f64>, mixture: &[f64]) -> f64 {
    values.zip(mixture).map(|(value, part)| value * part).sum()
}

/// The average strategies of both players with their exploitability.
fn judged(payoff: &Array2<f64>, sides: &[Side; 2]) -> Equilibrium {
    let [rows, columns] = sides.each_ref().map(Side::average);
    let by_row: Vec<f64> = payoff.rows().into_iter().map(|row| dot(row.iter(), &columns)).collect();
    let by_column = payoff.columns().into_iter().map(|column| dot(column.iter(), &rows));
    let value = dot(by_row.iter(), &rows);
    let best = by_row.iter().copied().fold(f64::MIN, f64::max);
    let exploitability = best - by_column.fold(f64::MAX, f64::min);
    Equilibrium { rows, columns, value, exploitability }
}

/// The cumulative regrets and strategies of a player.
struct Side {
    regrets: Vec<f64>,
    played: Vec<f64>,
}

impl Side {
    fn new(strategies: usize) -> Self {
        Self { regrets: vec![0.0; strategies], played: vec![0.0; strategies] }
    }

    /// The current strategy: proportional to the positive regrets.
    fn mixture(&self) -> Vec<f64> {
        scaled(&self.regrets)
    }

    /// The average strategy.
    fn average(&self) -> Vec<f64> {
        scaled(&self.played)
    }

    /// Adds the gain of each strategy.
    fn learn(&mut self, gains: &[f64], round: u32) {
        let mixture = self.mixture();
        let had = dot(gains.iter(), &mixture);
        for (i, gain) in gains.iter().enumerate() {
            self.played[i] += f64::from(round) * mixture[i];
            self.regrets[i] = (self.regrets[i] + gain - had).max(0.0);
        }
    }
}

/// Normalizes to a sum of 1; uniform if all are 0.
fn scaled(values: &[f64]) -> Vec<f64> {
    let sum: f64 = values.iter().sum();
    let even = 1.0 / values.len() as f64;
    values.iter().map(|value| if sum > 0.0 { value / sum } else { even }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::arr2;

    #[test]
    fn games_with_known_equilibria() {
        let scissors = arr2(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
        let mixed = equilibrium(&scissors, 1e-7);
        assert!(mixed.rows.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-4), "{mixed:?}");
        // One dominates.
        let plain = equilibrium(&arr2(&[[0.0, 0.3], [-0.3, 0.0]]), 1e-7);
        assert!((plain.rows[0] - 1.0).abs() < 1e-4 && plain.value.abs() < 1e-4, "{plain:?}");
        // Three thirds and a fourth that loses to all.
        let four = arr2(&[
            [0.0, -1.0, 1.0, 0.5],
            [1.0, 0.0, -1.0, 0.5],
            [-1.0, 1.0, 0.0, 0.5],
            [-0.5, -0.5, -0.5, 0.0],
        ]);
        let mixed = equilibrium(&four, 1e-7);
        assert!(mixed.rows[3] < 1e-4 && mixed.exploitability < 1e-5, "{mixed:?}");
    }

    /// The exploitability of a random game's mixture is what best responses to it get.
    #[test]
    fn random_games_are_solved() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            (state >> 40) as f64 / (1_u64 << 24) as f64 - 0.5
        };
        for _ in 0..10 {
            let payoff = Array2::from_shape_simple_fn((9, 6), &mut next);
            let mixed = equilibrium(&payoff, 1e-5);
            assert!(mixed.exploitability < 1e-4, "{mixed:?}");
            for row in payoff.rows() {
                assert!(dot(row.iter(), &mixed.columns) < mixed.value + 1e-4);
            }
            for column in payoff.columns() {
                assert!(dot(column.iter(), &mixed.rows) > mixed.value - 1e-4);
            }
        }
    }
}
