//! Sequential probability ratio tests (SPRT) of two hypotheses about an Elo difference.

use super::error::RatingError;
use super::tilt::Shares;
use super::units::{NORMALIZED, Units, score_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The settings of a sequential probability ratio test, which ends a match when the likelihood ratio of
/// two Elo differences leaves its bounds. Sources: Wald, "Sequential tests of statistical hypotheses", 1945; with
/// the generalised likelihood ratio over the outcomes of units, Van den Bergh, "The generalized
/// likelihood ratio for the expectation value of a distribution", 2020.
///
/// ```
/// use junqi_lab::tournament::rating::{Hypothesis, Sprt, Units};
/// let sprt = Sprt { elo0: 0.5, elo1: 2.5, ..Sprt::default() };
/// let pairs = Units::from_counts(&[39, 8843, 26675, 9240, 44]).unwrap();
/// assert!((sprt.llr(&pairs) - 2.9417).abs() < 5e-5);
/// assert_eq!(sprt.verdict(sprt.llr(&pairs)), None);
/// assert_eq!(sprt.verdict(2.95), Some(Hypothesis::H1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1; greater than that under H0.
    pub elo1: f64,
    /// Probability of accepting H1 although H0 is true, between 0 and 0.5.
    pub alpha: f64,
    /// Probability of accepting H0 although H1 is true, between 0 and 0.5.
    pub beta: f64,
    /// Scale of the Elo differences.
    pub model: EloScale,
}

/// A scale of Elo differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloScale {
    /// Normalized Elo: standard deviations of a game, times 800 / ln 10.
    #[default]
    Normalized,
    /// Logistic Elo: computed from the expected score.
    Logistic,
}

/// A hypothesis of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The smaller Elo difference.
    H0,
    /// The greater Elo difference.
    H1,
}

const ELO: &str = "a number from -2000 to 2000";
/// Largest Elo difference that can be tested.
const MOST_ELO: f64 = 2000.0;
const RISK: &str = "a number between 0 and 0.5";
const MODEL: &str = "normalized or logistic";

impl Default for Sprt {
    /// H0: 0, H1: 20 normalized Elo, with error probabilities of 5 % each.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloScale::Normalized }
    }
}

impl Sprt {
    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// Unless elo0 and elo1 are from -2000 to 2000 and in order, alpha and beta between 0 and 0.5.
    pub fn check(self) -> Result<Self, RatingError> {
        elo("elo0", self.elo0, &self.elo0)?;
        elo("elo1", self.elo1, &self.elo1)?;
        risk("alpha", self.alpha, &self.alpha)?;
        risk("beta", self.beta, &self.beta)?;
        if self.elo0 >= self.elo1 {
            return Err(RatingError::Order { elo0: self.elo0, elo1: self.elo1 });
        }
        Ok(self)
    }

