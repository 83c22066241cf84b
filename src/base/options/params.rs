//! The parameters of an algorithm: what they are called, what they may be, what they are.

use super::error::OptionError;
use super::kind::OptionType;
use super::value::OptionValue;
use crate::base::number::Number;
use crate::base::text::expected_name;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A parameter of an algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, on the command line and in files.
    pub name: &'static str,
    /// What it may be.
    pub kind: OptionType,
    /// What it is if it is not given; empty for a value that follows from the tree.
    pub default: &'static str,
    /// What it does, with its unit.
    pub about: &'static str,
}

/// A parameter, in the order of its fields.
pub(crate) const fn option(
    name: &'static str,
    kind: OptionType,
    default: &'static str,
    about: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind, default, about }
}

/// The parameters of a run that were given, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OptionValues(BTreeMap<&'static str, OptionValue>);

impl OptionSpec {
    /// The parameter of a name; one in the wrong case will do if it can only be one.
    pub fn find<'a>(known: &'a [Self], name: &str) -> Option<&'a Self> {
        let exact = known.iter().find(|param| param.name == name);
        exact.or_else(|| {
            let mut alike = known.iter().filter(|param| param.name.eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none())
        })
    }
}

impl OptionValues {
    /// Sets a parameter among those an algorithm knows, as it is written; its name may be in the
    /// wrong case.
    ///
    /// # Errors
    ///
    /// If there is no such parameter, it is set already, or it cannot be this.
    pub fn set(&mut self, known: &[OptionSpec], name: &str, text: &str) -> Result<(), OptionError> {
        let Some(param) = OptionSpec::find(known, name) else {
            let names: Vec<_> = known.iter().map(|param| param.name).collect();
            let none = names.is_empty();
            let expected = if none { "no parameter".into() } else { expected_name(name, &names) };
            return Err(OptionError::NoSuchParameter { name: name.into(), expected });
        };
        if self.0.contains_key(param.name) {
            return Err(OptionError::Twice(param.name));
        }
        if text.is_empty() {
            let expected = param.kind.expected();
            return Err(OptionError::NoValue { name: param.name, expected });
        }
        let setting = param.kind.parse(text).ok_or_else(|| OptionError::Setting {
            name: param.name,
            found: text.into(),
            expected: param.kind.expected_for(text),
        })?;
        self.0.insert(param.name, setting);
        Ok(())
    }

    /// Reads the parameters of an algorithm from a JSON object: numbers, flags, or text.
    ///
    /// # Errors
    ///
    /// If it is no object or a parameter cannot be what it says.
    pub fn from_json(known: &[OptionSpec], json: &Json) -> Result<Self, OptionError> {
        let mut params = Self::default();
        let object = match json {
            Json::Null => return Ok(params),
            Json::Object(object) => object,
            other => return Err(OptionError::NoObject(other.to_string())),
        };
        for (name, value) in object {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            params.set(known, name, &text)?;
        }
        Ok(params)
    }

    /// The setting of a parameter, given or by default; none if it follows from the tree.
    fn get(&self, known: &[OptionSpec], name: &str) -> Option<OptionValue> {
        let param = known.iter().find(|param| param.name == name);
        self.value(param.expect("algorithms ask for their own parameters"))
    }

    /// The value of an option, given or by default; none if it has no default.
    pub(super) fn value(&self, option: &OptionSpec) -> Option<OptionValue> {
        self.0.get(option.name).copied().or_else(|| option.kind.parse(option.default))
    }

    /// The parameters that were given, as they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.0.iter().map(|(&name, setting)| (name, setting.text()))
    }

    pub(crate) fn asked(&self, known: &'static [OptionSpec]) -> OptionReader<'_> {
        OptionReader { params: self, known }
    }

    /// The settings as JSON, infinities as text.
    pub fn to_json(&self) -> Json {
        let json = |setting: &OptionValue| match *setting {
            OptionValue::Whole(whole) => Number::from(whole).to_json(),
            OptionValue::Count(count) => count.into(),
            OptionValue::Real(real) => Number::from(real).to_json(),
            OptionValue::Flag(flag) => flag.into(),
            OptionValue::Word(word) => word.into(),
        };
        self.0.iter().map(|(&name, setting)| (name.to_owned(), json(setting))).collect()
    }
}

/// Settings beside what their algorithm knows: asked for by name and kind.
#[derive(Clone, Copy)]
pub(crate) struct OptionReader<'a> {
    params: &'a OptionValues,
    known: &'static [OptionSpec],
}

/// Every default is of its parameter's kind, which a test sees to.
const KIND: &str = "a setting is of its parameter's kind";

impl OptionReader<'_> {
    pub(crate) fn whole_or(&self, name: &str, follows: i64) -> i64 {
        match self.params.get(self.known, name) {
            Some(OptionValue::Whole(whole)) => whole,
            None => follows,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn whole(&self, name: &str) -> i64 {
        self.whole_or(name, 0)
    }

    pub(crate) fn given(&self, name: &str) -> bool {
        self.params.get(self.known, name).is_some()
    }

    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        match self.params.get(self.known, name) {
            Some(OptionValue::Count(count)) => Some(count),
            None => None,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn real(&self, name: &str) -> f64 {
        match self.params.get(self.known, name) {
            Some(OptionValue::Real(real)) => real,
            _ => panic!("{KIND}"),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.params.get(self.known, name), Some(OptionValue::Flag(true)))
    }

    pub(crate) fn word(&self, name: &str) -> &'static str {
        match self.params.get(self.known, name) {
            Some(OptionValue::Word(word)) => word,
            _ => panic!("{KIND}"),
        }
    }
}
