//! Parsers of option values that several commands share.

use crate::game::rules::Mode;

/// Parses a game mode: `2v2` or `1v1`.
pub(super) fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "2v2" => Ok(Mode::FourPlayer),
        "1v1" => Ok(Mode::TwoPlayer),
        _ => Err("expected 2v2 or 1v1".into()),
    }
}

/// Parses a fraction: 0 or more, below 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("expected 0 or more, below 1".into()) }
}

/// Parses a fraction: 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let fraction: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=1.0).contains(&fraction) { Ok(fraction) } else { Err("expected 0 to 1".into()) }
}

/// Parses a positive whole number.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "expected a whole number above 0".into())
}

/// Parses a positive finite number.
pub(super) fn strength(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|strength: &f64| strength.is_finite() && *strength > 0.0);
    found.ok_or_else(|| "expected a number above 0".into())
}
