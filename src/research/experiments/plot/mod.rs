//! Pictures of figures, as SVG and PNG; no font of the system is needed.

mod axis;
mod chart;
mod intervals;
mod marks;
mod panel;
mod picture;

pub use picture::{png, svg};
