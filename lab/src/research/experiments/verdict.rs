//! Verdicts: whether the results agree with a claim.

use super::figure::{Claim, ClaimRelation, Figure, Test};
use super::results::{ExperimentResults, Observed, Pairs};
use super::statistics::{Estimate, RatioEstimate, holm, log_ratios, wilcoxon_p};
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
    #[serde(skip_serializing_if = "super::counts::is_zero")]
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
    /// Whether fewer units than planned of the match that it is about have been played.
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
    pub fn shown(&self) -> impl Iterator<Item = &Finding> {
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
        // Every look at a match that goes on would be another chance for a false verdict.
        if self.goes_on {
            return;
        }
        if self.findings.iter().any(|one| one.adjusted == Verdict::Differs) {
            self.verdict = Verdict::Differs;
            self.adjusted = Verdict::Differs;
            return;
        }
        let worst = |verdicts: fn(&Finding) -> Verdict| {
            self.overall.iter().map(verdicts).max().unwrap_or(Verdict::Undecided)
        };
        self.verdict = worst(|all| all.verdict);
        self.adjusted = worst(|all| all.adjusted);
    }
}

impl Claim {
    /// Judges the claim by the results, without regard to others.
    fn judge(&self, results: &ExperimentResults<'_>) -> Judged {
        let mut groups: Vec<Vec<&Test>> = vec![];
        for test in &self.tests {
            match groups.iter_mut().find(|group| group[0].joins(test, results)) {
                Some(group) => group.push(test),
                None => groups.push(vec![test]),
            }
        }
        Judged {
            claim: self.text.clone(),
            verdict: Verdict::Undecided,
            adjusted: Verdict::Undecided,
            goes_on: self.tests.iter().any(|test| results.goes_on(test.point)),
            note: self.note,
            overall: groups.iter().map(|group| Test::find(group, results)).collect(),
            findings: self.tests.iter().map(|test| Test::find(&[test], results)).collect(),
        }
    }
}

impl Test {
    /// Whether the pairs of two comparisons may be taken together: they are about the same variants, on
    /// trees, or on positions searched to the same depth.
    fn joins(&self, other: &Self, results: &ExperimentResults<'_>) -> bool {
        if self.relation == ClaimRelation::Stronger && self.point != other.point {
            return false; // each match is judged by itself
        }
        // The depth of positions; trees of all depths go together.
        let depth = |test: &Self| {
            let set = &results.experiment.points[test.point];
            set.panel().map(|_| set.depth())
        };
        self.left == other.left
            && self.right == other.right
            && self.measure == other.measure
            && self.relation == other.relation
            && depth(self) == depth(other)
    }

