//! The parameters of an algorithm: what they are called, what they may be, what they are.

use super::LabError;
use crate::score::{Score, Value};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A parameter of an algorithm.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name, on the command line and in files.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if it is not given; empty for a value that follows from the tree.
    pub default: &'static str,
    /// What it does, with its unit.
    pub about: &'static str,
}

/// What a parameter may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number, `inf` or `-inf`.
    Score,
    /// A whole number in units of the payoff, from this on.
    Amount(i64),
    /// A whole number within these limits.
    Within(i64, i64),
    /// A whole number from 0.
    Count,
    /// A number, or `inf`.
    Real,
    /// A number from 0 to 1.
    Part,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A parameter, in the order of its fields.
pub(crate) const fn param(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    about: &'static str,
) -> Param {
    Param { name, kind, default, about }
}

impl Kind {
    /// What was expected, in words.
    pub fn expected(self) -> String {
        match self {
            Self::Score => "a whole number, inf or -inf".into(),
            Self::Amount(least) => format!("a whole number from {least}"),
            Self::Within(least, most) => format!("a whole number from {least} to {most}"),
            Self::Count => "a whole number from 0".into(),
            Self::Real => "a number, or inf".into(),
            Self::Part => "a number from 0 to 1".into(),
            Self::Flag => "true or false".into(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// Reads a setting as it is written.
    fn parse(self, text: &str) -> Option<Setting> {
        Some(match self {
            Self::Score => Setting::Score(match text {
                "inf" => Score::MAX,
                "-inf" => Score::MIN,
                number => Score::of(whole(number)?),
            }),
            Self::Within(least, most) => {
                let units = whole(text).filter(|units| (least..=most).contains(units));
                Setting::Score(Score::of(units?))
            }
            Self::Amount(least) => {
                Setting::Score(Score::of(whole(text).filter(|&units| units >= least)?))
            }
            Self::Count => Setting::Count(digits(text).parse().ok()?),
            Self::Real => {
                let number: f64 = text.parse().ok()?;
                Setting::Real((!number.is_nan()).then_some(number)?)
            }
            Self::Part => {
                let number: f64 = text.parse().ok()?;
                Setting::Real((0.0..=1.0).contains(&number).then_some(number)?)
            }
            Self::Flag => Setting::Flag(text.parse().ok()?),
            Self::Word(words) => {
                Setting::Word(words.iter().find(|word| word.eq_ignore_ascii_case(text))?)
            }
        })
    }
}

/// A whole number, also written as `4.0`.
fn digits(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// A whole number that is no infinity of [`Score`].
fn whole(text: &str) -> Option<i64> {
    let number: i64 = digits(text).parse().ok()?;
    (number.unsigned_abs() < i64::MAX.unsigned_abs()).then_some(number)
}

/// A parameter that is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Setting {
    /// A payoff.
    Score(Score),
    /// A number of something.
    Count(u64),
    /// A real number.
    Real(f64),
    /// On or off.
    Flag(bool),
    /// A choice.
    Word(&'static str),
}

/// The parameters of a run that were given, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Params(BTreeMap<&'static str, Setting>);

impl Params {
    /// Sets a parameter among those an algorithm knows, as it is written.
    ///
    /// # Errors
    ///
    /// If there is no such parameter or it cannot be this.
    pub fn set(&mut self, known: &[Param], name: &str, text: &str) -> Result<(), LabError> {
        let Some(param) = known.iter().find(|param| param.name == name) else {
            let names: Vec<_> = known.iter().map(|param| param.name).collect();
            let expected = if names.is_empty() { "no parameter".into() } else { names.join(", ") };
            return Err(LabError::NoSuchParameter { name: name.into(), expected });
        };
        let setting = param.kind.parse(text).ok_or_else(|| LabError::Setting {
            name: param.name,
            found: text.into(),
            expected: param.kind.expected(),
        })?;
        self.0.insert(param.name, setting);
        Ok(())
    }

    /// Reads the parameters of an algorithm from a JSON object: numbers, flags, or text.
    ///
    /// # Errors
    ///
    /// If it is no object or a parameter cannot be what it says.
    pub fn from_json(known: &[Param], json: &Json) -> Result<Self, LabError> {
        let mut params = Self::default();
        let object = match json {
            Json::Null => return Ok(params),
            Json::Object(object) => object,
            other => return Err(LabError::NoObject(other.to_string())),
        };
        for (name, value) in object {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            params.set(known, name, &text)?;
        }
        Ok(params)
    }

    /// The setting of a parameter, given or by default; none if it follows from the tree.
    fn get(&self, known: &[Param], name: &str) -> Option<Setting> {
        let param = known.iter().find(|param| param.name == name);
        let param = param.expect("algorithms ask for their own parameters");
        self.0.get(name).copied().or_else(|| param.kind.parse(param.default))
    }

    /// The parameters that were given, as they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.0.iter().map(|(&name, setting)| (name, setting.text()))
    }

    pub(crate) fn asked(&self, known: &'static [Param]) -> Asked<'_> {
        Asked { params: self, known }
    }

    /// The settings as JSON, infinities as text.
    pub fn to_json(&self) -> Json {
        let json = |setting: &Setting| match *setting {
            Setting::Score(score) => super::Number::from(score).to_json(),
            Setting::Count(count) => count.into(),
            Setting::Real(real) => super::Number::from(real).to_json(),
            Setting::Flag(flag) => flag.into(),
            Setting::Word(word) => word.into(),
        };
        self.0.iter().map(|(&name, setting)| (name.to_owned(), json(setting))).collect()
    }
}

impl Setting {
    /// As it is written.
    fn text(self) -> String {
        match self {
            Self::Score(score) => super::Number::from(score).to_string(),
            Self::Count(count) => count.to_string(),
            Self::Real(real) => super::Number::from(real).to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Word(word) => word.into(),
        }
    }
}

/// Settings beside what their algorithm knows: asked for by name and kind.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    params: &'a Params,
    known: &'static [Param],
}

/// Every default is of its parameter's kind, which a test sees to.
const KIND: &str = "a setting is of its parameter's kind";

impl Asked<'_> {
    pub(crate) fn score_or(&self, name: &str, follows: Score) -> Score {
        match self.params.get(self.known, name) {
            Some(Setting::Score(score)) => score,
            None => follows,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn score(&self, name: &str) -> Score {
        self.score_or(name, Score(0))
    }

    /// An amount from 0, as a number.
    pub(crate) fn amount(&self, name: &str) -> u64 {
        self.score(name).0.unsigned_abs()
    }

    pub(crate) fn given(&self, name: &str) -> bool {
        self.params.get(self.known, name).is_some()
    }

    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        match self.params.get(self.known, name) {
            Some(Setting::Count(count)) => Some(count),
            None => None,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn real_or(&self, name: &str, follows: f64) -> f64 {
        if self.given(name) { self.real(name) } else { follows }
    }

    pub(crate) fn real(&self, name: &str) -> f64 {
        match self.params.get(self.known, name) {
            Some(Setting::Real(real)) => real,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.params.get(self.known, name), Some(Setting::Flag(true)))
    }

    pub(crate) fn word(&self, name: &str) -> &'static str {
        match self.params.get(self.known, name) {
            Some(Setting::Word(word)) => word,
            _ => panic!("{KIND}"),
        }
    }
}
