//! Comparing two paired samples: the verdict on a claimed relation.

use super::figure::ClaimRelation;
use super::inference::{student_p, wilcoxon_p};
use super::sample::Pairs;
use super::stats::{Estimate, RatioEstimate, log_ratios};
use crate::tournament::rating::student_t;
use serde::Serialize;

/// The level of the tests: the intervals are of 95 %.
pub(super) const LEVEL: f64 = 0.05;

/// The verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The 95 % interval lies on the claimed side.
    Agrees,
    /// The interval lies on both sides.
    Undecided,
    /// The interval lies on the other side.
    Differs,
}

impl Verdict {
    /// The verdict as a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Undecided => "undecided",
            Self::Differs => "differs",
        }
    }
}

/// What a comparison of two samples says.
pub(super) struct Compared {
    pub(super) verdict: Verdict,
    pub(super) p: Option<f64>,
    pub(super) rank_p: Option<f64>,
    pub(super) difference: Estimate,
    pub(super) ratio: Option<RatioEstimate>,
    pub(super) left_out: usize,
}

/// Judges a law about every problem; the difference is the number of problems that break it.
pub(super) fn every_problem(broken: impl Iterator<Item = Option<bool>>) -> Compared {
    let all: Vec<Option<bool>> = broken.collect();
    let trees: Vec<bool> = all.iter().copied().flatten().collect();
    let count = trees.iter().filter(|&&broken| broken).count();
    let verdict = match count {
        _ if trees.is_empty() => Verdict::Undecided,
        0 => Verdict::Agrees,
        _ => Verdict::Differs,
    };
    let difference = Estimate { mean: count as f64, half: 0.0, n: trees.len() };
    let left_out = all.len() - trees.len();
    Compared { verdict, p: None, rank_p: None, difference, ratio: None, left_out }
}

/// Judges a relation of two paired samples on average: counts by the logarithms of their ratios, other
/// numbers by their differences.
pub(super) fn on_average(relation: ClaimRelation, counts: bool, pairs: &Pairs) -> Compared {
    let Pairs { left, right, left_out } = pairs;
    let difference = Estimate::of_difference(left, right);
    let logarithms = counts.then(|| log_ratios(left, right)).flatten();
    let by_logarithm = logarithms.as_deref().map(Estimate::of);
    let (verdict, p) = match (by_logarithm, relation) {
        (Some(mean), _) => decide(relation, mean, f64::ln),
        (None, ClaimRelation::Less | ClaimRelation::More | ClaimRelation::Stronger) => {
            decide(relation, difference, |r| r - 1.0)
        }
        (None, _) => decide(relation, Estimate::of_ratio(left, right), |ratio| ratio),
    };
    let rank_p = wilcoxon_p(
        &logarithms.unwrap_or_else(|| left.iter().zip(right).map(|(l, r)| l - r).collect()),
    );
    let ratio = by_logarithm.map(RatioEstimate::of_logarithm);
    Compared { verdict, p: Some(p), rank_p, difference, ratio, left_out: *left_out }
}

