//! Paired comparison of two sides that met the same opponents in the same units.

use super::student::student_t;
use super::units::ConfidenceInterval;

/// The mean score difference of two sides, each score from 0 to 1, with its 95 % interval (Student's t), from -1 to 1.
/// Few units may agree by chance, so one of them counts as if it differed from the others by at least a game (*our
/// reading*). The arguments are the half points of each side by unit, and the number of games per unit. None for
/// fewer than two units.
///
/// ```
/// use junqi::tournament::rating::paired;
///
/// let gain = paired(&[4, 3, 4, 2], &[2, 3, 2, 2], 2).unwrap();
/// assert_eq!(gain.value, 0.25);
/// assert!(gain.low < 0.0 && gain.high > 0.5);
/// ```
pub fn paired(a: &[u64], b: &[u64], games: u64) -> Option<ConfidenceInterval> {
    let differences: Vec<f64> =
        a.iter().zip(b).map(|(a, b)| (*a as f64 - *b as f64) / (2 * games) as f64).collect();
    if differences.len() < 2 {
        return None;
    }
    let n = differences.len() as f64;
    let value = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - value).powi(2)).sum();
    let squares = squares.max((games as f64).powi(-2));
    let half = student_t(n - 1.0) * (squares / (n - 1.0) / n).sqrt();
    Some(ConfidenceInterval { value, low: (value - half).max(-1.0), high: (value + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_units_that_agree_prove_nothing() {
        let gain = paired(&[4, 4], &[2, 2], 2).unwrap();
        assert_eq!((gain.value, gain.low, gain.high), (0.5, -1.0, 1.0));
        let many = paired(&[4; 100], &[2; 100], 2).unwrap();
        assert!(many.low > 0.48 && many.high < 0.52);
    }
}
