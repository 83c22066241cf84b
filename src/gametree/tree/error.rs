//! Why there is no such tree.

use thiserror::Error;

/// Maximum branching factor: some searches list all children of a node.
pub(super) const MAX_BRANCHING: u32 = 1 << 24;

/// Maximum range of values of a generated tree, so that sums along the longest line still fit.
pub const MAX_VALUES: u64 = 1_000_000_000_000;

/// Why a tree cannot be generated or held.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// Without branches there is no tree, and some searches list all of a node's.
    #[error("branching: found {found}, expected 1 to {MAX_BRANCHING}")]
    Branching {
        /// Children per node.
        found: u32,
    },
    /// The nodes would not fit a number.
    #[error("shape: found branching {branching} and depth {depth}, expected at most 2^62 nodes")]
    TooLarge {
        /// Children per node.
        branching: u32,
        /// Plies from the root to the leaves.
        depth: u32,
    },
    /// The values would be none, or sums of them would not fit a number.
    #[error("values: found a range of {found}, expected 1 to {MAX_VALUES}")]
    Values {
        /// The range asked for.
        found: u64,
    },
    /// A generator that does not exist.
    #[error("generator: found `{found}`, expected one of {expected}")]
    Unknown {
        /// The unknown name.
        found: String,
        /// The known names.
        expected: String,
    },
    /// An explicit tree numbers its nodes with 32 bits.
    #[error("explicit tree: found more nodes than expected, which is at most 4294967295")]
    TooManyNodes,
}

/// Why a tree file could not be read.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes could not be had.
    #[error("{0}")]
    Unreadable(String),
    /// It is not the JSON of a tree.
    #[error("line {line}, column {column}: {found}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1, in bytes; 0 before the first.
        column: usize,
        /// What is wrong there.
        found: String,
    },
    /// There is no root.
    #[error("children: found no nodes, expected at least the root")]
    NoNodes,
    /// A list does not have one entry per node.
    #[error("{field}: found {found} entries, expected {expected}, one per node")]
    Length {
        /// The list.
        field: &'static str,
        /// Its entries.
        found: usize,
        /// The nodes.
        expected: usize,
    },
    /// A child that does not exist.
    #[error("children of node {node}: found {child}, expected numbers below {nodes}")]
    NoSuchChild {
        /// The parent.
        node: u32,
        /// The child.
        child: u32,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A node is in two child lists, or twice in one.
    #[error(
        "children of node {second}: found node {node}, already a child of node {first}, expected \
         one parent"
    )]
    TwoParents {
        /// The node.
        node: u32,
        /// The parent with the smaller number.
        first: u32,
        /// The other one.
        second: u32,
    },
    /// A node is below itself.
    #[error("children: found node {node} below itself, expected no cycle")]
    Cycle {
        /// The node.
        node: u32,
    },
    /// A node is not below the root.
    #[error("children: found node {node} in no child list, expected it below the root")]
    Unreachable {
        /// The node.
        node: u32,
    },
    /// An impossible `AverageEntropy`.
    #[error("entropy of node {node}: found {found}, expected a finite number of bits, 0 or more")]
    Entropy {
        /// The node.
        node: usize,
        /// The entry.
        found: f64,
    },
    /// A number that a search needs for itself.
    #[error("{field} of node {node}: found {found}, expected less than 2^63 - 1 in size")]
    TooLarge {
        /// The list.
        field: &'static str,
        /// The node.
        node: usize,
        /// The entry.
        found: i64,
    },
    /// An empty interval.
    #[error("pess of node {node}: found {pess}, expected at most its opt, which is {opt}")]
    Interval {
        /// The node.
        node: usize,
        /// The pessimistic bound.
        pess: i64,
        /// The optimistic bound.
        opt: i64,
    },
}
