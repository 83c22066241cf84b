//! Verdicts: whether the results agree with a claim.

use super::comparison::{LEVEL, Verdict, every_problem, on_average};
use super::figure::{Claim, ClaimRelation, Figure, Test};
use super::inference::holm;
use super::sample::{ExperimentResults, Observed, Pairs};
use super::stats::{Estimate, RatioEstimate};
use serde::Serialize;

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
                every_problem(left.iter().zip(right).map(|(&l, r)| Some(l? != r?)))
            }
            ClaimRelation::NeverMore => {
                every_problem(left.iter().zip(right).map(|(&l, r)| Observed::is_more(l?, r?)))
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
    /// The number of pairs with which the 95 % interval of the logarithm of the ratio would reach `half` to
    /// either side, if it spreads as so far. `None` if the comparison is decided, precise enough or not one of
    /// ratios.
    pub fn pairs_needed(&self, half: f64) -> Option<u64> {
        let ratio = self.ratio.filter(|_| self.verdict == Verdict::Undecided)?;
        let found = 0.5 * (ratio.high / ratio.low).ln();
        let pairs = (ratio.n as f64 * (found / half).powi(2)).ceil();
        (found > half && pairs.is_finite()).then_some((pairs as i64).unsigned_abs())
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pairs_are_asked_for_where_they_may_decide() {
        let finding = |verdict, low: f64, high: f64| Finding {
            tree: String::new(),
            claim: String::new(),
            law: false,
            difference: Estimate::of(&[]),
            ratio: Some(RatioEstimate { mean: (low * high).sqrt(), low, high, n: 10 }),
            p: None,
            rank_p: None,
            verdict,
            adjusted: verdict,
            left_out: 0,
        };
        let wide = finding(Verdict::Undecided, (-0.2_f64).exp(), 0.2_f64.exp());
        assert_eq!((wide.pairs_needed(0.1), wide.pairs_needed(0.25)), (Some(40), None));
        assert_eq!(finding(Verdict::Agrees, 0.5, 0.9).pairs_needed(0.01), None);
        assert_eq!(finding(Verdict::Undecided, 0.0, f64::INFINITY).pairs_needed(0.1), None);
    }
}
