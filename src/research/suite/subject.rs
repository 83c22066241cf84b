//! The subjects of the suite.

use crate::base::text::expected_name;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What the moments of a file are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A flag of the seat's team falls one to three rounds later.
    Flags,
    /// An engineer can take a mine beside a flag.
    Mines,
    /// The seat's commander is hunted.
    Commander,
    /// Both sides can take a flag.
    Race,
    /// The seat's public flag is attacked.
    OpenFlag,
    /// The last enemy flag can be taken while the quiet-ply limit comes nearer.
    Convert,
    /// The partner's flag is attacked and the seat can help.
    Partner,
}

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 7] = [
        Self::Flags,
        Self::Mines,
        Self::Commander,
        Self::Race,
        Self::OpenFlag,
        Self::Convert,
        Self::Partner,
    ];

    /// The name, as in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flags => "flags",
            Self::Mines => "mines",
            Self::Commander => "commander",
            Self::Race => "race",
            Self::OpenFlag => "open-flag",
            Self::Convert => "convert",
            Self::Partner => "partner",
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|subject| subject.name() == text);
        let names = Self::ALL.map(Self::name);
        found.ok_or_else(|| format!("found `{text}`, expected {}", expected_name(text, &names)))
    }
}
