//! Exact weighted counting of assignments of kinds to pieces.
//!
//! A known multiset of kinds (the *pool*) is to be assigned to pieces (*slots*). Every slot has a
//! weight for every kind, 0 if the kind is impossible. The weight of an assignment is the product
//! over its slots. Computed are the sum over all assignments, the weight by kind of every slot, and
//! samples in proportion to the weight.
//!
//! The sum obeys a recurrence over the numbers of pieces left of each kind. With `f(0) = 1`,
//!
//! ```text
//! f(left) = sum over kinds k of  weight[slot][k] * f(left - one k),     slot = 25 - sum(left)
//! ```
//!
//! For a full army there are at most 497,664 values, of which the rules of deployment leave about a
//! seventh. A [`Lattice`] holds which values exist; [`AssignmentSums`] computes them for `L` sets of
//! weights at once. Marginals are the derivatives of the logarithm of the sum, so a second sweep in
//! the other direction gives all of them, and exact gradients for fitting. A random walk down the
//! recurrence gives independent exact samples.
//!
//! Source: the recurrence is the folklore transfer-matrix count of contingency tables with one
//! margin of ones; the use here is ours.

mod half;
mod lattice;
mod values;

pub use lattice::Lattice;
pub use values::{AssignmentSums, SlotWeights};
