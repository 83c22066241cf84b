//! Long work: on many threads, in order, gone on with where it was left.

mod lines;
mod ordered;

pub use lines::{LinesError, append_line, lines};
pub use ordered::{Stop, ordered};
