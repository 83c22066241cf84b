//! Tests of paired comparisons: Student's, Wilcoxon's, and Holm's correction for families of them.

use crate::tournament::rating::{normal_cdf, student_cdf};

/// The two-sided p-value of a *t* statistic: the probability of one at least as far from 0 if only chance
/// made it. 1 without a degree of freedom.
pub(super) fn student_p(t: f64, degrees: usize) -> f64 {
    if degrees == 0 || t.is_nan() {
        return 1.0;
    }
    2.0 * student_cdf(-t.abs(), degrees as f64)
}

/// Fewest differences other than 0 for which the normal approximation of Wilcoxon's test is used.
const MIN_SAMPLES: usize = 8;

/// The two-sided p-value of Wilcoxon's signed-rank test that differences are symmetric around 0: by the
/// normal approximation with mid-ranks and a correction for ties and for continuity. `None` for fewer than
/// eight differences other than 0. Source: Wilcoxon, "Individual comparisons by ranking methods",
/// Biometrics Bulletin 1, 1945; Hollander & Wolfe, "Nonparametric statistical methods", section 3.1.
pub(super) fn wilcoxon_p(differences: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = sorted.len();
    if n < MIN_SAMPLES {
        return None;
    }
    let (mut positive, mut ties, mut before) = (0.0, 0.0, 0);
    for group in sorted.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let size = group.len();
        let rank = before as f64 + f64::midpoint(size as f64, 1.0);
        positive += rank * group.iter().filter(|d| **d > 0.0).count() as f64;
        ties += (size * size * size - size) as f64;
        before += size;
    }
    let n = n as f64;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let distance = ((positive - n * (n + 1.0) / 4.0).abs() - 0.5).max(0.0);
    Some(2.0 * normal_cdf(-distance / variance.sqrt()))
}

/// Holm's adjusted p-values, in the order of the given ones: with them, the probability that a family of
/// comparisons has any false finding at level α is at most α, whatever their dependence. Source: Holm, "A
/// simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.
pub(super) fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut adjusted, mut least) = (vec![1.0; p_values.len()], 0.0_f64);
    for (rank, &place) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        least = least.max((left * p_values[place]).min(1.0));
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use rand::RngExt;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 2e-4, "{found}, expected {expected}");
    }

    #[test]
    fn p_values_are_those_of_the_tables() {
        // Abramowitz & Stegun 1964, table 26.10: the 97.5 % quantiles.
        for (degrees, t) in [(1, 12.706), (5, 2.571), (29, 2.045)] {
            near(student_p(t, degrees), 0.05);
            near(student_p(-t, degrees), 0.05);
        }
        assert_eq!((student_p(9.0, 0), student_p(f64::NAN, 3)), (1.0, 1.0));
        near(student_p(f64::INFINITY, 3), 0.0);
    }

    #[test]
    fn all_ranks_on_one_side_are_surprising() {
        // n = 10, W+ = 55: z = (27.5 - 0.5) / sqrt(96.25) = 2.752.
        let up: Vec<f64> = (1..=10).map(f64::from).collect();
        near(wilcoxon_p(&up).unwrap(), 0.00592);
        let mixed = [1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0, -8.0];
        // W+ = 16 of a mean of 18: z = (2 - 0.5) / sqrt(51) = 0.2100.
        near(wilcoxon_p(&mixed).unwrap(), 0.8336);
        assert_eq!(wilcoxon_p(&[1.0; 7]), None);
        assert_eq!(wilcoxon_p(&[0.0; 50]), None);
    }

    /// Under the null hypothesis a test at 5 % rejects in about 5 % of samples.
    #[test]
    fn chance_alone_is_rejected_as_often_as_promised() {
        let mut rng = random::stream(3, &[]);
        let (mut student, mut ranks, rounds) = (0, 0, 4000);
        for _ in 0..rounds {
            let sample: Vec<f64> = (0..20).map(|_| rng.random_range(-1.0..1.0)).collect();
            let estimate = crate::research::experiments::Estimate::of(&sample);
            student += u32::from(estimate.low() > 0.0 || estimate.high() < 0.0);
            ranks += u32::from(wilcoxon_p(&sample).unwrap() < 0.05);
        }
        let share = |count| f64::from(count) / f64::from(rounds);
        for found in [share(student), share(ranks)] {
            assert!((0.04..0.06).contains(&found), "{found}");
        }
    }

    #[test]
    fn holm_s_example() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(found, expected);
        }
        assert_eq!(holm(&[0.6, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
