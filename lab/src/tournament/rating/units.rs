//! Scores of the units of a match, the estimates from them, and the distributions of their intervals.

use super::tilt::Shares;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Smallest distance of an expected score from 0 or 1 that the estimates resolve: about 3,600 Elo.
const RESOLUTION: f64 = 1e-9;

/// Number of bisection steps that reduce an interval in 0 to 1 to floating-point precision.
const HALVINGS: u32 = 100;

/// Largest t-value of a unit's score that the estimates resolve.
const FAR: f64 = 50.0;

/// Units of k games each, counted by their score: 0, 1, .. 2k half points of the first side.
///
/// ```
/// use junqi_lab::tournament::rating::Units;
/// let mut pairs = Units::new(2);
/// for half_points in [2, 3, 4, 2, 1, 3, 3, 4] {
///     pairs.add(half_points);
/// }
/// assert_eq!(pairs.counts(), [0, 1, 2, 3, 2]);
/// let score = pairs.score().unwrap();
/// assert!(score.low < 0.5 && score.value == 0.6875 && score.high < 1.0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Units {
    counts: Vec<u64>,
}

/// An estimate with its 95 % interval. Infinite ends are null in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ConfidenceInterval {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The Elo difference for an expected score p between 0 and 1: 400 · log10(p / (1 − p)); infinite for 0
/// and 1.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score for an Elo difference: 1 / (1 + 10^(−elo / 400)).
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Normalised Elo per standard deviation of a game: the slope of 400 · log10(p / (1 − p)) at 1/2,
/// with the standard deviation 1/2 of a game without draws.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl Units {
    /// No units yet, of `games` games each.
    ///
    /// # Panics
    ///
    /// If `games` is 0.
    pub fn new(games: u64) -> Self {
        assert!(games > 0, "games of a unit: found 0, expected 1 or more");
        Self { counts: vec![0; 2 * games as usize + 1] }
    }

    /// From the number of units with every score, the worst first; none unless there are 2k + 1
    /// numbers for a k from 1.
    pub fn from_counts(counts: &[u64]) -> Option<Self> {
        let games = counts.len() / 2;
        (games > 0 && counts.len() % 2 == 1).then(|| Self { counts: counts.to_vec() })
    }

    /// Adds a unit with a score in half points.
    ///
    /// # Panics
    ///
    /// If the score is more than two half points per game.
    pub fn add(&mut self, half_points: u64) {
        self.counts[half_points as usize] += 1;
    }

    /// Number of games in a unit.
    pub fn games(&self) -> u64 {
        self.counts.len() as u64 / 2
    }

    /// Number of units by score in half points, from 0.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of units.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean of the scores of units, each from 0 to 1; none without units.
    pub fn mean(&self) -> Option<f64> {
        let half_points: u64 = (0..).zip(&self.counts).map(|(i, count)| i * count).sum();
        let most = self.total() * (self.counts.len() as u64 - 1);
        (most > 0).then(|| half_points as f64 / most as f64)
    }

    /// The unbiased estimate of the variance of the scores of units, each from 0 to 1; none for
    /// fewer than two.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let n = self.total();
        let most = (self.counts.len() - 1) as f64;
        let squares: f64 = self
            .counts
            .iter()
            .enumerate()
            .map(|(i, &count)| count as f64 * (i as f64 / most - mean).powi(2))
            .sum();
        (n > 1).then(|| squares / (n - 1) as f64)
    }

    /// The score, 0 to 1, with its 95 % interval; none without units.
    ///
    /// The interval is that of the empirical likelihood: all means for which twice the log-likelihood
    /// ratio is at most the square of Student's t. So it reflects the skewness of the scores and
    /// stays between 0 and 1. Source: Owen, "Empirical Likelihood", 2001, sections 2.9 and 3.3. An
    /// outcome that was not observed counts as a thousandth of a unit, so the interval exists even if
    /// all units have the same score. An end is 0 or 1 only if the score is, or if there are hardly
    /// any data, such as a single unit.
    pub fn score(&self) -> Option<ConfidenceInterval> {
        let value = self.mean()?;
        let limit = student_t((self.total() - 1) as f64).powi(2);
        let turned: Vec<u64> = self.counts.iter().rev().copied().collect();
        let low = lower_end(&self.counts, value, limit);
        let high = 1.0 - lower_end(&turned, 1.0 - value, limit);
        Some(ConfidenceInterval { value, low, high })
    }

    /// The Elo difference with its 95 % interval, all of which may be infinite; none without units.
    pub fn elo(&self) -> Option<ConfidenceInterval> {
        let ConfidenceInterval { value, low, high } = self.score()?;
        Some(ConfidenceInterval { value: elo_of(value), low: elo_of(low), high: elo_of(high) })
    }

    /// Normalized Elo: the mean score minus 1/2 in standard deviations of a game, times 800 / ln 10:
    /// (mean − 1/2) / (σ · √k), where σ is the standard deviation of a unit. The interval is
    /// computed as that of the score. Infinite if all units have the same score other than 1/2.
    /// Source: Van den Bergh, "Normalized Elo", 2021.
    pub fn normalized_elo(&self) -> Option<ConfidenceInterval> {
        let above = self.mean()? - 0.5;
        let t = match self.variance().map(f64::sqrt) {
            Some(deviation) if deviation > 0.0 => above / deviation,
            _ if above == 0.0 => 0.0,
            _ => f64::INFINITY.copysign(above),
        };
        let limit = student_t((self.total() - 1) as f64).powi(2);
        let shares = Shares::new(&self.counts);
        let [low, high] = [-1.0, 1.0].map(|way| t_end(&shares, t, limit, way));
        let elo = |t: f64| t / (self.games() as f64).sqrt() * NORMALIZED;
        Some(ConfidenceInterval { value: elo(t), low: elo(low), high: elo(high) })
    }

    /// The likelihood that the first side is the better one, from 0 to 1: the normal probability
    /// of the signed root of the likelihood ratio at a share of 1/2. None without units.
    pub fn superiority(&self) -> Option<f64> {
        let above = self.mean()? - 0.5;
        Some(normal_cdf(Shares::new(&self.counts).ratio(0.5).max(0.0).sqrt().copysign(above)))
    }
}

