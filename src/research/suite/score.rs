//! Intervals of shares.

use crate::tournament::rating::ConfidenceInterval;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A share with its 95 % interval; none without trials. Source: Wilson, "Probable inference, the law of
/// succession, and statistical inference", Journal of the American Statistical Association 22 (1927).
///
/// ```
/// use junqi::research::suite::wilson;
///
/// let share = wilson(8, 10).unwrap();
/// assert_eq!(share.value, 0.8);
/// assert!((share.low - 0.4902).abs() < 1e-4 && (share.high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Option<ConfidenceInterval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let value = successes as f64 / n;
    let centre = value + Z * Z / (2.0 * n);
    let half = Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    let [low, high] = [centre - half, centre + half].map(|end| end / (1.0 + Z * Z / n));
    Some(ConfidenceInterval { value, low: low.max(0.0), high: high.min(1.0) })
}
