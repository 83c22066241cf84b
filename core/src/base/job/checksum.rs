//! Checksums of manifests, shards and plans.

use sha2::{Digest, Sha256};

/// The SHA-256 checksum of some bytes, in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes).into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
