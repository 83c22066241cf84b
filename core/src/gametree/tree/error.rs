//! Errors of generating and reading trees.

use thiserror::Error;

/// Maximum branching factor, because some searches list all children of a node.
pub(super) const MAX_BRANCHING: u32 = 1 << 24;

/// Maximum range of values of a generated tree, so that sums along the longest line still fit.
pub const MAX_VALUES: u64 = 1_000_000_000_000;

/// Why a tree cannot be generated, held or read from a file.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The branching factor is 0 or too large.
    #[error("branching: found {found}, expected 1 to {MAX_BRANCHING}")]
    Branching {
        /// Children per node.
        found: u32,
    },
    /// The tree has too many nodes.
    #[error("shape: found branching {branching} and depth {depth}, expected at most 2^62 nodes")]
    TooLarge {
        /// Children per node.
        branching: u32,
        /// Plies from the root to the leaves.
        depth: u32,
    },
    /// The range of values is 0 or too large.
    #[error("values: found a range of {found}, expected 1 to {MAX_VALUES}")]
    Values {
        /// The range given.
        found: u64,
    },
    /// There is no generator of this name.
    #[error("generator: found `{found}`, expected one of {expected}")]
    Unknown {
        /// The unknown name.
        found: String,
        /// The known names.
        expected: String,
    },
    /// The tree has more nodes than 32 bits can number.
    #[error("explicit tree: found more than 4294967295 nodes, the maximum")]
    TooManyNodes,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The text is not the JSON of a tree.
    #[error("line {line}, column {column}: {found}")]
    Json {
        /// Line of the error, from 1.
        line: usize,
        /// Column of the error in bytes, from 1; 0 before the first byte.
        column: usize,
        /// Message of the JSON parser.
        found: String,
    },
    /// The tree has no nodes.
    #[error("children: found no nodes, expected at least the root")]
    NoNodes,
    /// A list does not have one entry per node.
    #[error("{field}: found {found} entries, expected {expected}, one per node")]
    Length {
        /// The list.
        field: &'static str,
        /// Number of its entries.
        found: usize,
        /// Number of nodes.
        expected: usize,
    },
    /// A child number is not the number of a node.
    #[error("children of node {node}: found {child}, expected numbers below {nodes}")]
    NoSuchChild {
        /// The parent.
        node: u32,
        /// The child.
        child: u32,
        /// Number of nodes.
        nodes: usize,
    },
    /// A node occurs twice in the child lists.
    #[error(
        "children of node {second}: found node {node}, already a child of node {first}, expected \
         one parent"
    )]
    TwoParents {
        /// The node.
        node: u32,
        /// The parent with the smaller number.
        first: u32,
        /// The other parent.
        second: u32,
    },
    /// The child lists contain a cycle.
    #[error("children: node {node} is its own descendant, expected no cycle")]
    Cycle {
        /// The node.
        node: u32,
    },
    /// A node is not below the root.
    #[error("children: node {node} is in no child list, expected every node below the root")]
    Unreachable {
        /// The node.
        node: u32,
    },
    /// An `AverageEntropy` is negative or not finite.
    #[error("entropy of node {node}: found {found}, expected a finite number of bits, 0 or more")]
    Entropy {
        /// The node.
        node: usize,
        /// The entry.
        found: f64,
    },
    /// A number is outside the range of scores.
    #[error("{field} of node {node}: found {found}, expected an absolute value below 2^63 - 1")]
    Value {
        /// The list.
        field: &'static str,
        /// The node.
        node: usize,
        /// The entry.
        found: i64,
    },
    /// The pessimistic bound is above the optimistic one.
    #[error("pess of node {node}: found {pess}, expected at most its opt, {opt}")]
    Interval {
        /// The node.
        node: usize,
        /// The pessimistic bound.
        pess: i64,
        /// The optimistic bound.
        opt: i64,
    },
}
