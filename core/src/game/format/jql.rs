//! `.jql`: the community client's deployment file of 50 bytes, and the error of the binary readers.
//!
//! Source: files of the QQ four-country client; the layout is described in `docs/FORMATS.md`.

use crate::game::board::{ARM_POINTS, ArmShape};
use crate::game::rules::{Deployment, Kind, faults_text};
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

const HEAD: &[u8; 20] = b"QQGame JQL File\0\x57\x04\x00\x00";

/// The piece of a code: 2 flag, 3 mine, 4 bomb, 5 commander to 13 engineer.
fn kind_of(code: u8) -> Option<Kind> {
    match code {
        2 => Some(Kind::Flag),
        3 => Some(Kind::Mine),
        4 => Some(Kind::Bomb),
        5..=13 => Some(Kind::ALL[usize::from(code) - 5]),
        _ => None,
    }
}

pub(super) fn code_of(kind: Option<Kind>) -> u8 {
    match kind {
        None => 0,
        Some(Kind::Flag) => 2,
        Some(Kind::Mine) => 3,
        Some(Kind::Bomb) => 4,
        Some(kind) => kind.index() as u8 + 5,
    }
}

/// Checks that a file begins with some bytes.
pub(super) fn expect_head(bytes: &[u8], head: &[u8], expected: &str) -> Result<(), BinaryError> {
    let Some(at) = (0..head.len()).find(|&i| bytes.get(i) != Some(&head[i])) else {
        return Ok(());
    };
    let found = bytes.get(at).map_or("the end of the file".into(), |b| format!("{b:#04x}"));
    Err(BinaryError::new(at, found, expected))
}

/// Reads the deployment of thirty piece codes at an offset of a file; they must be there.
pub(super) fn read_points(bytes: &[u8], offset: usize) -> Result<Deployment, BinaryError> {
    let mut points = [None; ARM_POINTS];
    for (i, point) in points.iter_mut().enumerate() {
        let code = bytes[offset + i];
        *point = kind_of(code);
        if point.is_none() && code != 0 {
            let expected = "a piece code: 0 or 2 to 13";
            return Err(BinaryError::new(offset + i, format!("{code}"), expected));
        }
    }
    Deployment::new(ArmShape::standard(), &points).map_err(|faults| {
        let found = format!("an unlawful deployment ({})", faults_text(&faults));
        BinaryError::new(offset, found, "a lawful one")
    })
}

/// Reads a `.jql` file.
///
/// # Errors
///
/// With the place of the first wrong byte; an unlawful deployment is an error at its first piece.
pub fn parse_jql(bytes: &[u8]) -> Result<Deployment, BinaryError> {
    expect_head(bytes, HEAD, "the head of a .jql file, `QQGame JQL File`")?;
    if bytes.len() != HEAD.len() + ARM_POINTS {
        let found = format!("a file of {} bytes", bytes.len());
        return Err(BinaryError::new(bytes.len(), found, "50 bytes"));
    }
    read_points(bytes, HEAD.len())
}

/// Writes a `.jql` file.
pub fn write_jql(deployment: &Deployment) -> Vec<u8> {
    let points = deployment.shape().points().map(|p| code_of(deployment.at(p)));
    HEAD.iter().copied().chain(points).collect()
}
