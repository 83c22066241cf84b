//! Pictures of figures, as SVG and PNG; no font of the system is needed.

mod axis;
mod picture;

pub use picture::{png, svg};
