//! Verdicts: whether the results agree with a claim.

use super::comparison::{Compared, LEVEL, Verdict, every_problem, on_average};
use super::figure::{Claim, ClaimRelation, Figure, Test};
use super::inference::holm;
use super::plan::PlayTerms;
use super::sample::{ExperimentResults, Observed, Pairs};
use super::sequential::decision;
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
    #[serde(skip_serializing_if = "super::numbers::is_zero")]
    pub left_out: usize,
}

/// A claim with its findings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// The claim.
    pub claim: String,
    /// Differs if a finding about all kinds does, or one about a kind after Holm's correction; else
    /// undecided if a finding about all kinds is; else agrees. Undecided while the match goes on.
    pub verdict: Verdict,
    /// The same of the adjusted verdicts.
    pub adjusted: Verdict,
    /// Whether the sequential test of its match has not ended yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
    /// Explanation of the result; may be empty.
    pub note: &'static str,
    /// The findings about all kinds of problem together: they decide.
    pub overall: Vec<Finding>,
    /// The findings about each kind of problem.
    pub findings: Vec<Finding>,
}

impl Judged {
    /// The findings about all kinds, then those about each kind unless they are the same.
    pub fn told(&self) -> impl Iterator<Item = &Finding> {
        let kinds = if self.overall.len() < self.findings.len() { &self.findings[..] } else { &[] };
        self.overall.iter().chain(kinds)
    }

    /// The numbers of findings about each kind that agree, are undecided, differ.
    pub fn counts(&self) -> [usize; 3] {
        [Verdict::Agrees, Verdict::Undecided, Verdict::Differs]
            .map(|verdict| self.findings.iter().filter(|f| f.verdict == verdict).count())
    }
}

impl Figure {
    /// Judges the claims about a figure by the results. The findings about all kinds of problem are a
    /// family, and so are those about each kind: the adjusted verdicts are corrected for their number.
    pub fn judge(&self, results: &ExperimentResults<'_>) -> Vec<Judged> {
        let mut all: Vec<Judged> = self.claims.iter().map(|claim| claim.judge(results)).collect();
        adjust(all.iter_mut().flat_map(|judged| &mut judged.overall));
        adjust(all.iter_mut().flat_map(|judged| &mut judged.findings));
        all.iter_mut().for_each(Judged::decide);
        all
    }
}

/// Corrects the verdicts of a family of findings for their number, by Holm's method.
fn adjust<'a>(family: impl Iterator<Item = &'a mut Finding>) {
    let tested = family.filter_map(|finding| finding.p.map(|p| (finding, p)));
    let (findings, p_values): (Vec<_>, Vec<f64>) = tested.unzip();
    for (finding, p) in findings.into_iter().zip(holm(&p_values)) {
        if p >= LEVEL {
            finding.adjusted = Verdict::Undecided;
        }
    }
}

impl Judged {
    /// Draws the verdicts from the findings.
    fn decide(&mut self) {
        let one_differs = self.findings.iter().any(|one| one.adjusted == Verdict::Differs);
        let of = |verdict: fn(&Finding) -> Verdict| {
            let worst = self.overall.iter().map(verdict).max().unwrap_or(Verdict::Undecided);
            if one_differs { Verdict::Differs } else { worst }
        };
        // Every look at a match that goes on would be another chance for a false verdict.
        if !self.goes_on {
            (self.verdict, self.adjusted) = (of(|all| all.verdict), of(|all| all.adjusted));
        }
    }
}

impl Claim {
    /// Judges the claim by the results, without regard to others.
    fn judge(&self, results: &ExperimentResults<'_>) -> Judged {
        let find = |tests: &[&Test]| Test::find(tests, results);
        let mut groups: Vec<Vec<&Test>> = vec![];
        for test in &self.tests {
            match groups.iter_mut().find(|group| group[0].joins(test, results)) {
                Some(group) => group.push(test),
                None => groups.push(vec![test]),
            }
        }
        let verdict = Verdict::Undecided;
        let plays = |test: &Test, terms: PlayTerms| {
            decision(results, (test.point, &test.left), terms.test).is_none()
        };
        let plays = |terms| self.tests.iter().any(|test| plays(test, terms));
        Judged {
            goes_on: results.plan.play.is_some_and(plays),
            claim: self.text.clone(),
            verdict,
            adjusted: verdict,
            note: self.note,
            overall: groups.iter().map(|group| find(group)).collect(),
            findings: self.tests.iter().map(|test| find(&[test])).collect(),
        }
    }
}

