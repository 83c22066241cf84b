//! Memories: stored results of nodes, such as a transposition table.

mod perfect;
mod policy;
mod transposition;

pub use perfect::Perfect;
pub use policy::{Forget, Found, Hints, Memory, TableHit, TableUse};
pub use transposition::Transposition;
