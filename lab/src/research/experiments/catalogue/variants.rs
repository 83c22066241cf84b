//! Variants that several experiments compare.

use crate::research::experiments::{Check, Variant, VariantSetting};

/// Aspiration from a guess, with half a window of a twentieth of the range.
pub(super) fn aspiration() -> Variant {
    Variant::of("aspiration")
        .with("estimate", VariantSetting::Guess)
        .with("delta", VariantSetting::OfRange(0.05))
}

/// AWT with M = N as a part of the range, and t2 = 2 t1 as a part of alpha-beta's nodes.
pub(super) fn awt(series: &'static str, tick: f64, raise: f64) -> Variant {
    Variant::named(series, "awt")
        .with("t1", VariantSetting::OfNodes(tick))
        .with("t2", VariantSetting::OfNodes(2.0 * tick))
        .with("M", VariantSetting::OfRange(raise))
        .with("N", VariantSetting::OfRange(raise))
        .checked(Check::Within)
}
