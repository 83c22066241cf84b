//! Plans of experiments as data: variants, problem sets and figures.

use super::{Figure, ProblemSet, Variant};
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
    pub arms: Vec<Variant>,
    /// Default number of problems of each set.
    pub seeds: u64,
    /// The figures with their claims.
    pub figures: Vec<Figure>,
}

impl Experiment {
    /// The runs for `seeds` problems of each set, as pairs of set index and problem number. The order
    /// is one problem of every set, then the next of every set, so that a file can be extended.
    pub fn places(&self, seeds: u64) -> impl Iterator<Item = (usize, u64)> {
        let many = |point: &Arc<dyn ProblemSet>| point.subjects().unwrap_or(u64::MAX).min(seeds);
        let many: Vec<u64> = self.points.iter().map(many).collect();
        let most = many.iter().copied().max().unwrap_or(0);
        let points = move |trial| {
            let there = many.clone().into_iter().enumerate().filter(move |&(_, n)| trial < n);
            there.map(move |(point, _)| (point, trial))
        };
        (0..most).flat_map(points)
    }

    /// The number of runs for `seeds` problems of each set.
    pub fn runs(&self, seeds: u64) -> u64 {
        let many = |point: &Arc<dyn ProblemSet>| point.subjects().unwrap_or(u64::MAX).min(seeds);
        self.points.iter().map(many).fold(0, u64::saturating_add)
    }

    /// The variants that are run on a problem set.
    pub fn arms_at(&self, point: usize) -> impl Iterator<Item = &Variant> {
        let ground = &self.points[point];
        self.arms.iter().enumerate().filter(|&(i, arm)| i == 0 || ground.runs(arm)).map(|(_, a)| a)
    }

    /// The variant with that name.
    pub fn arm(&self, id: &str) -> Option<&Variant> {
        self.arms.iter().find(|arm| arm.id == id)
    }
}
