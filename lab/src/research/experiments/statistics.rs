//! Means and ratios with their uncertainty, as numbers and as text, and the tests of paired comparisons:
//! Student's, Wilcoxon's, and Holm's correction for families of them.

use crate::tournament::rating::{normal_cdf, student_cdf, student_t};
use serde::Serialize;

/// A mean and how far to either side its 95 % interval reaches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval; infinite (in JSON: null) for fewer than two observations.
    pub half: f64,
    /// Observations.
    pub n: usize,
}

/// The geometric mean of paired ratios with its 95 % interval: Student's of the logarithms, transformed
/// back. For counts that spread over powers of ten it says what an arithmetic mean hides.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RatioEstimate {
    /// The geometric mean.
    pub mean: f64,
    /// The lower end of the interval; 0 for fewer than two pairs.
    pub low: f64,
    /// The upper end; infinite (in JSON: null) for fewer than two pairs.
    pub high: f64,
    /// Pairs.
    pub n: usize,
}

impl RatioEstimate {
    /// From the mean of logarithms.
    pub fn of_logarithm(estimate: Estimate) -> Self {
        Self {
            mean: estimate.mean.exp(),
            low: estimate.low().exp(),
            high: estimate.high().exp(),
            n: estimate.n,
        }
    }
}

/// The logarithms of the ratios of pairs; `None` if there are no pairs or a number is not above 0.
pub(super) fn log_ratios(left: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let logarithms: Option<Vec<f64>> =
        left.iter().zip(right).map(|(l, r)| (*l > 0.0 && *r > 0.0).then(|| (l / r).ln())).collect();
    logarithms.filter(|all| !all.is_empty())
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

impl Estimate {
    /// The mean of independent observations, with Student's interval.
    pub fn of(sample: &[f64]) -> Self {
        let n = sample.len();
        let mean = mean(sample);
        let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
        let half = match n {
            0 | 1 => f64::INFINITY,
            _ => student_t((n - 1) as f64) * (squares / ((n - 1) * n) as f64).sqrt(),
        };
        Self { mean, half, n }
    }

    /// The mean of the differences of pairs.
    pub fn of_difference(left: &[f64], right: &[f64]) -> Self {
        Self::of(&left.iter().zip(right).map(|(l, r)| l - r).collect::<Vec<_>>())
    }

    /// The ratio of the means of pairs, with the interval of the linearised ratio. Source: Cochran,
    /// "Sampling techniques", 3rd ed. 1977, section 6.4.
    pub fn of_ratio(left: &[f64], right: &[f64]) -> Self {
        let base = mean(right);
        let ratio = mean(left) / base;
        let rest: Vec<f64> = left.iter().zip(right).map(|(l, r)| (l - ratio * r) / base).collect();
        Self { mean: ratio, ..Self::of(&rest) }
    }

    /// The 95 % interval of the mean of shares, which never leaves 0 to 1: Student's on the scale of log
    /// odds, transformed back; where all are 0 or all 1, Wilson's.
    pub fn share_interval(&self) -> [f64; 2] {
        let p = self.mean;
        if !self.half.is_finite() {
            return [0.0, 1.0];
        }
        if p <= 0.0 || p >= 1.0 {
            let square = student_t((self.n - 1) as f64).powi(2);
            let reach = square / (self.n as f64 + square);
            return if p <= 0.0 { [0.0, reach] } else { [1.0 - reach, 1.0] };
        }
        let odds = (p / (1.0 - p)).ln();
        let half = self.half / (p * (1.0 - p));
        [odds - half, odds + half].map(|odds| 1.0 / (1.0 + (-odds).exp()))
    }

    /// The two-sided p-value of Student's test that the mean lies a distance away from itself.
    pub(super) fn p(&self, distance: f64) -> f64 {
        if distance == 0.0 {
            return 1.0;
        }
        let degrees = self.n.saturating_sub(1);
        let error = self.half / student_t(degrees as f64);
        student_p(distance / error, degrees)
    }

    /// The lower end of the interval.
    pub fn low(&self) -> f64 {
        self.mean - self.half
    }

    /// Its upper end.
    pub fn high(&self) -> f64 {
        self.mean + self.half
    }
}

/// The two-sided p-value of a *t* statistic: the probability of one at least as far from 0 if only chance
/// made it. 1 without a degree of freedom.
fn student_p(t: f64, degrees: usize) -> f64 {
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
    let mut positive = 0.0;
    let mut ties = 0.0;
    let mut before = 0;
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
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, &place) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        least = least.max((left * p_values[place]).min(1.0));
        adjusted[place] = least;
    }
    adjusted
}

/// A number with three significant digits, or all digits before the decimal point.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "\u{2013}".into(),
        0.0 => "0".into(),
        size if size >= 100.0 || (size >= 1.0 && value.fract() == 0.0) => {
            thousands(value.round() as i64)
        }
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Groups of three digits.
fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

impl RatioEstimate {
    /// The ratio and its interval, with two digits of the interval's width.
    pub fn text(&self) -> String {
        let mean = self.mean;
        match self.digits().zip(self.interval()) {
            Some((digits, interval)) => format!("{mean:.digits$} ({interval})"),
            None => number(mean),
        }
    }

