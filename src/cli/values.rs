//! Parsers of option values that several commands share.

use junqi_core::game::rules::Mode;

/// Parses a game mode: `2v2` or `1v1`.
pub(super) fn mode(text: &str) -> Result<Mode, String> {
    Mode::named(text).ok_or_else(|| "expected 2v2 or 1v1".into())
}

/// Parses a number from 0 to below 1.
pub(super) fn fraction_below_one(text: &str) -> Result<f64, String> {
    number(text, |number| (0.0..1.0).contains(&number), "0 or more, below 1")
}

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    number(text, |number| (0.0..=1.0).contains(&number), "0 to 1")
}

/// Parses a finite number above 0.
pub(super) fn positive_number(text: &str) -> Result<f64, String> {
    number(text, |number| number.is_finite() && number > 0.0, "a number above 0")
}

/// Parses a finite number from 0.
pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    number(text, |number| number.is_finite() && number >= 0.0, "0 or more")
}

/// Parses a number for which `is_sound` holds; `expected` says which do.
fn number(text: &str, is_sound: impl Fn(f64) -> bool, expected: &str) -> Result<f64, String> {
    let found: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if is_sound(found) { Ok(found) } else { Err(format!("expected {expected}")) }
}

/// The most games that a command plays.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Parses a number of games.
pub(super) fn games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|games| (1..=MOST_GAMES).contains(games));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_GAMES}"))
}

/// Parses a whole number above 0.
pub(super) fn positive_integer(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a whole number above 0".into())
}
