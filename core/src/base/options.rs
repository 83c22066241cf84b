//! Options of players and searches: names, types, ranges, defaults, and the values that were given.
//!
//! `option_group!` declares options once: a struct with typed fields, the list of its [`OptionSpec`]s, and how it
//! is read from [`OptionValues`].

use crate::base::number::Number;
use crate::base::text::{expected_name, the_nearest};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use thiserror::Error;

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
    /// An older name, still read; empty if there is none.
    pub alias: &'static str,
    /// Whether the option is of a single search from a root. A player has none of these: its searches take them from
    /// the search before.
    pub root_only: bool,
}

/// Makes the declaration of an option; the arguments are its fields in order.
pub(crate) const fn option(
    name: &'static str,
    kind: OptionType,
    default: &'static str,
    about: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind, default, about, alias: "", root_only: false }
}

/// The options that were given, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OptionValues(BTreeMap<&'static str, OptionValue>);

impl OptionSpec {
    /// The same option, for a single search from a root only.
    pub(crate) const fn root(self) -> Self {
        Self { root_only: true, ..self }
    }

    /// The same option with an older name.
    pub(crate) const fn alias(self, alias: &'static str) -> Self {
        Self { alias, ..self }
    }

    /// The option of a name. The case of the letters may differ if the name stays unambiguous.
    pub fn find<'a>(known: &'a [Self], name: &str) -> Option<&'a Self> {
        let exact = known.iter().find(|option| option.name == name || option.alias == name);
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
            let expected = if none { "no option".into() } else { expected_name(name, &names) };
            return Err(OptionError::NoSuchOption { name: name.into(), expected });
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
    fn value(&self, option: &OptionSpec) -> Option<OptionValue> {
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

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    #[error("option: found `{name}`, expected {expected}")]
    NoSuchOption {
        /// The name given.
        name: String,
        /// The valid names.
        expected: String,
    },
    /// An option is set twice.
    #[error("option: found `{0}` twice, expected it once")]
    Twice(&'static str),
    /// An option has no value.
    #[error("option {name}: found no value, expected `{name}=` and {expected}")]
    NoValue {
        /// The option.
        name: &'static str,
        /// The valid values.
        expected: String,
    },
    /// An option has an invalid value.
    #[error("option {name}: found `{found}`, expected {expected}")]
    Setting {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// The options are no JSON object.
    #[error("params: found {0}, expected an object")]
    NoObject(String),
}

/// The type of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionType {
    /// A whole number, `inf` or `-inf`.
    Score,
    /// A whole number in units of the payoff, at least this.
    Amount(i64),
    /// A whole number between these limits, both included.
    Within(i64, i64),
    /// A whole number from 0.
    Count,
    /// A number from 0, or `inf`.
    Real,
    /// A number from 0 to 1.
    Part,
    /// A whole number of units, or a fraction of a whole that the search knows: below 1, or `1.0`.
    Portion,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A part of a whole: of the payoff range, or of the nodes or the time of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Portion {
    /// A number of units.
    Units(u64),
    /// A fraction of the whole.
    Fraction(f64),
}

impl Portion {
    /// The units of the portion; `None` for a fraction of an unknown whole.
    pub fn of(self, whole: Option<f64>) -> Option<f64> {
        match self {
            Self::Units(units) => Some(units as f64),
            Self::Fraction(fraction) => whole.map(|whole| fraction * whole),
        }
    }
}

/// The largest finite whole number of a payoff or an amount.
const MAX_AMOUNT: i64 = i64::MAX - 1;

const FLAGS: [&str; 2] = ["true", "false"];

impl OptionType {
    /// The expected values in words, for error messages.
    pub fn expected(self) -> String {
        match self {
            Self::Score => "a whole number, inf or -inf".into(),
            Self::Amount(least) => format!("a whole number from {least}"),
            Self::Within(least, most) => format!("a whole number from {least} to {most}"),
            Self::Count => "a whole number from 0".into(),
            Self::Real => "a number from 0, or inf".into(),
            Self::Part => "a number from 0 to 1".into(),
            Self::Portion => "a whole number from 0, or a fraction below 1, or 1.0".into(),
            Self::Flag => "true or false".into(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// The expected values in words, with the valid value nearest to a text.
    fn expected_for(self, found: &str) -> String {
        let expected = self.expected();
        match self {
            Self::Flag => expected + &the_nearest(found, &FLAGS),
            Self::Word(words) => expected + &the_nearest(found, words),
            Self::Part => match number(found) {
                Some(real) => format!("{expected}; the nearest is {}", real.clamp(0.0, 1.0)),
                None => expected,
            },
            Self::Real => expected,
            Self::Score | Self::Amount(_) | Self::Within(..) | Self::Count | Self::Portion => {
                self.expected_whole(found)
            }
        }
    }

    /// The expected values in words, with the valid value nearest to a whole number and the limits of
    /// 64-bit numbers.
    fn expected_whole(self, found: &str) -> String {
        let expected = self.expected();
        let Some(units) = nearly_whole(found) else { return expected };
        let (least, most) = match self {
            Self::Amount(least) => (least.into(), MAX_AMOUNT.into()),
            Self::Within(least, most) => (least.into(), most.into()),
            Self::Count | Self::Portion => (0, u64::MAX.into()),
            _ => (i128::from(-MAX_AMOUNT), i128::from(MAX_AMOUNT)),
        };
        let expected = match self {
            Self::Score if !(least..=most).contains(&units) => {
                format!("a whole number from {least} to {most}, inf or -inf")
            }
            Self::Amount(_) | Self::Count if units > most => format!("{expected} to {most}"),
            _ => expected,
        };
        format!("{expected}; the nearest is {}", units.clamp(least, most))
    }

    /// Parses the text of a value.
    fn parse(self, text: &str) -> Option<OptionValue> {
        Some(match self {
            Self::Score => OptionValue::Whole(match text {
                "inf" => i64::MAX,
                "-inf" => -i64::MAX,
                number => whole(number)?,
            }),
            Self::Within(least, most) => {
                let units = whole(text).filter(|units| (least..=most).contains(units));
                OptionValue::Whole(units?)
            }
            Self::Amount(least) => OptionValue::Whole(whole(text).filter(|&units| units >= least)?),
            Self::Count => OptionValue::Count(digits(text).parse().ok()?),
            Self::Real => OptionValue::Real(text.parse().ok().filter(|real: &f64| *real >= 0.0)?),
            Self::Part => {
                let number: f64 = text.parse().ok()?;
                OptionValue::Real((0.0..=1.0).contains(&number).then_some(number)?)
            }
            Self::Portion if text == "1.0" => OptionValue::Real(1.0),
            Self::Portion => match digits(text).parse() {
                Ok(units) => OptionValue::Count(units),
                Err(_) => OptionValue::Real(text.parse().ok().filter(|f| (0.0..1.0).contains(f))?),
            },
            Self::Flag => OptionValue::Flag(text.parse().ok()?),
            Self::Word(words) => {
                OptionValue::Word(words.iter().find(|word| word.eq_ignore_ascii_case(text))?)
            }
        })
    }
}

/// A whole number, also written as `4.0`.
fn digits(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// A finite whole number.
fn whole(text: &str) -> Option<i64> {
    let number: i64 = digits(text).parse().ok()?;
    (-MAX_AMOUNT..=MAX_AMOUNT).contains(&number).then_some(number)
}

/// Any number written with digits.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text.contains(|c: char| c.is_ascii_digit()))
}

/// The nearest whole number in the range of 64 bits.
fn nearly_whole(text: &str) -> Option<i128> {
    digits(text).parse().ok().or_else(|| Some(number(text)?.round() as i128))
}

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OptionValue {
    /// A whole number; [`i64::MAX`] and its negation are the infinities.
    Whole(i64),
    /// A count, at least 0.
    Count(u64),
    /// A real number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// One of the words of the option.
    Word(&'static str),
}

impl OptionValue {
    /// The text of the value, as parsed.
    fn text(self) -> String {
        match self {
            Self::Whole(whole) => Number::from(whole).to_string(),
            Self::Count(count) => count.to_string(),
            Self::Real(real) => Number::from(real).to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Word(word) => word.into(),
        }
    }
}

/// A type that the value of an option is read as.
pub(crate) trait OptionField: Sized {
    /// The field for a value, given or by default; `None` if the value is of another type.
    fn from_value(value: Option<OptionValue>) -> Option<Self>;
}

/// An option whose default is not a value, but is chosen by its user.
impl<T: OptionField> OptionField for Option<T> {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value {
            Some(_) => T::from_value(value).map(Some),
            None => Some(None),
        }
    }
}

impl OptionField for i64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Whole(whole) => Some(whole),
            _ => None,
        }
    }
}

impl OptionField for u64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Whole(whole) => Some(whole.unsigned_abs()),
            OptionValue::Count(count) => Some(count),
            _ => None,
        }
    }
}

