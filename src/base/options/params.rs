//! Declarations of options and their values.

use super::error::OptionError;
use super::kind::OptionType;
use super::value::OptionValue;
use crate::base::number::Number;
use crate::base::text::expected_name;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The declaration of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Type and range of the value.
    pub kind: OptionType,
    /// Default as text; empty if there is no fixed one.
    pub default: &'static str,
    /// Help text, with the unit.
    pub about: &'static str,
}

/// Makes the declaration of an option; the arguments are its fields in order.
pub(crate) const fn option(
    name: &'static str,
    kind: OptionType,
    default: &'static str,
    about: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind, default, about }
}

/// The options that were given, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OptionValues(BTreeMap<&'static str, OptionValue>);

impl OptionSpec {
    /// The option of a name. The case of the letters may differ if the name stays unambiguous.
    pub fn find<'a>(known: &'a [Self], name: &str) -> Option<&'a Self> {
        let exact = known.iter().find(|param| param.name == name);
        exact.or_else(|| {
            let mut alike = known.iter().filter(|param| param.name.eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none())
        })
    }
}

impl OptionValues {
    /// Sets one of the known options from text; the case of the name may differ.
    ///
    /// # Errors
    ///
    /// If the option is unknown or already set, or the value is invalid.
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

    /// Reads options from a JSON object of numbers, booleans and strings.
    ///
    /// # Errors
    ///
    /// If the value is not an object, or an option is unknown or invalid.
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

    /// The value of an option, given or by default; none if it has no fixed default.
    fn get(&self, known: &[OptionSpec], name: &str) -> Option<OptionValue> {
        let param = known.iter().find(|param| param.name == name);
        self.value(param.expect("algorithms ask for their own parameters"))
    }

    /// The value of an option, given or by default; none if it has no default.
    pub(super) fn value(&self, option: &OptionSpec) -> Option<OptionValue> {
        self.0.get(option.name).copied().or_else(|| option.kind.parse(option.default))
    }

    /// The given options and their values as text.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.0.iter().map(|(&name, setting)| (name, setting.text()))
    }

    pub(crate) fn reader(&self, known: &'static [OptionSpec]) -> OptionReader<'_> {
        OptionReader { params: self, known }
    }

    /// The values as JSON, infinities as text.
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

/// Typed access to option values by name.
#[derive(Clone, Copy)]
pub(crate) struct OptionReader<'a> {
    params: &'a OptionValues,
    known: &'static [OptionSpec],
}

/// The panic message for a value of another type; a test checks the types of all defaults.
const KIND: &str = "the value of an option has the type of the option";

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
