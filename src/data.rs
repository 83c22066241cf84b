//! What is embedded in the program besides the board.

use crate::format::{NamedDeployment, parse_deployments};

/// The hand-made deployment files of `data/deployments`, by name.
pub const DEPLOYMENT_FILES: &[(&str, &str)] = &[
];

/// All hand-made deployments.
pub fn deployments() -> Vec<NamedDeployment> {
    let read = |(name, text): &(&str, &str)| {
        parse_deployments(text).unwrap_or_else(|e| panic!("embedded file {name}: {e}"))
    };
    DEPLOYMENT_FILES.iter().flat_map(read).collect()
}
