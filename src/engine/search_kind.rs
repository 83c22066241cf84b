//! Entries of the lists of searches.

use crate::base::options::{OptionSpec, OptionValues};

/// An entry of a list of searches, and how to read such a search from options.
pub struct SearchKind<S> {
    /// Name of the search, and of the seat that plays it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the search.
    pub params: &'static [OptionSpec],
    pub(super) read: fn(&OptionValues) -> S,
}

impl<S> SearchKind<S> {
    /// The search with its options among `values`; other options are ignored.
    pub fn with(&self, values: &OptionValues) -> S {
        (self.read)(values)
    }
}
