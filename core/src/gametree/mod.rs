//! Game-tree search: values, the position trait, search algorithms, and synthetic trees. Knows no board.

pub mod position;
pub mod score;
pub mod search;
pub mod tree;
pub mod tree_runs;