impl OptionField for u32 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        u64::from_value(value).map(|whole| whole as u32)
    }
}

impl OptionField for usize {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        u64::from_value(value).map(|whole| whole as usize)
    }
}

impl OptionField for f64 {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Real(real) => Some(real),
            _ => None,
        }
    }
}

impl OptionField for Portion {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Count(units) => Some(Self::Units(units)),
            OptionValue::Real(fraction) => Some(Self::Fraction(fraction)),
            _ => None,
        }
    }
}

impl OptionField for bool {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Flag(flag) => Some(flag),
            _ => None,
        }
    }
}

impl OptionField for &'static str {
    fn from_value(value: Option<OptionValue>) -> Option<Self> {
        match value? {
            OptionValue::Word(word) => Some(word),
            _ => None,
        }
    }
}

impl OptionValues {
    /// The value of an option, given or by default.
    pub(crate) fn read<T: OptionField>(&self, option: &OptionSpec) -> T {
        let value = self.value(option);
        T::from_value(value).expect("the default of an option has the type of its field")
    }
}

/// Declares a struct of options: `"name" => field: type = "default", OptionType, "help";`.
///
/// The struct gets `OPTIONS`, the list of its options in this order, and `read`, which reads them from
/// [`OptionValues`]. A field without default is an `Option` and has the default `""`. After the help text may follow
/// `root()`, for an option of a single search, and `alias("older name")`.
macro_rules! option_group {
    (
        $(#[$meta:meta])*
        $vis:vis struct $group:ident {
            $($name:literal => $field:ident: $type:ty = $default:literal, $kind:expr, $about:expr
                $(, $modifier:ident($($argument:literal)?))*;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $group {
            $(
                #[doc = concat!("The option `", $name, "`.")]
                $vis $field: $type,
            )*
        }

        impl $group {
            /// The options, in order.
            $vis const OPTIONS: &'static [$crate::base::options::OptionSpec] = &[$(
                $crate::base::options::option($name, $kind, $default, $about)
                    $(.$modifier($($argument)?))*,
            )*];

            /// Their values.
            $vis fn read(values: &$crate::base::options::OptionValues) -> Self {
                use $crate::base::options::option;
                Self { $($field: values.read(&option($name, $kind, $default, $about)),)* }
            }
        }
    };
}
pub(crate) use option_group;

/// Declares an enum of words as the type of an option.
macro_rules! option_words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $words:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $words {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $words {
            /// The words, in order.
            $vis const WORDS: &'static [&'static str] = &[$($word,)*];

            /// The word.
            #[allow(dead_code, reason = "most are only read")]
            $vis fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl $crate::base::options::OptionField for $words {
            fn from_value(value: Option<$crate::base::options::OptionValue>) -> Option<Self> {
                match value? {
                    $($crate::base::options::OptionValue::Word($word) => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use option_words;

#[cfg(test)]
mod tests {
    use super::*;

    option_words! {
        enum Order { Fixed = "fixed", Random = "random", }
    }

    option_group! {
        struct Sample {
            "size" => size: usize = "8", OptionType::Within(1, 64), "Number of items.";
            "C" => weight: f64 = "0.5", OptionType::Part, "Weight.";
            "seed" => seed: Option<u64> = "", OptionType::Count, "Seed.";
            "order" => order: Order = "fixed", OptionType::Word(Order::WORDS), "Order.";
        }
    }

    #[test]
    fn a_group_reads_values_and_defaults() {
        let mut values = OptionValues::default();
        let Sample { size, weight, seed, order } = Sample::read(&values);
        assert_eq!((size, weight.to_bits(), seed), (8, 0.5_f64.to_bits(), None));
        assert_eq!(order, Order::Fixed);
        for (name, text) in [("size", "9"), ("c", "1"), ("seed", "7"), ("order", "Random")] {
            values.set(Sample::OPTIONS, name, text).unwrap();
        }
        let Sample { size, weight, seed, order } = Sample::read(&values);
        assert_eq!((size, weight.to_bits(), seed), (9, 1.0_f64.to_bits(), Some(7)));
        assert_eq!(order, Order::Random);
        let names: Vec<_> = Sample::OPTIONS.iter().map(|option| option.name).collect();
        assert_eq!(names, ["size", "C", "seed", "order"]);
    }

    #[test]
    fn what_cannot_be_names_the_nearest_that_can() {
        let most = MAX_AMOUNT.to_string();
        let open = format!("a whole number from 1 to {most}; the nearest is {most}");
        let closed = format!("a whole number from -{most} to {most}, inf or -inf");
        let count = format!("a whole number from 0 to {0}; the nearest is {0}", u64::MAX);
        for (kind, found, expected) in [
            (OptionType::Amount(1), "0", "a whole number from 1; the nearest is 1"),
            (OptionType::Amount(1), "1e4", "a whole number from 1; the nearest is 10000"),
            (OptionType::Amount(1), "-7.5", "a whole number from 1; the nearest is 1"),
            (OptionType::Amount(1), "many", "a whole number from 1"),
            (OptionType::Amount(1), "inf", "a whole number from 1"),
            (OptionType::Amount(1), "18446744073709551615", &open),
            (OptionType::Amount(1), &"9".repeat(400), &open),
            (OptionType::Within(1, 64), "100", "a whole number from 1 to 64; the nearest is 64"),
            (OptionType::Score, "-1e30", &format!("{closed}; the nearest is -{most}")),
            (OptionType::Score, "1.5", "a whole number, inf or -inf; the nearest is 2"),
            (OptionType::Count, "-1", "a whole number from 0; the nearest is 0"),
            (OptionType::Count, "18446744073709551616", &count),
            (OptionType::Part, "1.5", "a number from 0 to 1; the nearest is 1"),
            (OptionType::Part, "nan", "a number from 0 to 1"),
            (OptionType::Flag, "ture", "true or false; the nearest is `true`"),
            (
                OptionType::Word(&["tuned", "hand"]),
                "tune",
                "one of tuned, hand; the nearest is `tuned`",
            ),
        ] {
            assert!(kind.parse(found).is_none(), "{found}");
            assert_eq!(kind.expected_for(found), expected, "{found}");
        }
    }
}
