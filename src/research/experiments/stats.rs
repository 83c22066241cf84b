//! Means with their uncertainty.

use crate::tournament::rating::student_t;
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
        let (mean, low) = (estimate.mean.exp(), estimate.low().exp());
        Self { mean, low, high: estimate.high().exp(), n: estimate.n }
    }
}

/// The logarithms of the ratios of pairs; `None` if there are no pairs or a number is not above 0.
pub(super) fn log_ratios(left: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let logarithm = |(l, r): (&f64, &f64)| (*l > 0.0 && *r > 0.0).then(|| (l / r).ln());
    let logarithms: Option<Vec<f64>> = left.iter().zip(right).map(logarithm).collect();
    logarithms.filter(|all| !all.is_empty())
}

impl Estimate {
    /// The mean of independent observations, with Student's interval.
    pub fn of(sample: &[f64]) -> Self {
        let n = sample.len();
        let mean = sample.iter().sum::<f64>() / n as f64;
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
        let mean = |sample: &[f64]| sample.iter().sum::<f64>() / sample.len() as f64;
        let (ratio, base) = (mean(left) / mean(right), mean(right));
        let rest: Vec<f64> = left.iter().zip(right).map(|(l, r)| (l - ratio * r) / base).collect();
        Self { mean: ratio, ..Self::of(&rest) }
    }

    /// The 95 % interval of the mean of shares, which never leaves 0 to 1: Student's on the scale of log
    /// odds, transformed back; where all are 0 or all 1, Wilson's.
    pub fn share_interval(&self) -> [f64; 2] {
        let (p, n) = (self.mean, self.n as f64);
        if !self.half.is_finite() {
            return [0.0, 1.0];
        }
        if p <= 0.0 || p >= 1.0 {
            let square = student_t((self.n - 1) as f64).powi(2);
            let reach = square / (n + square);
            return if p <= 0.0 { [0.0, reach] } else { [1.0 - reach, 1.0] };
        }
        let (odds, half) = ((p / (1.0 - p)).ln(), self.half / (p * (1.0 - p)));
        [odds - half, odds + half].map(|odds| 1.0 / (1.0 + (-odds).exp()))
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
