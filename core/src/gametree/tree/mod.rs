//! Synthetic game trees: generated from a seed without storing nodes, or explicit, read from files.
//!
//! A [`Generated`] tree is uniform and a function of a seed. A [`Generator`] defines the payoffs of
//! its nodes; [`Recipe`] chooses one of the seven by name. An [`Explicit`] tree has all its nodes in
//! memory and any shape; it comes from a file or from another tree. Both are walked through cursors
//! that implement [`Tree`], for which [`Payoffs`] and [`RealPayoffs`] are the evaluations.
//!
//! ```
//! use junqi_core::gametree::position::Position;
//! use junqi_core::gametree::tree::{Explicit, Generated, Recipe, Shape, Tree};
//!
//! let recipe = Recipe::new("uniform", 1000, Shape::new(3, 4)?, 7)?;
//! let mut node = Generated::new(recipe);
//! node.make(2);
//! assert_eq!(node.number(), 3);
//! let stored = Explicit::from_tree(&node)?;
//! assert_eq!(stored.root().leaf_range(), node.leaf_range());
//! # Ok::<(), junqi_core::gametree::tree::TreeError>(())
//! ```

mod distinct;
mod error;
mod explicit;
mod file;
mod generated;
mod incremental;
#[cfg(test)]
mod laws;
mod links;
mod node;
mod ordered;
mod payoff;
mod recipe;
mod shape;
mod sparse;
#[cfg(test)]
mod tests;
mod uniform;
mod words;

pub use distinct::Distinct;
pub use error::{MAX_VALUES, TreeError};
pub use explicit::{Explicit, Walker};
pub use generated::{Cursor, Generated, Generator};
pub use incremental::Incremental;
pub use node::{Decision, Tree};
pub use ordered::Ordered;
pub use payoff::{Payoffs, RealPayoffs, TreePayoffs};
pub use recipe::Recipe;
pub use shape::Shape;
pub use sparse::Sparse;
pub use uniform::Uniform;
pub use words::{LOG2_12, NodeRandom};