    /// Compares the variants of tests that join, on the problems of all of them.
    fn compare(tests: &[&Self], results: &ExperimentResults<'_>) -> Compared {
        let Self { left, relation, right, measure, .. } = tests[0];
        let mut broken = vec![];
        let mut lefts = vec![];
        let mut rights = vec![];
        for test in tests {
            if *relation == ClaimRelation::SameLeaves {
                let orders = results.leaf_orders(test.point, left).into_iter();
                let orders = orders.zip(results.leaf_orders(test.point, right));
                broken.extend(orders.map(|(l, r)| Some(l? != r?)));
                continue;
            }
            let sample = results.sample(test.point, left, *measure).into_iter();
            for (l, r) in sample.zip(results.sample(test.point, right, *measure)) {
                lefts.push(l);
                rights.push(r);
            }
        }
        match *relation {
            ClaimRelation::SameLeaves => every_problem(broken),
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
        let found = Self::compare(tests, results);
        let set = &results.experiment.points[tests[0].point];
        let tree = match tests.len() {
            1 => set.title(),
            kinds if set.panel().is_some() => format!("all {kinds} kinds, depth {}", set.depth()),
            kinds => format!("all {kinds} kinds"),
        };
        Finding {
            tree,
            claim: format!("{left} {} {right}", relation.text()),
            law: matches!(relation, ClaimRelation::NeverMore | ClaimRelation::SameLeaves),
            difference: found.difference,
            ratio: found.ratio,
            p: found.p,
            rank_p: found.rank_p,
            verdict: found.verdict,
            adjusted: found.verdict,
            left_out: found.left_out,
        }
    }
}

/// What a comparison of two samples says; as in [`Finding`].
struct Compared {
    verdict: Verdict,
    p: Option<f64>,
    rank_p: Option<f64>,
    difference: Estimate,
    ratio: Option<RatioEstimate>,
    left_out: usize,
}

/// Judges a law about every problem; the difference is the number of problems that break it.
fn every_problem(broken: impl IntoIterator<Item = Option<bool>>) -> Compared {
    let mut problems = 0;
    let mut count = 0;
    let mut left_out = 0;
    for broken in broken {
        match broken {
            Some(broken) => {
                problems += 1;
                count += usize::from(broken);
            }
            None => left_out += 1,
        }
    }
    let verdict = match count {
        _ if problems == 0 => Verdict::Undecided,
        0 => Verdict::Agrees,
        _ => Verdict::Differs,
    };
    let difference = Estimate { mean: count as f64, half: 0.0, n: problems };
    Compared { verdict, p: None, rank_p: None, difference, ratio: None, left_out }
}

/// Judges a relation of two paired samples on average: counts by the logarithms of their ratios, other
/// numbers by their differences.
fn on_average(relation: ClaimRelation, counts: bool, pairs: &Pairs) -> Compared {
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
    let differences =
        logarithms.unwrap_or_else(|| left.iter().zip(right).map(|(l, r)| l - r).collect());
    let rank_p = wilcoxon_p(&differences);
    let ratio = by_logarithm.map(RatioEstimate::of_logarithm);
    Compared { verdict, p: Some(p), rank_p, difference, ratio, left_out: *left_out }
}

/// The verdict of an estimate and its p-value. `at` gives the place of a ratio on the scale of the estimate.
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
    let p = estimate.p(inside);
    let verdict = match inside > 0.0 {
        _ if p >= LEVEL => Verdict::Undecided,
        true => Verdict::Agrees,
        false => Verdict::Differs,
    };
    (verdict, p)
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
        let text = if self.law {
            format!("{mean} of {n} problems against it")
        } else {
            self.difference.text()
        };
        match self.left_out {
            0 => text,
            count => format!("{text} ({count} left out)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::experiments::{
        PositionSet, RunCounts, RunHead, RunRecord, experiments, named,
    };

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

    /// Of a match that goes on nothing is said, whatever its interval.
    #[test]
    fn a_match_is_judged_when_all_planned_units_are_played() {
        let mut experiment =
            named("game-play-2v2", experiments(&PositionSet::default())).unwrap().remove(0);
        experiment.seeds.full = 40;
        let record = |trial: u64| {
            let share = [0.75, 0.5][trial as usize % 2];
            let counts = |share| RunCounts { value: Some(share), ..RunCounts::default() };
            let variants = [("alphabeta", 0.5), ("bct", share)];
            let variants =
                variants.map(|(variant, share)| (variant.to_owned(), counts(share))).into();
            let head = RunHead::new(&experiment, &*experiment.points[0], 1, trial);
            RunRecord { head, reference: None, variants }
        };
        let verdict = |units| {
            let results = ExperimentResults {
                experiment: &experiment,
                runs: vec![(0..units).map(record).collect()],
                times: vec![],
            };
            let judged = experiment.figures[0].judge(&results);
            let judged = judged.into_iter().find(|one| one.claim.starts_with("bct")).unwrap();
            (judged.verdict, judged.goes_on)
        };
        assert_eq!(verdict(39), (Verdict::Undecided, true));
        assert_eq!(verdict(40), (Verdict::Agrees, false));
    }
}
