//! JSON from outside and for people.

use super::quote::quote;
use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// Reads JSON that comes from outside. A fault of the JSON itself is found before any of its contents.
///
/// # Errors
///
/// With the place, if the text is not JSON, names a key of an object twice, or has another form than `T`.
pub fn read_json<T: DeserializeOwned>(text: impl AsRef<[u8]>) -> Result<T, serde_json::Error> {
    let text = text.as_ref();
    serde_json::from_slice::<KeysOnce>(text)?;
    serde_json::from_slice(text)
}

/// JSON of any form whose objects name no key twice; it is not kept. Maps and unknown fields, unlike the
/// fields of a struct, would keep the last value.
struct KeysOnce;

/// A key, borrowed where it has no escapes.
#[derive(PartialEq, Eq, Hash, Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for KeysOnce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for KeysOnce {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = object.next_key::<Key<'de>>()? {
            if keys.contains(&key) {
                let found = quote(&key.0);
                return Err(A::Error::custom(format!(
                    "found the key {found} twice, expected once"
                )));
            }
            keys.insert(key);
            object.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// What is wrong with a JSON text of one line, with the column.
pub fn json_fault(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line").map_or(text.as_str(), |(what, _)| what);
    format!("column {}: {what}", error.column())
}

/// Formats a value as indented JSON with lists of numbers on one line each and a newline at the end.
///
/// # Errors
///
/// If the value cannot be serialized.
pub fn pretty_json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let pretty = serde_json::to_string_pretty(value)?;
    let mut text = String::new();
    let mut lines = pretty.lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        let number = |l: &&str| l.trim().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if line.ends_with('[') && lines.peek().is_some_and(number) {
            for line in lines.by_ref() {
                let line = line.trim();
                text += line;
                if line.starts_with(']') {
                    break;
                }
                text += if line.ends_with(',') { " " } else { "" };
            }
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_key_twice_is_refused_with_its_place() {
        for (text, place) in [
            (r#"{"a": 1, "a": 1}"#, (1, 12)),
            ("{\n  \"a\": [{}, {\"b\": 1, \"c\": {},\n  \"b\": 2}]\n}", (3, 5)),
            (r#"{"\u0061": 1, "a": 2}"#, (1, 17)),
        ] {
            let error = read_json::<Value>(text).unwrap_err();
            assert_eq!((error.line(), error.column()), place, "{text}: {error}");
            assert!(error.to_string().contains("twice"), "{text}: {error}");
        }
        let other = r#" {"a": [1, -1, 0.5, "x", null, true], "b": {"a": {"b": 1}}} "#;
        let read: Value = read_json(other).unwrap();
        assert_eq!(read, serde_json::from_str::<Value>(other).unwrap());
        assert_eq!(
            json_fault(&read_json::<Value>("{\"a\": }").unwrap_err()),
            "column 7: expected value"
        );
    }
}
