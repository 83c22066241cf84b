//! Empirical likelihood of the outcomes of a unit: the maximum-likelihood distributions with a given
//! mean and with a given t-value.
//!
//! Outcome i of n + 1 scores i / n points. If s are the observed frequencies, the likeliest
//! distribution p with Σ p·a = 0 is p = s / (1 + x·a), where x is the root of the secular equation
//! Σ s·a / (1 + x·a) = 0. Sources: Owen, "Empirical Likelihood", 2001, section 2.9; Van den Bergh,
//! "Comments on normalized Elo", 2021, for the t-value.

/// Count of an outcome that was not observed, in units, so that its probability can be positive.
const UNSEEN: f64 = 1e-3;

/// Maximum number of steps to a root or a fixed point; no known case needs so many.
const MOST_STEPS: u32 = 200;

/// Relative frequencies of outcomes, each above 0, and the number of units.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    shares: Vec<f64>,
    total: f64,
}

impl Shares {
    pub(super) fn new(counts: &[u64]) -> Self {
        let counts = counts.iter().map(|&count| if count == 0 { UNSEEN } else { count as f64 });
        let mut shares: Vec<f64> = counts.collect();
        let total: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= total;
        }
        Self { shares, total }
    }

    /// The points of outcomes, from 0 to 1.
    fn points(&self) -> impl Iterator<Item = f64> {
        let most = (self.shares.len() - 1) as f64;
        (0..self.shares.len()).map(move |i| i as f64 / most)
    }

    /// Mean and standard deviation of a distribution over the outcomes.
    fn moments(&self, probabilities: &[f64]) -> (f64, f64) {
        let mean: f64 = self.points().zip(probabilities).map(|(a, p)| p * a).sum();
        let square = self.points().zip(probabilities).map(|(a, p)| p * (a - mean).powi(2));
        (mean, square.sum::<f64>().sqrt())
    }

    pub(super) fn mean(&self) -> f64 {
        self.moments(&self.shares).0
    }

    /// Twice the logarithm of the likelihood ratio between the frequencies and the likeliest
    /// distribution with this mean. 0 if the frequencies have this mean; infinite for the means 0 and
    /// 1, which allow only one outcome.
    pub(super) fn ratio(&self, mean: f64) -> f64 {
        if mean <= 0.0 || mean >= 1.0 {
            return f64::INFINITY;
        }
        let terms: Vec<f64> = self.points().map(|a| a - mean).collect();
        let x = secular_root(&self.shares, &terms);
        let logs = self.shares.iter().zip(&terms).map(|(s, a)| s * (x * a).ln_1p());
        2.0 * self.total * logs.sum::<f64>()
    }

    /// The likeliest distribution with this mean, which is strictly between 0 and 1.
    pub(super) fn with_mean(&self, mean: f64) -> Vec<f64> {
        self.without_mean_of(&self.points().map(|a| a - mean).collect::<Vec<_>>())
    }

    /// The likeliest distribution whose mean is `t` standard deviations above 1/2.
    ///
    /// A fixed-point iteration. Near a mean m and a standard deviation d, the condition is linear up
    /// to second order: the mean of a − 1/2 − (t·d / 2)·(1 + ((a − m) / d)²) is 0. The solution gives
    /// the next m and d, until they converge. For t > 0 that term is never above 0 at a = 0, and its
    /// mean under the previous solution is not below 0, because m' − 1/2 >= t·(d + d'² / d) / 2 >=
    /// t·d' there; so a root always exists. The start is the closed form for the outcomes 0 and 1.
    pub(super) fn with_t_value(&self, t: f64) -> Vec<f64> {
        let mut mean = 0.5 + 0.5 * t / t.hypot(1.0);
        let mut deviation = (mean * (1.0 - mean)).sqrt();
        let mut found = vec![];
        for _ in 0..MOST_STEPS {
            let bend = |a: f64| 1.0 + ((a - mean) / deviation).powi(2);
            let terms = self.points().map(|a| a - 0.5 - 0.5 * t * deviation * bend(a));
            found = self.without_mean_of(&terms.collect::<Vec<_>>());
            let (next, spread) = self.moments(&found);
            let moved = (next - mean).abs() + (spread - deviation).abs();
            (mean, deviation) = (next, spread);
            if moved < 1e-12 {
                break;
            }
        }
        found
    }

    /// Twice the logarithm of the likelihood ratio between the frequencies and the likeliest
    /// distribution with this t-value.
    pub(super) fn ratio_of_t(&self, t: f64) -> f64 {
        2.0 * self.log_ratio(&self.with_t_value(t), &self.shares)
    }

    /// The likeliest distribution under which these terms, one for every outcome, have mean 0.
    fn without_mean_of(&self, terms: &[f64]) -> Vec<f64> {
        let x = secular_root(&self.shares, terms);
        self.shares.iter().zip(terms).map(|(s, a)| s / (1.0 + x * a)).collect()
    }

    /// The logarithm of the likelihood ratio of two distributions, the first in the denominator.
    pub(super) fn log_ratio(&self, p0: &[f64], p1: &[f64]) -> f64 {
        let logs =
            self.shares.iter().zip(p0.iter().zip(p1)).map(|(s, (p0, p1))| s * (p1 / p0).ln());
        self.total * logs.sum::<f64>()
    }
}