impl Test {
    /// Whether the pairs of two comparisons may be taken together: they are about the same variants, on
    /// trees, or on positions searched to the same depth.
    fn joins(&self, other: &Self, results: &ExperimentResults<'_>) -> bool {
        let place = |test: &Self| {
            let set = &results.plan.points[test.point];
            set.panel().map(|_| set.depth())
        };
        let what = |test: &Self| (test.left.clone(), test.right.clone(), test.measure);
        let apart = self.relation == ClaimRelation::Stronger && self.point != other.point;
        let alike = what(self) == what(other) && self.relation == other.relation;
        alike && !apart && place(self) == place(other)
    }

    /// Compares the variants of tests that join, on the problems of all of them.
    fn compare(tests: &[&Self], results: &ExperimentResults<'_>) -> Compared {
        let Self { left, relation, right, measure, .. } = tests[0];
        let sample = |test: &Self, variant: &str| results.sample(test.point, variant, *measure);
        let both = |test: &&Self| sample(test, left).into_iter().zip(sample(test, right));
        let (lefts, rights): (Vec<_>, Vec<_>) = tests.iter().flat_map(both).unzip();
        match *relation {
            ClaimRelation::SameLeaves => {
                let orders = |variant: &str| -> Vec<Option<&str>> {
                    tests.iter().flat_map(|test| results.leaf_orders(test.point, variant)).collect()
                };
                let (lefts, rights) = (orders(left), orders(right));
                every_problem(lefts.iter().zip(rights).map(|(&l, r)| Some(l? != r?)))
            }
            ClaimRelation::NeverMore => {
                every_problem(lefts.iter().zip(rights).map(|(&l, r)| Observed::is_more(l?, r?)))
            }
            relation => {
                let pairs = Pairs::of(&lefts, &rights, relation.borders());
                on_average(relation, measure.is_count(), &pairs)
            }
        }
    }

    /// What tests that join find.
    fn find(tests: &[&Self], results: &ExperimentResults<'_>) -> Finding {
        let Self { left, relation, right, .. } = tests[0];
        let said = Self::compare(tests, results);
        let set = |test: &Self| &results.plan.points[test.point];
        let tree = match tests {
            [test] => set(test).title(),
            [test, ..] if set(test).panel().is_some() => {
                format!("all {} kinds, depth {}", tests.len(), set(test).depth())
            }
            _ => format!("all {} kinds", tests.len()),
        };
        Finding {
            tree,
            claim: format!("{left} {} {right}", relation.text()),
            law: matches!(relation, ClaimRelation::NeverMore | ClaimRelation::SameLeaves),
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
    /// How many times as many pairs bring the 95 % interval of the logarithm of the ratio to `half` to
    /// either side, if it spreads as so far. `None` if it is precise enough or not one of ratios. The verdict
    /// does not matter: runs that end when a claim is decided would decide true ties as well.
    pub fn pairs_needed(&self, half: f64) -> Option<f64> {
        let ratio = self.ratio?;
        if ratio.n < 2 {
            return Some(f64::INFINITY); // one pair says nothing of the spread
        }
        let found = 0.5 * (ratio.high / ratio.low).ln();
        Some((found / half).powi(2)).filter(|times| *times > 1.0 && times.is_finite())
    }

    /// The difference as text.
    pub fn difference_text(&self) -> String {
        let Estimate { mean, n, .. } = self.difference;
        let told = if self.law {
            format!("{mean} of {n} problems against it")
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
    fn more_pairs_are_asked_for_until_a_ratio_is_precise() {
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
        assert!((wide.pairs_needed(0.1).unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(wide.pairs_needed(0.25), None);
        let decided = finding(Verdict::Agrees, 0.5, 0.5 * 0.2_f64.exp());
        assert!((decided.pairs_needed(0.05).unwrap() - 4.0).abs() < 1e-9, "a verdict ends no run");
        assert_eq!(finding(Verdict::Undecided, 0.0, f64::INFINITY).pairs_needed(0.1), None);
        let mut single = finding(Verdict::Undecided, 0.0, f64::INFINITY);
        single.ratio.as_mut().unwrap().n = 1;
        assert_eq!(single.pairs_needed(0.1), Some(f64::INFINITY));
    }
}
