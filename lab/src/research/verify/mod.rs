//! Verification: replays recorded games and case files and compares them with the engine.

mod beliefs;
mod case_event;
mod cases;
mod report;
mod verifier;

pub use report::VerifyReport;
pub use verifier::Verifier;