/// The smallest mean whose likelihood ratio is within the limit.
fn lower_end(counts: &[u64], mean: f64, limit: f64) -> f64 {
    let shares = Shares::new(counts);
    if mean <= 0.0 || shares.ratio(RESOLUTION) <= limit {
        return 0.0;
    }
    let mut low = 0.0;
    let mut high = mean.min(shares.mean());
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        *(if shares.ratio(middle) > limit { &mut low } else { &mut high }) = middle;
    }
    high
}

/// The t-value farthest from `t` in one direction whose likelihood ratio is within the limit.
fn t_end(shares: &Shares, t: f64, limit: f64, way: f64) -> f64 {
    let within = |t: f64| shares.ratio_of_t(t) <= limit;
    let mut near = t.clamp(-FAR, FAR);
    if limit.is_infinite() || (t.is_infinite() && t * way > 0.0) {
        return f64::INFINITY.copysign(way);
    }
    let mut step = 0.125;
    let mut far = near + 0.125 * way;
    while within(far) {
        step *= 2.0;
        (near, far) = (far, far + step * way);
        if far.abs() > FAR {
            return f64::INFINITY.copysign(way);
        }
    }
    while (far - near).abs() > 1e-6 * (1.0 + near.abs()) {
        let middle = f64::midpoint(near, far);
        *(if within(middle) { &mut near } else { &mut far }) = middle;
    }
    near
}

/// The mean score difference of two sides, each score from 0 to 1, with its 95 % interval (Student's t), from -1 to 1.
/// Few units may agree by chance, so one of them counts as if it differed from the others by at least a game (*our
/// reading*). The arguments are the half points of each side by unit, and the number of games per unit. None for
/// fewer than two units.
///
/// ```
/// use junqi_lab::tournament::rating::paired;
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

/// The 97.5 % quantile of Student's t distribution, for two-sided 95 % intervals; infinite for 0
/// degrees of freedom.
pub fn student_t(degrees: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, degrees);
    t.map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

/// The distribution function of Student's t distribution; 1 for 0 degrees of freedom.
pub fn student_cdf(t: f64, degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(1.0, |distribution| distribution.cdf(t))
}

