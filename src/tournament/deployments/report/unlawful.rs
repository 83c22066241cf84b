//! Deployments that are not played, because they break the rules.

use serde::Serialize;
use std::fmt;

/// A deployment that breaks the rules, its place in a file, and its faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnlawfulDeployment {
    /// The file.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub faults: Vec<String>,
}

/// A line without its end.
impl fmt::Display for UnlawfulDeployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, name, faults } = self;
        write!(f, "not played: {file}, line {line}, {name}: {}", faults.join("; "))
    }
}
