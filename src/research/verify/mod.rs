//! Verification: replays recorded games and case files and compares them with the engine.

mod beliefs;
mod case_event;
mod cases;
mod fights;
mod files;
mod games;
mod report;
mod verifier;

pub use files::{files_below, read_file};
pub use report::VerifyReport;
pub use verifier::Verifier;
