//! Experiments as data: their variants, problem sets and figures, and the order of their runs.

use super::{Figure, ProblemSet, Variant};
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
    /// Whether the experiment is run only by its name, and not with `all`: it takes hours, or its results
    /// depend on the speed of the machine.
    pub only_by_name: bool,
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

impl Experiment {
    /// Whether a name on the command line means the experiment: its own, or `all`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name || name == "all" && !self.only_by_name
    }

    /// Whether the problems are units of matches. Their number is planned before the first is played, for every
    /// look at a match that goes on would be another chance to err.
    pub fn is_match(&self) -> bool {
        self.points.iter().any(|set| set.games() > 0)
    }

    /// The set index and problem number of a run of those for `seeds` problems of each set; none after the
    /// last. The order is one problem of every set, then the next of every set, so that a file can be
    /// extended.
    pub fn place(&self, seeds: u64, run: u64) -> Option<(usize, u64)> {
        let problems: Vec<u64> = self.problems(seeds).collect();
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
    pub fn runs(&self, seeds: u64) -> u64 {
        self.problems(seeds).fold(0, u64::saturating_add)
    }

    /// The number of problems of each set.
    fn problems(&self, seeds: u64) -> impl Iterator<Item = u64> {
        self.points.iter().map(move |set| set.problems().unwrap_or(u64::MAX).min(seeds))
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
