//! Plans of experiments as data: variants, problem sets and figures.

use super::{Ended, Figure, ProblemSet, Variant};
use crate::tournament::rating::Sprt;
use serde::Serialize;
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
        let many: Vec<u64> = self.problems(seeds, ended).collect();
        let mut ends = many.clone();
        ends.sort_unstable();
        // From the end of one set to the next end every problem number has the same sets.
        let (mut from, mut left) = (0, run);
        for end in ends {
            let there = || (0..many.len()).filter(|&point| many[point] > from);
            let sets = there().count() as u64;
            let runs = sets.saturating_mul(end - from);
            if left < runs {
                return Some((there().nth((left % sets) as usize)?, from + left / sets));
            }
            (from, left) = (end, left - runs);
        }
        None
    }

    /// The number of runs for `seeds` problems of each set.
    pub fn runs(&self, seeds: u64, ended: &Ended) -> u64 {
        self.problems(seeds, ended).fold(0, u64::saturating_add)
    }

    /// The number of problems of each set.
    fn problems(&self, seeds: u64, ended: &Ended) -> impl Iterator<Item = u64> {
        let there = self.points.iter().map(|point| point.subjects().unwrap_or(u64::MAX));
        (0..).zip(there).map(move |(point, there)| there.min(seeds).min(ended.all(point)))
    }

    /// The variants that are run on a problem set.
    pub fn variants_at(&self, point: usize) -> impl Iterator<Item = &Variant> {
        let problems = &self.points[point];
        self.variants
            .iter()
            .enumerate()
            .filter(|&(i, variant)| i == 0 || problems.runs(variant))
            .map(|(_, a)| a)
    }

    /// The variant with that name.
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}
