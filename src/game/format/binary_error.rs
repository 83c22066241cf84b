//! The error of the binary readers.

use thiserror::Error;

/// Why a binary file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("byte {offset}: found {found}, expected {expected}")]
#[non_exhaustive]
pub struct BinaryError {
    /// Offset of the fault in the file, in bytes from 0.
    pub offset: usize,
    /// The content found there.
    pub found: String,
    /// The content expected there.
    pub expected: String,
}

impl BinaryError {
    pub(super) fn new(offset: usize, found: impl Into<String>, expected: &str) -> Self {
        Self { offset, found: found.into(), expected: expected.into() }
    }
}
