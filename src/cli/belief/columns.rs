//! Tables with one column per kind of piece.

use junqi_core::game::draw::KindNames;
use junqi_core::game::rules::Kind;

/// The names of the kinds, each five columns wide.
pub(super) fn head(names: KindNames) -> String {
    let name = |kind: Kind| match names {
        KindNames::Letters => format!("{:>5}", kind.letter()),
        KindNames::Chinese => format!("   {}", kind.short_chinese()),
    };
    Kind::ALL.map(name).concat()
}

/// Probabilities in percent below those names: `.` for 0, `100` for certain.
pub(super) fn row(probabilities: &[f64; 12]) -> String {
    probabilities.map(|p| format!("{:>5}", percent(p))).concat()
}

fn percent(p: f64) -> String {
    match 100.0 * p {
        p if p <= 0.0 => ".".into(),
        p if p < 0.05 => "<0.1".into(),
        p if p >= 100.0 - 1e-9 => "100".into(),
        p if p >= 99.95 => ">99".into(),
        p => format!("{p:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_looks_like_certainty_but_certainty() {
        let shown = [0.0, 1e-9, 0.0004, 0.001, 0.5, 0.9994, 0.9996, 1.0].map(percent);
        assert_eq!(shown, [".", "<0.1", "<0.1", "0.1", "50.0", "99.9", ">99", "100"]);
    }
}