/// The verdict of an estimate and its p-value. `at` tells where a ratio lies on the scale of the estimate.
fn decide(relation: ClaimRelation, estimate: Estimate, at: fn(f64) -> f64) -> (Verdict, f64) {
    let above = |ratio: f64| estimate.mean - at(ratio);
    // How far the mean is on the claimed side of its border, or, if below 0, on the other.
    let inside = match relation {
        ClaimRelation::Less => -above(1.0),
        ClaimRelation::More | ClaimRelation::Stronger => above(1.0),
        ClaimRelation::Below(part) => -above(part),
        ClaimRelation::Near(part) => above(1.0 - part).min(-above(1.0 + part)),
        ClaimRelation::NeverMore | ClaimRelation::SameLeaves => f64::NAN,
    };
    let degrees = estimate.n.saturating_sub(1);
    let error = estimate.half / student_t(degrees as f64);
    let p = if inside == 0.0 { 1.0 } else { student_p(inside / error, degrees) };
    let verdict = match inside > 0.0 {
        _ if p >= LEVEL => Verdict::Undecided,
        true => Verdict::Agrees,
        false => Verdict::Differs,
    };
    (verdict, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: [f64; 5] = [100.0, 120.0, 80.0, 110.0, 90.0];

    fn verdict(relation: ClaimRelation, differences: [f64; 5]) -> Verdict {
        let left: Vec<f64> = RIGHT.iter().zip(differences).map(|(r, d)| r + d).collect();
        let pairs = Pairs { left, right: RIGHT.to_vec(), left_out: 0 };
        let [count, other] =
            [true, false].map(|counts| on_average(relation, counts, &pairs).verdict);
        assert_eq!(count, other);
        count
    }

    #[test]
    fn an_interval_on_one_side_decides() {
        let (below, above) = ([-9.0, -10.0, -11.0, -10.0, -10.0], [9.0, 10.0, 11.0, 10.0, 10.0]);
        let across = [-9.0, 10.0, -11.0, 10.0, 1.0];
        assert_eq!(verdict(ClaimRelation::Less, below), Verdict::Agrees);
        assert_eq!(verdict(ClaimRelation::Less, above), Verdict::Differs);
        assert_eq!(verdict(ClaimRelation::Less, across), Verdict::Undecided);
        assert_eq!(verdict(ClaimRelation::More, below), Verdict::Differs);
        assert_eq!(verdict(ClaimRelation::More, above), Verdict::Agrees);
        assert_eq!(verdict(ClaimRelation::More, across), Verdict::Undecided);
        assert_eq!(verdict(ClaimRelation::More, [0.0; 5]), Verdict::Undecided, "equal is not more");
    }

    #[test]
    fn nearness_needs_the_whole_interval_inside() {
        let up = |by: f64| [by, by + 1.0, by - 1.0, by, by];
        assert_eq!(verdict(ClaimRelation::Near(0.1), [0.0; 5]), Verdict::Agrees);
        assert_eq!(verdict(ClaimRelation::Near(0.1), up(3.0)), Verdict::Agrees);
        assert_eq!(verdict(ClaimRelation::Near(0.1), up(10.0)), Verdict::Undecided);
        assert_eq!(verdict(ClaimRelation::Near(0.1), up(40.0)), Verdict::Differs);
        assert_eq!(verdict(ClaimRelation::Near(0.1), up(-40.0)), Verdict::Differs);
    }

    #[test]
    fn a_part_needs_the_whole_interval_below_it() {
        let to = |part: f64| {
            let left = RIGHT.iter().zip([0.9, 1.1, 1.0, 1.0, 1.0]).map(|(r, f)| part * f * r);
            let pairs = Pairs { left: left.collect(), right: RIGHT.to_vec(), left_out: 0 };
            on_average(ClaimRelation::Below(0.2), true, &pairs).verdict
        };
        assert_eq!(to(0.1), Verdict::Agrees);
        assert_eq!(to(0.2), Verdict::Undecided);
        assert_eq!(to(0.3), Verdict::Differs);
    }

    /// Counts that spread over powers of ten: one large problem hides in a mean what all ratios say.
    #[test]
    fn ratios_decide_what_means_hide() {
        let right = [100.0, 1000.0, 10_000.0, 100_000.0, 1_000_000.0];
        let left = [80.0, 790.0, 8200.0, 81_000.0, 1_100_000.0].map(|l| l * 0.8);
        let pairs = Pairs { left: left.to_vec(), right: right.to_vec(), left_out: 0 };
        let said = |counts| on_average(ClaimRelation::Less, counts, &pairs);
        assert_eq!(said(true).verdict, Verdict::Agrees);
        assert_eq!(said(false).verdict, Verdict::Undecided);
        assert!(said(true).p.unwrap() < 0.05 && said(true).rank_p.is_none());
        let ratio = said(true).ratio.unwrap();
        assert!(ratio.high < 1.0 && (0.6..0.8).contains(&ratio.mean));
    }

    #[test]
    fn one_tree_breaks_a_law() {
        let said = |broken: &[Option<bool>]| every_problem(broken.iter().copied());
        assert_eq!(said(&[Some(false), Some(false)]).verdict, Verdict::Agrees);
        let broken = said(&[Some(false), Some(true), None, Some(true)]);
        let Estimate { mean, n, .. } = broken.difference;
        assert_eq!((broken.verdict, mean, n, broken.left_out), (Verdict::Differs, 2.0, 3, 1));
        assert_eq!(said(&[None]).verdict, Verdict::Undecided);
    }

    #[test]
    fn one_pair_decides_nothing() {
        let pairs = Pairs { left: vec![1.0], right: vec![2.0], left_out: 0 };
        assert_eq!(on_average(ClaimRelation::Less, true, &pairs).verdict, Verdict::Undecided);
    }
}