    /// Parses and sets elo0, elo1, alpha, beta or model.
    ///
    /// # Errors
    ///
    /// If the setting is unknown or its value invalid. [`Sprt::check`] compares the hypotheses.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RatingError> {
        let number = value.parse().unwrap_or(f64::NAN);
        match key {
            "elo0" => self.elo0 = elo("elo0", number, &value)?,
            "elo1" => self.elo1 = elo("elo1", number, &value)?,
            "alpha" => self.alpha = risk("alpha", number, &value)?,
            "beta" => self.beta = risk("beta", number, &value)?,
            "model" => self.model = value.parse()?,
            _ => return Err(RatingError::Key(key.into())),
        }
        Ok(())
    }

    /// The log-likelihood ratios at which the test ends with H0 and with H1:
    /// ln(beta / (1 − alpha)) and ln((1 − beta) / alpha).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalised log-likelihood ratio of H1 to H0: that of the likeliest distributions of
    /// the score of a unit under each. Where no unit had a score, a thousandth of one is taken to
    /// have it. 0 without units.
    pub fn llr(&self, units: &Units) -> f64 {
        if units.total() == 0 {
            return 0.0;
        }
        let shares = Shares::new(units.counts());
        let likeliest = |elo: f64| match self.model {
            EloScale::Logistic => shares.with_mean(score_of(elo)),
            EloScale::Normalized => {
                shares.with_t_value(elo / NORMALIZED * (units.games() as f64).sqrt())
            }
        };
        shares.log_ratio(&likeliest(self.elo0), &likeliest(self.elo1))
    }

    /// The hypothesis that a log-likelihood ratio accepts; none while the test goes on.
    pub fn verdict(&self, llr: f64) -> Option<Hypothesis> {
        let [low, high] = self.bounds();
        match llr {
            _ if llr <= low => Some(Hypothesis::H0),
            _ if llr >= high => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

fn elo(key: &'static str, number: f64, found: &impl ToString) -> Result<f64, RatingError> {
    let fault = || RatingError::Setting { key, found: found.to_string(), expected: ELO };
    (number.abs() <= MOST_ELO).then_some(number).ok_or_else(fault)
}

fn risk(key: &'static str, number: f64, found: &impl ToString) -> Result<f64, RatingError> {
    let fault = || RatingError::Setting { key, found: found.to_string(), expected: RISK };
    (number > 0.0 && number < 0.5).then_some(number).ok_or_else(fault)
}

impl fmt::Display for EloScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

impl FromStr for EloScale {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Self, RatingError> {
        let model = [Self::Normalized, Self::Logistic].into_iter().find(|m| m.to_string() == text);
        let fault = || RatingError::Setting { key: "model", found: text.into(), expected: MODEL };
        model.ok_or_else(fault)
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_ratio() {
        let pairs = Units::from_counts(&[39, 8843, 26675, 9240, 44]).unwrap();
        let sprt = Sprt { elo0: 0.5, elo1: 2.5, ..Sprt::default() };
        assert!((sprt.llr(&pairs) - 2.9417).abs() < 5e-5, "{}", sprt.llr(&pairs));
        let [low, high] = sprt.bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn ratios_have_the_sign_of_what_is_nearer() {
        for model in [EloScale::Normalized, EloScale::Logistic] {
            let sprt = Sprt { model, ..Sprt::default() };
            let llr = |counts: &[u64]| sprt.llr(&Units::from_counts(counts).unwrap());
            assert!(llr(&[0, 0, 0, 0, 0]).abs() < 1e-12);
            assert!(llr(&[1, 20, 60, 20, 1]) < 0.0 && llr(&[0, 10, 60, 30, 10]) > 0.0);
            assert!(llr(&[0, 0, 0, 0, 5]) > 0.0 && llr(&[5, 0, 0, 0, 0]) < 0.0);
            // The middle of two hypotheses is neither, where the shape changes nothing.
            let even = Sprt { elo0: -10.0, elo1: 10.0, ..sprt };
            assert!(even.llr(&Units::from_counts(&[3, 2, 7, 2, 3]).unwrap()).abs() < 1e-9);
        }
    }

    #[test]
    fn settings_are_read_and_checked() {
        let mut sprt = Sprt::default();
        assert_eq!(sprt.check(), Ok(sprt));
        for (key, value) in [("elo0", "-5"), ("elo1", "5"), ("alpha", "0.1"), ("beta", "0.2")] {
            sprt.set(key, value).unwrap();
        }
        sprt.set("model", "logistic").unwrap();
        let model = EloScale::Logistic;
        assert_eq!(sprt, Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.2, model });
        for (key, value, message) in [
            ("elo0", "inf", "sprt elo0: found `inf`, expected a number from -2000 to 2000"),
            ("beta", "0.5", "sprt beta: found `0.5`, expected a number between 0 and 0.5"),
            ("model", "bayes", "sprt model: found `bayes`, expected normalized or logistic"),
            ("elo", "1", "sprt: found `elo`, expected elo0, elo1, alpha, beta or model"),
        ] {
            assert_eq!(sprt.set(key, value).unwrap_err().to_string(), message);
        }
        sprt.set("elo1", "-5").unwrap();
        let message = "sprt: elo1 (-5) must be greater than elo0 (-5)";
        assert_eq!(sprt.check().unwrap_err().to_string(), message);
    }

    #[test]
    fn json_has_defaults_and_no_surprises() {
        let sprt: Sprt = serde_json::from_str(r#"{"elo1": 9, "model": "logistic"}"#).unwrap();
        assert_eq!(sprt, Sprt { elo1: 9.0, model: EloScale::Logistic, ..Sprt::default() });
        assert!(serde_json::from_str::<Sprt>(r#"{"elo2": 9}"#).is_err());
        assert_eq!(serde_json::to_string(&Hypothesis::H1).unwrap(), r#""H1""#);
    }
}
