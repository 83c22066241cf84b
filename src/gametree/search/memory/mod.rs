//! Memories: what is already known of a node.

mod perfect;
mod policy;
mod transposition;

pub use perfect::Perfect;
pub use policy::{Forget, Found, Hints, Memory, TableHit, TableUse};
pub use transposition::Transposition;
