//! The variants whose sequential test is decided, and which play no more.

use std::collections::BTreeMap;

/// After how many problems of a set each decided variant ended.
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