    /// The interval alone, such as `0.75 to 0.88`; `None` if it has no width or no end.
    pub(super) fn interval(&self) -> Option<String> {
        let Self { low, high, .. } = *self;
        self.digits().map(|digits| format!("{low:.digits$} to {high:.digits$}"))
    }

    /// Digits after the point that show two of the interval's width.
    fn digits(&self) -> Option<usize> {
        let width = self.high - self.low;
        let shows = self.high.is_finite() && width >= 1e-9;
        shows.then(|| usize::try_from(1 - width.log10().floor() as i32).unwrap_or(0).min(6))
    }
}

impl Estimate {
    /// The mean and half the width of its interval, with two digits of the latter.
    pub fn text(&self) -> String {
        if self.half == 0.0 || !self.half.is_finite() {
            return number(self.mean);
        }
        match usize::try_from(1 - self.half.log10().floor() as i32) {
            Ok(digits @ 1..) => {
                let digits = digits.min(6);
                format!("{:.digits$} \u{b1} {:.digits$}", self.mean, self.half)
            }
            _ => format!("{} \u{b1} {}", number(self.mean), number(self.half)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use junqi_core::base::random;
    use rand::RngExt;

    #[test]
    fn means_have_student_s_interval() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        assert!((estimate.half - 2.776_445 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-5);
        assert!(Estimate::of(&[7.0]).half.is_infinite());
    }

    #[test]
    fn intervals_of_shares_stay_within_0_and_1() {
        // Wilson's of 0 of 10 with Student's quantile of 9 degrees, 2.262: t^2 / (n + t^2).
        let [low, high] = Estimate::of(&[0.0; 10]).share_interval();
        assert!(low.abs() < 1e-12 && (high - 0.3385).abs() < 1e-3, "{high}");
        let [least, most] = Estimate::of(&[1.0; 10]).share_interval();
        assert!((least - (1.0 - high)).abs() < 1e-12 && (most - 1.0).abs() < 1e-12);
        let most = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0];
        let [low, high] = Estimate::of(&most).share_interval();
        assert!(0.4 < low && low < 0.9 && 0.9 < high && high < 1.0, "{low} to {high}");
        let half = Estimate::of(&[0.4, 0.6, 0.5, 0.45, 0.55, 0.5]);
        let [low, high] = half.share_interval();
        assert!((low - half.low()).abs() < 2e-3 && (high - half.high()).abs() < 2e-3);
    }

    #[test]
    fn ratios_are_averaged_by_their_logarithms() {
        let (left, right) = ([20.0, 500.0, 8.0], [10.0, 1000.0, 4.0]);
        let logarithms = log_ratios(&left, &right).unwrap();
        let ratio = RatioEstimate::of_logarithm(Estimate::of(&logarithms));
        assert!((ratio.mean - 2_f64.cbrt()).abs() < 1e-12 && ratio.n == 3);
        assert!((ratio.low * ratio.high - ratio.mean.powi(2)).abs() < 1e-9);
        assert!(ratio.low < 1.0 && ratio.high > 2.0);
        assert_eq!(log_ratios(&[1.0, 0.0], &[1.0, 1.0]), None);
        assert_eq!(log_ratios(&[], &[]), None);
        let one = RatioEstimate::of_logarithm(Estimate::of(&[0.0]));
        assert_eq!((one.mean, one.low, one.high), (1.0, 0.0, f64::INFINITY));
    }

    #[test]
    fn pairs_cancel_what_they_have_in_common() {
        let (left, right) = ([10.0, 200.0, 3000.0], [5.0, 100.0, 1500.0]);
        let ratio = Estimate::of_ratio(&left, &right);
        assert!((ratio.mean - 2.0).abs() < 1e-12 && ratio.half < 1e-9);
        let difference = Estimate::of_difference(&[3.0, 8.0], &[1.0, 6.0]);
        assert!((difference.mean - 2.0).abs() < 1e-12 && difference.half < 1e-9);
    }

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

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.012_34, "0.0123"),
            (1.234, "1.23"),
            (-56.78, "-56.8"),
            (999.4, "999"),
            (-1_234_567.0, "-1 234 567"),
            (f64::INFINITY, "\u{2013}"),
        ] {
            assert_eq!(number(value), text);
        }
        let estimate = |mean, half| Estimate { mean, half, n: 9 }.text();
        assert_eq!(estimate(5656.7, 146.2), "5 657 \u{b1} 146");
        assert_eq!(estimate(1.2, 0.0335), "1.200 \u{b1} 0.034");
        assert_eq!(estimate(-68.25, 3.25), "-68.2 \u{b1} 3.2");
        assert_eq!(estimate(7.0, f64::INFINITY), "7");
        let ratio = |mean, low, high| RatioEstimate { mean, low, high, n: 9 }.text();
        assert_eq!(ratio(0.8123, 0.75, 0.8798), "0.81 (0.75 to 0.88)");
        assert_eq!(ratio(12.3, 2.0, 75.6), "12 (2 to 76)");
        assert_eq!(ratio(1.0, 0.0, f64::INFINITY), "1");
    }
}
