//! The structure of the house: which room may import which.
//!
//! `gametree` knows nothing of boards; `game` knows nothing of scores. They meet in the trait of
//! `gametree::position`.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up, and the rooms that each may import.
const ROOMS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("gametree", &["base"]),
    ("game", &["base", "gametree"]),
    ("engine", &["base", "gametree", "game"]),
    ("play", &["base", "gametree", "game", "engine"]),
    ("tournament", &["base", "game", "play"]),
    ("research", &["base", "gametree", "game", "engine", "play", "tournament"]),
    ("shards", &["base", "engine", "tournament", "research"]),
    ("server", &["base", "gametree", "game", "engine", "play", "tournament"]),
    (
        "cli",
        &[
            "base",
            "gametree",
            "game",
            "engine",
            "play",
            "tournament",
            "research",
            "shards",
            "server",
        ],
    ),
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The rooms that a source names after `crate::`, tests included, comments left out.
fn imports(source: &str) -> Vec<String> {
    let word =
        |rest: &str| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).map(word).collect()
}

#[test]
fn no_module_imports_what_it_must_not_know() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&root, &mut files);
    assert!(files.len() > 40, "the sources were not found");
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" || module == "main" {
            continue;
        }
        let allowed = ROOMS.iter().find(|l| l.0 == module);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{module}: a module without a layer"));
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            assert!(
                import == module || allowed.contains(&import.as_str()),
                "{}: imports `{import}`, expected only {allowed:?}",
                inside.display()
            );
        }
    }
}

#[test]
fn the_layers_have_no_cycle() {
    for (i, (module, allowed)) in ROOMS.iter().enumerate() {
        for import in *allowed {
            let below = ROOMS[..i].iter().any(|l| l.0 == *import);
            assert!(below, "{module} may import {import}, which is not below it");
        }
    }
}

#[test]
fn every_embedded_deployment_file_is_in_the_folder_and_the_other_way_round() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/deployments");
    let mut files = vec![];
    sources(&folder, &mut files);
    files.sort();
    let embedded: Vec<PathBuf> =
        junqi::engine::data::DEPLOYMENT_FILES.iter().map(|(name, _)| folder.join(name)).collect();
    assert_eq!(files, embedded);
    let all = junqi::engine::data::deployments();
    assert!(all.len() >= 20);
    for named in &all {
        assert!(named.deployment.is_ok(), "{}: {:?}", named.name, named.deployment);
        assert!(!named.about.is_empty(), "{}", named.name);
        assert_eq!(all.iter().filter(|n| n.name == named.name).count(), 1, "{}", named.name);
    }
}

#[test]
fn every_embedded_position_file_is_in_the_folder_and_the_other_way_round() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/positions");
    let mut files = vec![];
    sources(&folder, &mut files);
    files.sort();
    let embedded: Vec<PathBuf> =
        junqi::engine::data::POSITION_FILES.iter().map(|(name, _)| folder.join(name)).collect();
    assert_eq!(files, embedded);
}

#[test]
fn the_table_of_algorithms_is_that_of_the_registry() {
    let rows: Vec<String> = junqi::research::algorithms::infos()
        .map(|info| {
            let junqi::research::algorithms::AlgorithmInfo {
                name, about, source, file, tested, status, ..
            } = info;
            format!("| `{name}` | {about} | `src/gametree/search/{file}` | {source} | {tested} | {status} |")
        })
        .collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/SEARCH.md");
    let text = fs::read_to_string(page).unwrap();
    let missing: Vec<_> = rows.iter().filter(|row| !text.contains(*row)).collect();
    assert!(missing.is_empty(), "docs/SEARCH.md lacks:\n{}", rows.join("\n"));
}
