//! Verdicts: whether the results agree with a claim.

use super::figure::{Claim, ClaimRelation, Figure, Test};
use super::inference::{holm, student_p, wilcoxon_p};
use super::sample::{ExperimentResults, Observed, Pairs};
use super::stats::{Estimate, RatioEstimate, log_ratios, student_t};
use serde::Serialize;

/// The level of the tests: the intervals are of 95 %.
const LEVEL: f64 = 0.05;

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

/// A comparison with its numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The problem set.
    pub tree: String,
    /// The claim, in symbols.
    pub claim: String,
    /// Whether the claim is about every problem, not about the mean.
    pub law: bool,
    /// Paired difference, left minus right; for a law the number of problems that break it.
    pub difference: Estimate,
    /// Geometric mean of the paired ratios, left to right, by which counts are compared; None for other
    /// measures, where a number is 0, and if the claim is about every problem.
    pub ratio: Option<RatioEstimate>,
    /// The p-value of the verdict by Student's test; None if the claim is about every problem.
    pub p: Option<f64>,
    /// The p-value of Wilcoxon's signed-rank test of the same pairs, that neither side is greater; None for
    /// fewer than eight pairs that differ.
    pub rank_p: Option<f64>,
    /// The verdict, by this comparison alone.
    pub verdict: Verdict,
    /// The verdict after Holm's correction for the comparisons of its figure.
    pub adjusted: Verdict,
    /// Pairs left out because a cap hides the comparison.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A claim with its findings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// The claim.
    pub claim: String,
    /// Differs if one of its findings does, else undecided if one is, else agrees.
    pub verdict: Verdict,
    /// The same of the adjusted verdicts.
    pub adjusted: Verdict,
    /// Explanation of the result; may be empty.
    pub note: &'static str,
    /// One finding per comparison.
    pub findings: Vec<Finding>,
}

impl Judged {
    /// The numbers of findings that agree, are undecided, differ.
    pub fn counts(&self) -> [usize; 3] {
        [Verdict::Agrees, Verdict::Undecided, Verdict::Differs]
            .map(|verdict| self.findings.iter().filter(|f| f.verdict == verdict).count())
    }
}

impl Figure {
    /// Judges the claims about a figure by the results. Its comparisons are a family: the adjusted verdicts
    /// are corrected for their number.
    pub fn judge(&self, results: &ExperimentResults<'_>) -> Vec<Judged> {
        let mut all: Vec<Judged> = self.claims.iter().map(|claim| claim.judge(results)).collect();
        let family = || all.iter().flat_map(|judged| &judged.findings);
        let p_values: Vec<f64> = family().filter_map(|finding| finding.p).collect();
        let mut adjusted = holm(&p_values).into_iter();
        for judged in &mut all {
            for finding in judged.findings.iter_mut().filter(|finding| finding.p.is_some()) {
                if adjusted.next().is_none_or(|p| p >= LEVEL) {
                    finding.adjusted = Verdict::Undecided;
                }
            }
            let worst = judged.findings.iter().map(|finding| finding.adjusted).max();
            judged.adjusted = worst.unwrap_or(Verdict::Undecided);
        }
        all
    }
}

impl Claim {
    /// Judges the claim by the results, without regard to others.
    fn judge(&self, results: &ExperimentResults<'_>) -> Judged {
        let findings: Vec<Finding> = self.tests.iter().map(|test| test.find(results)).collect();
        let worst = findings.iter().map(|finding| finding.verdict).max();
        let verdict = worst.unwrap_or(Verdict::Undecided);
        Judged { claim: self.text.clone(), verdict, adjusted: verdict, note: self.note, findings }
    }
}

