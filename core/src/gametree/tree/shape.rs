//! The shape of a uniform tree.

use super::TreeError;
use super::error::MAX_BRANCHING;

/// A uniform tree: every node above the last ply has the same number of children. Breadth-first,
/// child m of node i is i·b + m + 1.
///
/// ```
/// use junqi_core::gametree::tree::Shape;
/// let shape = Shape::new(6, 6)?;
/// assert_eq!((shape.leaves(), shape.nodes(), shape.minimal_leaves()), (46656, 55987, 431));
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    branching: u32,
    depth: u32,
    /// b^d.
    leaves: u64,
    /// The number of the first leaf, which is also the number of interior nodes.
    first_leaf: u64,
}

impl Shape {
    /// A tree with `branching` children per node and its leaves `depth` plies below the root; depth
    /// 0 is a single leaf.
    ///
    /// # Errors
    ///
    /// If `branching` is 0 or more than 2^24, or the tree has more than 2^62 nodes.
    pub fn new(branching: u32, depth: u32) -> Result<Self, TreeError> {
        const LIMIT: u64 = 1 << 62;
        let b = u64::from(branching);
        let (mut leaves, mut first_leaf) = (1_u64, 0_u64);
        if branching > MAX_BRANCHING {
            return Err(TreeError::Branching { found: branching });
        }
        match branching {
            0 => return Err(TreeError::Branching { found: branching }),
            1 => first_leaf = u64::from(depth),
            _ => {
                for _ in 0..depth {
                    first_leaf += leaves;
                    leaves = leaves
                        .checked_mul(b)
                        .filter(|more| first_leaf + more <= LIMIT)
                        .ok_or(TreeError::TooLarge { branching, depth })?;
                }
            }
        }
        Ok(Self { branching, depth, leaves, first_leaf })
    }

    /// Children per node, at least 1.
    #[inline]
    pub fn branching(self) -> u32 {
        self.branching
    }

    /// Plies from the root to the leaves.
    #[inline]
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// Number of leaves: b^d.
    #[inline]
    pub fn leaves(self) -> u64 {
        self.leaves
    }

    /// The number of the leftmost leaf, which is also the number of interior nodes.
    #[inline]
    pub fn first_leaf(self) -> u64 {
        self.first_leaf
    }

    /// Number of nodes, leaves included.
    #[inline]
    pub fn nodes(self) -> u64 {
        self.first_leaf + self.leaves
    }

    /// The minimal number of leaves that prove the value: b^⌈d/2⌉ + b^⌊d/2⌋ − 1. Source: Knuth &
    /// Moore, "An analysis of alpha-beta pruning", AI 6 (1975).
    pub fn minimal_leaves(self) -> u64 {
        let power = |plies| u64::from(self.branching).pow(plies);
        power(self.depth.div_ceil(2)) + power(self.depth / 2) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_count_their_nodes() {
        let shape = Shape::new(2, 3).unwrap();
        assert_eq!((shape.leaves(), shape.first_leaf(), shape.nodes()), (8, 7, 15));
        assert_eq!(Shape::new(9, 0).unwrap().nodes(), 1);
        assert_eq!(Shape::new(1, u32::MAX).unwrap().nodes(), 1 << 32);
        assert_eq!(Shape::new(1, 5).unwrap().minimal_leaves(), 1);
        assert_eq!(Shape::new(7, 7).unwrap().minimal_leaves(), 2743);
    }

    #[test]
    fn impossible_shapes_are_refused() {
        assert_eq!(Shape::new(2, 61).unwrap().nodes(), (1 << 62) - 1);
        for (b, d) in [(2, 62), (2, 64), (2, u32::MAX), (1 << 24, 3), (1 << 24, 7)] {
            let error = Shape::new(b, d).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("shape: found branching {b} and depth {d}, expected at most 2^62 nodes")
            );
        }
        for found in [0, (1 << 24) + 1, u32::MAX] {
            let error = Shape::new(found, 1).unwrap_err().to_string();
            assert_eq!(error, format!("branching: found {found}, expected 1 to 16777216"));
        }
    }
}