/// The distribution function of the standard normal distribution.
pub fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(counts: &[u64]) -> Units {
        Units::from_counts(counts).unwrap()
    }

    #[test]
    fn known_scores() {
        assert!((elo_of(0.75) - 190.848_501_887_864_97).abs() < 1e-9);
        assert!((score_of(elo_of(0.123)) - 0.123).abs() < 1e-12);
        assert!(elo_of(1.0) == f64::INFINITY && elo_of(0.0) == f64::NEG_INFINITY);
    }

    #[test]
    fn counts_have_an_odd_length_from_three() {
        assert!([0, 1, 2, 4].iter().all(|&length| Units::from_counts(&vec![1; length]).is_none()));
        let mut quartets = Units::new(4);
        quartets.add(8);
        assert_eq!(quartets, units(&[0, 0, 0, 0, 0, 0, 0, 0, 1]));
        assert_eq!((quartets.games(), quartets.total()), (4, 1));
        assert_eq!(serde_json::to_string(&units(&[1, 2, 3])).unwrap(), "[1,2,3]");
    }

    #[test]
    fn nothing_is_known_of_no_unit_and_little_of_one() {
        let none = Units::new(2);
        assert_eq!((none.mean(), none.variance(), none.superiority()), (None, None, None));
        assert_eq!((none.score(), none.elo(), none.normalized_elo()), (None, None, None));
        let one = units(&[0, 0, 0, 1, 0]);
        assert_eq!(one.score(), Some(ConfidenceInterval { value: 0.75, low: 0.0, high: 1.0 }));
        let json = serde_json::to_string(&one.elo().unwrap()).unwrap();
        assert!(json.ends_with(r#""low":null,"high":null}"#), "{json}");
        assert_eq!(one.variance(), None);
        let nothing = ConfidenceInterval {
            value: f64::INFINITY,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
        assert_eq!(one.normalized_elo(), Some(nothing));
    }

    #[test]
    fn moments_are_those_of_scores() {
        let some = units(&[1, 0, 2, 0, 1]);
        assert_eq!(some.mean(), Some(0.5));
        assert!((some.variance().unwrap() - 0.5 / 3.0).abs() < 1e-12);
        assert!((some.superiority().unwrap() - 0.5).abs() < 1e-6);
        // Elo and normalised Elo of one game without draws agree near 1/2.
        let near = units(&[4_990_000, 0, 5_010_000]);
        let elo = near.elo().unwrap();
        let normalized = near.normalized_elo().unwrap();
        assert!((elo.value - normalized.value).abs() < 1e-3, "{elo:?} {normalized:?}");
        assert!((elo.high - normalized.high).abs() < 1e-3, "{elo:?} {normalized:?}");
    }

    #[test]
    fn many_units_have_the_normal_interval() {
        let many = units(&[390, 88430, 266_750, 92400, 440]);
        let score = many.score().unwrap();
        let half = 1.959_964 * (many.variance().unwrap() / many.total() as f64).sqrt();
        assert!((score.high - score.value - half).abs() < 1e-3 * half, "{score:?}");
        assert!((score.value - score.low - half).abs() < 1e-3 * half, "{score:?}");
        assert!(many.superiority().unwrap() > 0.999);
    }

    #[test]
    fn intervals_turn_with_the_sides() {
        for counts in [&[3, 1, 0, 9, 4][..], &[0, 0, 0, 0, 12], &[0, 0, 1, 0, 30], &[0, 7, 40]] {
            let turned: Vec<u64> = counts.iter().rev().copied().collect();
            let here = units(counts);
            let there = units(&turned);
            let score = here.score().unwrap();
            let other = there.score().unwrap();
            assert!((score.low + other.high - 1.0).abs() < 1e-12, "{counts:?}");
            assert!((score.high + other.low - 1.0).abs() < 1e-12, "{counts:?}");
            assert!(score.low < score.value && score.value <= score.high, "{counts:?}");
            let sure = here.superiority().unwrap() + there.superiority().unwrap();
            assert!((sure - 1.0).abs() < 1e-9, "{counts:?}");
        }
    }

    #[test]
    fn units_that_agree_need_no_special_case() {
        // The likeliest way down is to defeats: m^n = exp(-t^2 / 2), but for what is unseen.
        let won = units(&[0, 0, 0, 0, 40]);
        let score = won.score().unwrap();
        let low = (-student_t(39.0).powi(2) / 80.0).exp();
        assert!((score.low - low).abs() < 2e-3, "{score:?}, expected {low}");
        assert_eq!((score.value, score.high), (1.0, 1.0));
        let lost = units(&[40, 0, 0, 0, 0]).score().unwrap();
        assert_eq!((lost.value, lost.low), (0.0, 0.0));
        assert!(won.elo().unwrap().high.is_infinite());
        let normalized = won.normalized_elo().unwrap();
        assert!(normalized.value.is_infinite() && normalized.high.is_infinite());
        assert!(normalized.low > 300.0 && normalized.low < 5000.0, "{normalized:?}");
        let drawn = units(&[0, 0, 40, 0, 0]).normalized_elo().unwrap();
        assert!(drawn.value == 0.0 && drawn.low < 0.0 && drawn.high > 0.0, "{drawn:?}");
        let even = units(&[0, 0, 40, 0, 0]).score().unwrap();
        assert!(even.low > 0.45 && even.low < 0.49 && even.high > 0.51, "{even:?}");
    }

    #[test]
    fn two_units_that_agree_prove_nothing() {
        let gain = paired(&[4, 4], &[2, 2], 2).unwrap();
        assert_eq!((gain.value, gain.low, gain.high), (0.5, -1.0, 1.0));
        let many = paired(&[4; 100], &[2; 100], 2).unwrap();
        assert!(many.low > 0.48 && many.high < 0.52);
    }

    #[test]
    fn points_are_those_of_the_tables() {
        // Abramowitz & Stegun 1964, tables 26.10 and 26.1.
        for (degrees, t) in
            [(1.0, 12.706), (2.0, 4.303), (5.0, 2.571), (29.0, 2.045), (120.0, 1.980)]
        {
            assert!((student_t(degrees) - t).abs() < 6e-4, "{degrees}: {}", student_t(degrees));
        }
        assert!(student_t(0.0).is_infinite());
        assert!((normal_cdf(1.0) - 0.841_344_746).abs() < 1e-8);
    }
}
