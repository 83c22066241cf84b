//! Experiments as data: their variants, problem sets and figures, and the order of their runs.

use super::{Figure, ProblemSet, Variant};
use crate::tournament::rating::Sprt;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An experiment: variants of algorithms compared on the same problems.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// Name on the command line and of its files.
    pub name: &'static str,
    /// The figures of the thesis that it reproduces.
    pub figure: &'static str,
    /// The claim, in one sentence.
    pub claim: &'static str,
    /// The problem sets.
    pub points: Vec<Arc<dyn ProblemSet>>,
    /// The variants run on every problem; the first is the reference, mostly plain alpha-beta.
    pub variants: Vec<Variant>,
    /// Number of problems of each set: by default, and in a full run.
    pub seeds: Sizes,
    /// The terms of matches; None if the problems are trees or positions.
    pub play: Option<PlayTerms>,
    /// The figures with their claims.
    pub figures: Vec<Figure>,
}

/// Numbers of problems of each set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// All experiments take a few minutes.
    pub quick: u64,
    /// All experiments take some hours, most of them for matches.
    pub full: u64,
}

/// The terms of an experiment on matches.
#[derive(Debug, Clone, Copy)]
pub struct PlayTerms {
    /// The sequential test that ends the matches of a variant on a set.
    pub test: Sprt,
    /// Whether the experiment is run only by its name, and not with `all`: it takes hours, or its results
    /// depend on the speed of the machine.
    pub only_by_name: bool,
}

impl Experiment {
    /// Whether a name on the command line means the experiment: its own, or `all`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let only_by_name = self.play.is_some_and(|terms| terms.only_by_name);
        self.name == name || name == "all" && !only_by_name
    }

    /// The set index and problem number of a run of those for `seeds` problems of each set; none after the
    /// last. The order is one problem of every set, then the next of every set, so that a file can be
    /// extended.
    pub fn place(&self, seeds: u64, ended: &Ended, run: u64) -> Option<(usize, u64)> {
        let problems: Vec<u64> = self.problems(seeds, ended).collect();
        let mut ends = problems.clone();
        ends.sort_unstable();
        // From the end of one set to the next end every problem number has the same sets.
        let mut from = 0;
        let mut left = run;
        for end in ends {
            let sets: Vec<usize> =
                (0..problems.len()).filter(|&set| problems[set] > from).collect();
            let number = sets.len() as u64;
            let runs = number.saturating_mul(end - from);
            if left < runs {
                return Some((sets[(left % number) as usize], from + left / number));
            }
            from = end;
            left -= runs;
        }
        None
    }

    /// The number of runs for `seeds` problems of each set.
    pub fn runs(&self, seeds: u64, ended: &Ended) -> u64 {
        self.problems(seeds, ended).fold(0, u64::saturating_add)
    }

    /// The number of problems of each set.
    fn problems(&self, seeds: u64, ended: &Ended) -> impl Iterator<Item = u64> {
        self.points.iter().enumerate().map(move |(point, set)| {
            set.problems().unwrap_or(u64::MAX).min(seeds).min(ended.all(point))
        })
    }

    /// The variants that are run on a problem set.
    pub fn variants_at(&self, point: usize) -> impl Iterator<Item = &Variant> {
        let set = &self.points[point];
        self.variants
            .iter()
            .enumerate()
            .filter(|&(place, variant)| place == 0 || set.runs(variant))
            .map(|(_, variant)| variant)
    }

    /// The variant with that name.
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}

/// The variants whose sequential test is decided, and after how many problems of a set each ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// By problem set, then by name of the variant.
    after: BTreeMap<usize, BTreeMap<String, u64>>,
    /// The sets on which all variants ended.
    whole: Vec<usize>,
}

impl Ended {
    /// Ends a variant on a set after a number of problems.
    pub(super) fn end(&mut self, point: usize, variant: &str, after: u64) {
        self.after.entry(point).or_default().insert(variant.into(), after);
    }

    /// Ends a set: all its variants have ended.
    pub(super) fn end_all(&mut self, point: usize) {
        self.whole.push(point);
    }

    /// Whether all variants of a set ended.
    pub(super) fn is_over(&self, point: usize) -> bool {
        self.whole.contains(&point)
    }

    /// Whether a variant is run on a problem of a set.
    pub fn runs(&self, point: usize, variant: &str, trial: u64) -> bool {
        self.after
            .get(&point)
            .and_then(|variants| variants.get(variant))
            .is_none_or(|&after| trial < after)
    }

    /// After how many problems of a set all variants ended; the greatest number if one goes on.
    pub fn all(&self, point: usize) -> u64 {
        let last = || self.after.get(&point)?.values().max().copied();
        if self.is_over(point) { last().unwrap_or(0) } else { u64::MAX }
    }
}
