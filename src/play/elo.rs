//! Elo differences from match scores.

use serde::Serialize;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A difference in Elo with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The difference that makes a score between 0 and 1 the expected one:
/// 400 · log10(p / (1 − p)).
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Elo {
    /// From the mean scores of units, each between 0 and 1. Units are independent, the games
    /// within one are not, so the spread is that of the units.
    ///
    /// The interval of the mean is normal. Where all units agree there is no spread to see, and
    /// Wilson's interval takes its place. A score nearer to 0 or 1 than a quarter of a unit is
    /// set to that, for it would have no finite Elo; none without units.
    pub fn of_units(scores: &[f64]) -> Option<Self> {
        let n = scores.len() as f64;
        if scores.is_empty() {
            return None;
        }
        let mean = scores.iter().sum::<f64>() / n;
        let spread = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>();
        let (low, high) = if spread > 1e-12 {
            let half = Z * (spread / (n - 1.0) / n).sqrt();
            (mean - half, mean + half)
        } else {
            let centre = (mean + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
            let half =
                (Z / (1.0 + Z * Z / n)) * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
            (centre - half, centre + half)
        };
        let edge = 0.25 / n;
        let elo = |score: f64| elo_of(score.clamp(edge, 1.0 - edge));
        Some(Self { elo: elo(mean), low: elo(low), high: elo(high) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;
    use rand::RngExt;

    #[test]
    fn known_scores() {
        assert!((elo_of(0.75) - 190.848_501_887_864_97).abs() < 1e-9);
        let even = Elo::of_units(&[0.5, 0.25, 0.75]).unwrap();
        assert!(even.elo.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9 && even.high > 50.0);
        assert_eq!(Elo::of_units(&[]), None);
        let sure = Elo::of_units(&[1.0; 40]).unwrap();
        assert!(sure.elo.is_finite() && sure.low > 350.0 && sure.high >= sure.elo, "{sure:?}");
    }

    /// 95 % intervals hold the truth in 95 % of simulated matches, within noise.
    #[test]
    fn intervals_cover_the_truth() {
        let (seed, matches, units) = (11, 2000, 60);
        let mut rng = random::stream(seed, &[]);
        let truth = elo_of(0.65);
        let mut covered = 0;
        for _ in 0..matches {
            let mut game = || f64::from(u8::from(rng.random_bool(0.65)));
            let scores: Vec<f64> = (0..units).map(|_| f64::midpoint(game(), game())).collect();
            let elo = Elo::of_units(&scores).unwrap();
            covered += u32::from(elo.low <= truth && truth <= elo.high);
        }
        let rate = f64::from(covered) / f64::from(matches);
        assert!((0.93..0.97).contains(&rate), "seed {seed}: {rate}");
    }
}
