//! Exact weighted counting: in how many ways can pieces be given their kinds?
//!
//! Some pieces (*slots*) are to be told apart as a known multiset of kinds (the *pool*). Every slot
//! has a weight for every kind, 0 where the kind is impossible. The weight of an assignment is the
//! product over its slots; what is asked is the sum over all assignments, how the weight spreads
//! over the kinds of each slot, and samples in proportion to it.
//!
//! The sum obeys a recurrence over how many pieces of each kind are left. With `f(0) = 1`,
//!
//! ```text
//! f(left) = sum over kinds k of  weight[slot][k] * f(left - one k),     slot = 25 - sum(left)
//! ```
//!
//! for a whole army 497,664 values at most, of which the layout rules leave about a seventh.
//! A [`Lattice`] holds which of them there are; a [`Count`] fills in the values for `L` sets of
//! weights at once. Marginals are the derivatives of the logarithm of the sum, so a second sweep in
//! the other direction gives them all (and with them exact gradients for fitting); walking down
//! the recurrence by chance gives independent exact samples.
//!
//! Source: the recurrence is the folklore transfer-matrix count of contingency tables with one
//! margin of ones; the use here is ours.

mod half;
mod lattice;
mod values;

pub use lattice::Lattice;
pub use values::{AssignmentSums, SlotWeights};
