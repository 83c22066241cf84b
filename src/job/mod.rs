//! Long work: on many threads, in order, gone on with where it was left.

mod ordered;

pub use ordered::{Stop, ordered};
