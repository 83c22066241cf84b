//! Types of options: parsing, and error texts with the expected range.

use super::value::OptionValue;
use crate::base::text::the_nearest;

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
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
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
            Self::Flag => "true or false".into(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
        }
    }

    /// The expected values in words, with the valid value nearest to a text.
    pub(super) fn expected_for(self, found: &str) -> String {
        let expected = self.expected();
        match self {
            Self::Flag => expected + &the_nearest(found, &FLAGS),
            Self::Word(words) => expected + &the_nearest(found, words),
            Self::Part => match number(found) {
                Some(real) => format!("{expected}; the nearest is {}", real.clamp(0.0, 1.0)),
                None => expected,
            },
            Self::Real => expected,
            Self::Score | Self::Amount(_) | Self::Within(..) | Self::Count => {
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
            Self::Count => (0, u64::MAX.into()),
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
    pub(super) fn parse(self, text: &str) -> Option<OptionValue> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
