//! Pictures of figures, as SVG and PNG; no font of the system is needed.

mod axis;
mod picture;
mod short;

pub use picture::{png, svg};
