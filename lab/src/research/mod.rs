//! Research: experiments, measurements, learning from games, and verification.

pub mod experiments;
pub mod learn;
pub mod measure;
pub mod verify;
