//! Plans: what is compared on which trees, as data.

use super::{Figure, ProblemSet, Variant};
use std::sync::Arc;

/// An experiment: every algorithm on the same trees, at several points.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// Its name on the command line and of its files.
    pub name: &'static str,
    /// The figures of the thesis it answers.
    pub figure: &'static str,
    /// What is claimed, in a sentence.
    pub claim: &'static str,
    /// The kinds of tree.
    pub points: Vec<Arc<dyn ProblemSet>>,
    /// What is run on every tree; the first is plain alpha-beta.
    pub arms: Vec<Variant>,
    /// Trees of each kind if nothing else is asked for.
    pub seeds: u64,
    /// What is drawn and claimed.
    pub figures: Vec<Figure>,
}

impl Experiment {
    /// Where runs are, if every kind of tree is drawn `seeds` times: a place in the list of points
    /// and which of its trees. One of every kind, then the next of every kind, so that a file can
    /// be gone on with for more trees.
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

    /// Runs if every kind of tree is drawn `seeds` times.
    pub fn runs(&self, seeds: u64) -> u64 {
        let many = |point: &Arc<dyn ProblemSet>| point.subjects().unwrap_or(u64::MAX).min(seeds);
        self.points.iter().map(many).fold(0, u64::saturating_add)
    }

    /// The algorithms that are run on a kind of tree.
    pub fn arms_at(&self, point: usize) -> impl Iterator<Item = &Variant> {
        let ground = &self.points[point];
        self.arms.iter().enumerate().filter(|&(i, arm)| i == 0 || ground.runs(arm)).map(|(_, a)| a)
    }

    /// The arm with a name.
    pub fn arm(&self, id: &str) -> Option<&Variant> {
        self.arms.iter().find(|arm| arm.id == id)
    }
}