/// The root x of Σ s·a / (1 + x·a) at which all denominators are positive; 0 if the terms do not have
/// both signs, because then there is no root.
///
/// The sum decreases between neighbouring poles. Multiplied by the two outer poles it is linear for
/// two terms and nearly linear for more, so Newton's method converges; a step that leaves the bracket
/// is replaced by bisection.
fn secular_root(shares: &[f64], terms: &[f64]) -> f64 {
    let most = terms.iter().copied().fold(0.0, f64::max);
    let least = terms.iter().copied().fold(0.0, f64::min);
    if most == 0.0 || least == 0.0 {
        return 0.0;
    }
    let mut low = -1.0 / most;
    let mut high = -1.0 / least;
    let mut x = 0.0;
    for _ in 0..MOST_STEPS {
        let mut sum = 0.0;
        let mut slope = 0.0;
        for (s, a) in shares.iter().zip(terms) {
            let part = a / (1.0 + x * a);
            sum += s * part;
            slope -= s * part * part;
        }
        if sum == 0.0 {
            break;
        }
        *(if sum > 0.0 { &mut low } else { &mut high }) = x;
        let poles = (1.0 + x * most) * (1.0 + x * least);
        let poles_slope = most * (1.0 + x * least) + least * (1.0 + x * most);
        let newton = x - sum * poles / (slope * poles + sum * poles_slope);
        let inside = low < newton && newton < high;
        let next = if inside { newton } else { f64::midpoint(low, high) };
        let room = (next + 1.0 / most).min(-1.0 / least - next);
        let settled = (next - x).abs() <= 1e-13 * room;
        x = next;
        if settled {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [&[u64]; 9] = [
        &[39, 8843, 26675, 9240, 44],
        &[0, 0, 0, 2, 0],
        &[0, 0, 0, 0, 30],
        &[3, 0, 5, 0, 4],
        &[0, 30, 0, 1, 0],
        &[1, 2, 3, 4, 5, 4, 3, 2, 1],
        &[0, 0, 9, 0, 0],
        &[0, 1, 1],
        &[7, 2, 90],
    ];

    #[test]
    fn distributions_are_what_they_must_be() {
        for counts in SAMPLES {
            let shares = Shares::new(counts);
            let own = shares.mean();
            assert!(shares.ratio(own).abs() < 1e-9, "{counts:?}");
            for mean in [1e-9, 0.01, 0.3, 0.5, 0.77, 0.999] {
                let found = shares.with_mean(mean);
                let at = format!("{counts:?} {mean} {found:?}");
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{at}");
                assert!((shares.moments(&found).0 - mean).abs() < 1e-9, "{at}");
                let ratio = 2.0 * shares.log_ratio(&found, &shares.shares);
                assert!((ratio - shares.ratio(mean)).abs() < 1e-7 * (1.0 + ratio), "{at}");
                let further = shares.ratio(own + (mean - own) * 0.9);
                assert!(further <= ratio + 1e-9, "{at}");
            }
            for t in [-4.0, -1.0, -0.08, 0.0, 0.02, 0.3, 1.0, 2.5, 5.0] {
                let found = shares.with_t_value(t);
                let (mean, deviation) = shares.moments(&found);
                let at = format!("{counts:?} {t} {found:?}");
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{at}");
                assert!(((mean - 0.5) / deviation - t).abs() < 1e-9, "{at}");
            }
        }
    }

    #[test]
    fn a_mean_has_the_likeliest_distribution() {
        // Two outcomes leave no choice.
        let shares = Shares { shares: vec![0.25, 0.75], total: 8.0 };
        let ratio = 2.0 * (2.0 * (0.25_f64 / 0.6).ln() + 6.0 * (0.75_f64 / 0.4).ln());
        assert!((shares.ratio(0.4) - ratio).abs() < 1e-12);
    }

    /// With three outcomes, mean and t-value leave one distribution; the best mean is searched.
    #[test]
    fn a_t_value_has_the_likeliest_distribution() {
        for (counts, t) in [
            ([3, 5, 4], 0.3),
            ([3, 5, 4], -0.7),
            ([7, 2, 90], 0.1),
            ([7, 2, 90], 2.0),
            ([1, 9, 2], 1.0),
        ] {
            let shares = Shares::new(&counts);
            let likelihood = |p: &[f64]| shares.log_ratio(&shares.shares, p);
            let with = |mean: f64| {
                let square = ((mean - 0.5) / t).powi(2) + mean * mean;
                let win = 2.0 * square - mean;
                [1.0 - 2.0 * mean + win, 2.0 * (mean - win), win]
            };
            let steps = (1..1_000_000_u32).map(|i| 0.5 + 0.5 * f64::from(i).copysign(t) * 1e-6);
            let all = steps.map(with).filter(|p| p.iter().all(|&p| p > 0.0));
            let best = all.map(|p| likelihood(&p)).fold(f64::NEG_INFINITY, f64::max);
            let found = likelihood(&shares.with_t_value(t));
            assert!((found - best).abs() < 1e-6, "{counts:?} {t}: found {found}, expected {best}");
        }
    }
}
