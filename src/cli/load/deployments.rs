//! Deployments: of text files, layouts of the QQ client, replays and records, and built-in ones.

use super::files::{bytes, kind, text};
use super::named::{DEPLOYMENTS, Source};
use super::records::records;
use anyhow::{Context, Result, bail, ensure};
use junqi_core::base::text::Word;
use junqi_core::engine::data;
use junqi_core::game::board::{ArmShape, Seat};
use junqi_core::game::format::{
    FileKind, Jgs, NamedDeployment, files_below, parse_deployments, parse_jql, read_deployment,
};
use junqi_core::game::rules::{Deployment, Mode};
use std::path::{Path, PathBuf};

/// The deployments of one file of any form, lawful or not. Errors name the file.
fn deployments_of_file(path: &Path, shape: &'static ArmShape) -> Result<Vec<NamedDeployment>> {
    let named = |line, name: String, deployment: Deployment| NamedDeployment {
        name,
        about: String::new(),
        share: None,
        line,
        deployment: Ok(deployment),
    };
    let in_file = || path.display().to_string();
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(match kind(path)? {
        FileKind::Jql => vec![named(1, stem, parse_jql(&bytes(path)?).with_context(in_file)?)],
        FileKind::Jgs => {
            let jgs = Jgs::parse(&bytes(path)?).with_context(in_file)?;
            let seats = Seat::ALL.into_iter().zip(jgs.deployments);
            let some = seats.filter_map(|(seat, d)| Some(named(1, format!("{stem} {seat}"), d?)));
            some.collect()
        }
        FileKind::Json => {
            let mut found = vec![];
            for (i, record) in records(path)?.into_iter().enumerate() {
                for (seat, text) in Seat::ALL.into_iter().zip(&record.deployments) {
                    if let Some(text) = text {
                        let word = Word { text, line: i + 1, column: 1 };
                        let deployment = read_deployment(word, shape).with_context(in_file)?;
                        let name = format!("{stem} game {} {seat}", record.game);
                        found.push(named(i + 1, name, deployment));
                    }
                }
            }
            found
        }
        FileKind::Text => parse_deployments(&text(path)?, shape).with_context(in_file)?,
    })
}

/// The sources of deployments, but for those that are sampled.
const SOURCES: &str = "book, strong, mixed-1v1, mixed-2v2, a file or a folder";

/// The deployments of each file that a source names: a file, the files in a folder, or `book`,
/// `strong`, `mixed-1v1` and `mixed-2v2`, the embedded ones. A file that cannot be read is an error of its own.
pub(in crate::cli) fn deployment_files(
    source: &Source,
    shape: &'static ArmShape,
) -> Result<Vec<(String, Result<Vec<NamedDeployment>>)>> {
    let embedded = match source.text() {
        Ok("book") => Some(data::deployments()),
        Ok("strong") => Some(data::strong_deployments()),
        Ok("mixed-1v1") => Some(data::opening_book(Mode::TwoPlayer)),
        Ok("mixed-2v2") => Some(data::opening_book(Mode::FourPlayer)),
        _ => None,
    };
    if let Some(embedded) = embedded {
        ensure!(
            shape.is_standard(),
            "found `{source}`, whose deployments are for the standard board, expected `sample`, a file or a folder"
        );
        return Ok(vec![(source.to_string(), Ok(embedded))]);
    }
    let path = source.path();
    ensure!(path.exists(), "found `{source}`, expected {SOURCES}; there is no such file");
    let files = files_below(path, DEPLOYMENTS)?.files;
    let read = |file: &PathBuf| (file.display().to_string(), deployments_of_file(file, shape));
    Ok(files.iter().map(read).collect())
}

/// The deployments of all those files, each with the name of its file.
pub(in crate::cli) fn deployments(
    source: &Source,
    shape: &'static ArmShape,
) -> Result<Vec<(String, NamedDeployment)>> {
    let mut all = vec![];
    for (name, found) in deployment_files(source, shape)? {
        all.extend(found?.into_iter().map(|d| (name.clone(), d)));
    }
    ensure!(!all.is_empty(), "{source}: no deployments in it");
    Ok(all)
}

/// The same, all lawful.
pub(in crate::cli) fn lawful_deployments(
    source: &Source,
    shape: &'static ArmShape,
) -> Result<Vec<(NamedDeployment, Deployment)>> {
    let lawful = |(file, named): (String, NamedDeployment)| match &named.deployment {
        Ok(deployment) => {
            let deployment = *deployment;
            Ok((named, deployment))
        }
        Err(faults) => bail!(
            "{file}, line {}, deployment {}: {} (`junqi deploy check` tells all)",
            named.line,
            named.name,
            faults[0]
        ),
    };
    deployments(source, shape)?.into_iter().map(lawful).collect()
}