impl Test {
    fn find(&self, results: &ExperimentResults<'_>) -> Finding {
        let sample = |arm: &str| results.sample(self.point, arm, self.measure);
        let (left, right) = (sample(&self.left), sample(&self.right));
        let said = match self.relation {
            ClaimRelation::SameLeaves => {
                let orders = |arm: &str| results.leaf_orders(self.point, arm);
                let (left, right) = (orders(&self.left), orders(&self.right));
                every_tree(left.iter().zip(right).map(|(&l, r)| Some(l? != r?)))
            }
            ClaimRelation::NeverMore => {
                every_tree(left.iter().zip(right).map(|(&l, r)| Observed::is_more(l?, r?)))
            }
            relation => {
                let apart = if let ClaimRelation::Near(part) = relation { part } else { 0.0 };
                on_average(relation, self.measure.is_count(), &Pairs::of(&left, &right, apart))
            }
        };
        let point = &results.plan.points[self.point];
        Finding {
            tree: point.title(),
            claim: format!("{} {} {}", self.left, self.relation.text(), self.right),
            law: matches!(self.relation, ClaimRelation::NeverMore | ClaimRelation::SameLeaves),
            difference: said.difference,
            ratio: said.ratio,
            p: said.p,
            rank_p: said.rank_p,
            verdict: said.verdict,
            adjusted: said.verdict,
            left_out: said.left_out,
        }
    }
}

impl Finding {
    /// The difference as text.
    pub fn difference_text(&self) -> String {
        let Estimate { mean, n, .. } = self.difference;
        let told = if self.law {
            format!("{mean} of {n} trees against it")
        } else {
            self.difference.text()
        };
        match self.left_out {
            0 => told,
            count => format!("{told} ({count} left out)"),
        }
    }
}

struct Said {
    verdict: Verdict,
    p: Option<f64>,
    rank_p: Option<f64>,
    difference: Estimate,
    ratio: Option<RatioEstimate>,
    left_out: usize,
}

/// Judges a law about every problem; the difference is the number of problems that break it.
fn every_tree(broken: impl Iterator<Item = Option<bool>>) -> Said {
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
    Said { verdict, p: None, rank_p: None, difference, ratio: None, left_out }
}

/// Judges a relation of two paired samples on average: counts by the logarithms of their ratios, other
/// numbers by their differences.
fn on_average(relation: ClaimRelation, counts: bool, pairs: &Pairs) -> Said {
    let Pairs { left, right, left_out } = pairs;
    let difference = Estimate::of_difference(left, right);
    let logarithms = counts.then(|| log_ratios(left, right)).flatten();
    let by_logarithm = logarithms.as_deref().map(Estimate::of);
    let (verdict, p) = match (by_logarithm, relation) {
        (Some(mean), _) => decide(relation, mean, f64::ln),
        (None, ClaimRelation::Less | ClaimRelation::More) => {
            decide(relation, difference, |r| r - 1.0)
        }
        (None, _) => decide(relation, Estimate::of_ratio(left, right), |ratio| ratio),
    };
    let rank_p = wilcoxon_p(
        &logarithms.unwrap_or_else(|| left.iter().zip(right).map(|(l, r)| l - r).collect()),
    );
    let ratio = by_logarithm.map(RatioEstimate::of_logarithm);
    Said { verdict, p: Some(p), rank_p, difference, ratio, left_out: *left_out }
}

/// The verdict of an estimate and its p-value. `at` tells where a ratio lies on the scale of the estimate.
fn decide(relation: ClaimRelation, estimate: Estimate, at: fn(f64) -> f64) -> (Verdict, f64) {
    let above = |ratio: f64| estimate.mean - at(ratio);
    // How far the mean is on the claimed side of its border, or, if below 0, on the other.
    let inside = match relation {
        ClaimRelation::Less => -above(1.0),
        ClaimRelation::More => above(1.0),
        ClaimRelation::Below(part) => -above(part),
        ClaimRelation::Near(part) => above(1.0 - part).min(-above(1.0 + part)),
        ClaimRelation::NeverMore | ClaimRelation::SameLeaves => f64::NAN,
    };
    let degrees = estimate.n.saturating_sub(1);
    let error = estimate.half / student_t(degrees);
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
        let said = |broken: &[Option<bool>]| every_tree(broken.iter().copied());
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
