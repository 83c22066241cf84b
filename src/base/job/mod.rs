//! Long work: on many threads, in order, gone on with where it was left, divided among machines.

mod checksum;
mod lines;
mod ordered;
mod task;
mod whole;

pub use checksum::sum;
pub use lines::{LinesError, append_line, lines};
pub use ordered::{Stop, ordered};
pub use task::{Each, Failure, JobError, Part, Run, Task};
pub use whole::{Whole, write_whole};
