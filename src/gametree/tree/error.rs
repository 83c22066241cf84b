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

#[cfg(test)]
mod tests {
    use crate::gametree::tree::Explicit;

    fn error(text: &str) -> String {
        Explicit::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_json_of_a_tree_is_named_with_its_place() {
        let errors = [
            ("", "line 1, column 0: EOF while parsing a value"),
            (
                "{\"children\":[[1],\n[],\"payoff\":[",
                "line 2, column 11: invalid type: string \"payoff\", expected a sequence",
            ),
            (
                r#"{"children":[[-1]],"payoff":[1]}"#,
                "line 1, column 16: invalid value: integer `-1`, expected u32",
            ),
            (
                r#"{"children":[[]],"payoff":[1.5]}"#,
                "line 1, column 30: invalid type: floating point `1.5`, expected i64",
            ),
            (
                r#"{"children":[[]],"payoff":[99999999999999999999]}"#,
                "line 1, column 47: invalid type: floating point `1e+20`, expected i64",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"entropy":[1e999]}"#,
                "line 1, column 46: number out of range",
            ),
            (r#"{"children":[[]]}"#, "line 1, column 17: missing field `payoff`"),
            (
                "[]",
                "line 1, column 2: invalid length 0, \
                 expected an object with `children` and `payoff`",
            ),
        ];
        for (text, expected) in errors {
            assert_eq!(error(text), expected, "{text}");
        }
    }

    #[test]
    fn a_malformed_tree_is_named_with_its_place() {
        let errors = [
            (
                r#"{"children":[],"payoff":[]}"#,
                "children: found no nodes, expected at least the root",
            ),
            (
                r#"{"children":[[]],"payoff":[]}"#,
                "payoff: found 0 entries, expected 1, one per node",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"entropy":[1,2]}"#,
                "entropy: found 2 entries, expected 1, one per node",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"pess":[]}"#,
                "pess: found 0 entries, expected 1, one per node",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"opt":[1,2]}"#,
                "opt: found 2 entries, expected 1, one per node",
            ),
            (
                r#"{"children":[[],[]],"payoff":[1,1]}"#,
                "children: found node 1 in no child list, expected it below the root",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"entropy":[-0.5]}"#,
                "entropy of node 0: found -0.5, expected a finite number of bits, 0 or more",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"pess":[3],"opt":[2]}"#,
                "pess of node 0: found 3, expected at most its opt, which is 2",
            ),
            (
                r#"{"children":[[]],"payoff":[-9223372036854775807]}"#,
                "payoff of node 0: found -9223372036854775807, expected less than 2^63 - 1 in size",
            ),
            (
                r#"{"children":[[]],"payoff":[1],"opt":[9223372036854775807]}"#,
                "opt of node 0: found 9223372036854775807, expected less than 2^63 - 1 in size",
            ),
        ];
        for (text, expected) in errors {
            assert_eq!(error(text), expected, "{text}");
        }
    }
}
