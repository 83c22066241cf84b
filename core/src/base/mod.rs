//! Foundations for all other modules: text, random numbers, clocks, options, and resumable jobs.

pub mod clock;
pub mod job;
pub mod number;
pub mod options;
pub mod random;
pub mod text;
