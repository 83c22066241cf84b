//! What every other room uses: text, random numbers, clocks, options, and long jobs as lines.

pub mod clock;
pub mod job;
pub mod options;
pub mod random;
pub mod text;
