//! Research: experiments, measurements, learning from games, the suite of moments, and
//! verification.

pub mod experiments;
pub mod learn;
pub mod measure;
pub mod suite;
pub mod verify;
