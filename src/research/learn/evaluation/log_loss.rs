//! Probabilities from log-odds, and the loss of a prediction.

/// The probability of log-odds.
pub(in crate::research::learn) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Log-loss of predicted log-odds against a result from 0 to 1, in nats.
pub(in crate::research::learn) fn nats(odds: f64, result: f64) -> f64 {
    // ln(1 + exp(x)) - y x, without overflow.
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
}
