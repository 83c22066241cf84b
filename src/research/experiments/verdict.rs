//! Verdicts: whether the results agree with a claim.

use super::figure::{Claim, ClaimRelation, Test};
use super::sample::{ExperimentResults, Observed, Pairs};
use super::stats::Estimate;
use serde::Serialize;

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
    /// Paired ratio, left to right; None if right is 0 or the claim is about every problem.
    pub ratio: Option<Estimate>,
    /// The verdict.
    pub verdict: Verdict,
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

impl Claim {
    /// Judges the claim by the results.
    pub fn judge(&self, results: &ExperimentResults<'_>) -> Judged {
        let findings: Vec<Finding> = self.tests.iter().map(|test| test.find(results)).collect();
        let worst = findings.iter().map(|finding| finding.verdict).max();
        Judged {
            claim: self.text.clone(),
            verdict: worst.unwrap_or(Verdict::Undecided),
            note: self.note,
            findings,
        }
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
            ClaimRelation::Near(part) => on_average(self.relation, &Pairs::of(&left, &right, part)),
            relation => on_average(relation, &Pairs::of(&left, &right, 0.0)),
        };
        let point = &results.plan.points[self.point];
        Finding {
            tree: point.title(),
            claim: format!("{} {} {}", self.left, self.relation.text(), self.right),
            law: matches!(self.relation, ClaimRelation::NeverMore | ClaimRelation::SameLeaves),
            difference: said.difference,
            ratio: said.ratio,
            verdict: said.verdict,
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
    difference: Estimate,
    ratio: Option<Estimate>,
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
    Said { verdict, difference, ratio: None, left_out: all.len() - trees.len() }
}

/// Judges a relation of the means of two paired samples.
fn on_average(relation: ClaimRelation, pairs: &Pairs) -> Said {
    let Pairs { left, right, left_out } = pairs;
    let difference = Estimate::of_difference(left, right);
    let ratio = Some(Estimate::of_ratio(left, right)).filter(|ratio| ratio.mean.is_finite());
    let sided = |claimed: bool, other: bool| match (claimed, other) {
        (true, _) => Verdict::Agrees,
        (_, true) => Verdict::Differs,
        _ => Verdict::Undecided,
    };
    let verdict = match (relation, ratio) {
        (ClaimRelation::Less, _) => sided(difference.high() < 0.0, difference.low() > 0.0),
        (ClaimRelation::More, _) => sided(difference.low() > 0.0, difference.high() < 0.0),
        (ClaimRelation::Below(part), Some(ratio)) => sided(ratio.high() < part, ratio.low() > part),
        (ClaimRelation::Near(part), Some(ratio)) => sided(
            (ratio.low() - 1.0).min(1.0 - ratio.high()) >= -part,
            ratio.low() > 1.0 + part || ratio.high() < 1.0 - part,
        ),
        _ => Verdict::Undecided,
    };
    Said { verdict, difference, ratio, left_out: *left_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: [f64; 5] = [100.0, 120.0, 80.0, 110.0, 90.0];

    fn verdict(relation: ClaimRelation, differences: [f64; 5]) -> Verdict {
        let left: Vec<f64> = RIGHT.iter().zip(differences).map(|(r, d)| r + d).collect();
        on_average(relation, &Pairs { left, right: RIGHT.to_vec(), left_out: 0 }).verdict
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
            on_average(ClaimRelation::Below(0.2), &pairs).verdict
        };
        assert_eq!(to(0.1), Verdict::Agrees);
        assert_eq!(to(0.2), Verdict::Undecided);
        assert_eq!(to(0.3), Verdict::Differs);
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
        assert_eq!(on_average(ClaimRelation::Less, &pairs).verdict, Verdict::Undecided);
    }
}
