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

    /// The value of an option, given or by default; none if it has no default.
    pub(super) fn value(&self, option: &OptionSpec) -> Option<OptionValue> {
        self.0.get(option.name).copied().or_else(|| option.kind.parse(option.default))
    }

    /// The given options and their values as text.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.0.iter().map(|(&name, setting)| (name, setting.text()))
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
