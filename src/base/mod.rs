//! What every other room uses: text, random numbers, clocks, options, and long jobs as lines.

pub mod clock;
#[cfg(feature = "research")]
pub mod job;
pub mod number;
#[cfg(feature = "engine")]
pub mod options;
pub mod random;
pub mod text;
