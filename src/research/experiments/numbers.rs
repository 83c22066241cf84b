//! Numbers and their intervals as text.

use super::stats::{Estimate, RatioEstimate};

/// Whether a count is 0, so that a file omits it.
pub(super) fn is_zero<T: Default + PartialEq>(count: &T) -> bool {
    *count == T::default()
}

/// A number with three significant digits, or all digits before the decimal point.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "\u{2013}".into(),
        0.0 => "0".into(),
        size if size >= 100.0 || (size >= 1.0 && value.fract() == 0.0) => {
            thousands(value.round() as i64)
        }
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Groups of three digits.
fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

impl RatioEstimate {
    /// The ratio and its interval, with two digits of the interval's width.
    pub fn text(&self) -> String {
        let mean = self.mean;
        self.digits().zip(self.interval()).map_or_else(
            || number(mean),
            |(digits, interval)| format!("{mean:.digits$} ({interval})"),
        )
    }

    /// The interval alone, such as `0.75 to 0.88`; `None` if it has no width or no end.
    pub(super) fn interval(&self) -> Option<String> {
        let Self { low, high, .. } = *self;
        self.digits().map(|digits| format!("{low:.digits$} to {high:.digits$}"))
    }

    fn digits(&self) -> Option<usize> {
        let width = self.high - self.low;
        let digits = || usize::try_from(1 - width.log10().floor() as i32).unwrap_or(0).min(6);
        (self.high.is_finite() && width >= 1e-9).then(digits)
    }
}

impl Estimate {
    /// The mean and half the width of its interval, with two digits of the latter.
    pub fn text(&self) -> String {
        if self.half == 0.0 || !self.half.is_finite() {
            return number(self.mean);
        }
        match usize::try_from(1 - self.half.log10().floor() as i32) {
            Ok(digits @ 1..) => {
                let digits = digits.min(6);
                format!("{:.digits$} \u{b1} {:.digits$}", self.mean, self.half)
            }
            _ => format!("{} \u{b1} {}", number(self.mean), number(self.half)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.012_34, "0.0123"),
            (1.234, "1.23"),
            (-56.78, "-56.8"),
            (999.4, "999"),
            (-1_234_567.0, "-1 234 567"),
            (f64::INFINITY, "\u{2013}"),
        ] {
            assert_eq!(number(value), text);
        }
        let estimate = |mean, half| Estimate { mean, half, n: 9 }.text();
        assert_eq!(estimate(5656.7, 146.2), "5 657 \u{b1} 146");
        assert_eq!(estimate(1.2, 0.0335), "1.200 \u{b1} 0.034");
        assert_eq!(estimate(-68.25, 3.25), "-68.2 \u{b1} 3.2");
        assert_eq!(estimate(7.0, f64::INFINITY), "7");
        let ratio = |mean, low, high| RatioEstimate { mean, low, high, n: 9 }.text();
        assert_eq!(ratio(0.8123, 0.75, 0.8798), "0.81 (0.75 to 0.88)");
        assert_eq!(ratio(12.3, 2.0, 75.6), "12 (2 to 76)");
        assert_eq!(ratio(1.0, 0.0, f64::INFINITY), "1");
    }
}
