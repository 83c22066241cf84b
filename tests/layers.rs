//! The structure of the house: which module may import which.
//!
//! `score`, `position`, `search` and `tree` know nothing of boards; `board` and `rules` know
//! nothing of scores. They meet in the trait of `position`.

use std::fs;
use std::path::{Path, PathBuf};

/// A module and what it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("score", &[]),
    ("position", &["score"]),
    ("text", &[]),
    ("random", &[]),
    ("rating", &[]),
    ("clock", &[]),
    ("job", &[]),
    ("tree", &["position", "random", "score"]),
    ("search", &["clock", "position", "score"]),
    ("lab", &["position", "score", "search", "text", "tree"]),
    ("experiment", &["job", "lab", "random", "rating", "score", "search", "text", "tree"]),
    ("board", &["text"]),
    ("rules", &["board", "position", "random"]),
    ("belief", &["board", "position", "random", "rules"]),
    ("endgame", &["board", "position", "random", "rules", "search"]),
    ("eval", &["belief", "board", "position", "random", "rules", "score", "search"]),
    ("format", &["belief", "board", "rules", "text"]),
    ("protocol", &["belief", "board", "format", "rules", "score", "text"]),
    ("draw", &["belief", "board", "rules"]),
    ("learn", &["belief", "board", "eval", "format", "position", "random", "rules"]),
    ("data", &["belief", "board", "eval", "format", "rules"]),
    ("verify", &["belief", "board", "format", "random", "rules"]),
    (
        "engine",
        &[
            "belief", "clock", "data", "eval", "format", "lab", "position", "rules", "score",
            "search",
        ],
    ),
    (
        "worlds",
        &[
            "belief", "board", "endgame", "eval", "lab", "position", "random", "rules", "score",
            "search",
        ],
    ),
    (
        "measure",
        &[
            "belief",
            "board",
            "engine",
            "eval",
            "experiment",
            "format",
            "lab",
            "learn",
            "position",
            "random",
            "rules",
            "score",
            "search",
        ],
    ),
    (
        "play",
        &[
            "belief", "board", "clock", "data", "engine", "eval", "format", "job", "lab",
            "position", "protocol", "random", "rating", "rules", "score", "search", "text",
            "worlds",
        ],
    ),
    ("table", &["belief", "board", "format", "play", "rules"]),
    ("study", &["belief", "board", "data", "eval", "format", "play", "random", "rules", "table"]),
    ("deploy", &["belief", "board", "draw", "format", "job", "play", "random", "rating", "rules"]),
    (
        "server",
        &[
            "belief", "board", "clock", "data", "deploy", "format", "job", "play", "random",
            "rules", "score", "study", "table", "text",
        ],
    ),
    ("dialogue", &["belief", "board", "clock", "play", "protocol", "random", "rules"]),
    ("ladder", &["belief", "format", "job", "play", "random", "rating", "rules"]),
    (
        "trial",
        &[
            "belief",
            "board",
            "data",
            "eval",
            "experiment",
            "format",
            "job",
            "lab",
            "play",
            "position",
            "random",
            "rating",
            "rules",
            "score",
            "search",
        ],
    ),
    ("farm", &["engine", "job", "lab", "ladder", "play", "rating", "trial"]),
    (
        "cli",
        &[
            "belief",
            "board",
            "clock",
            "data",
            "deploy",
            "dialogue",
            "draw",
            "endgame",
            "engine",
            "eval",
            "experiment",
            "farm",
            "format",
            "job",
            "lab",
            "ladder",
            "learn",
            "measure",
            "play",
            "random",
            "rating",
            "rules",
            "search",
            "server",
            "study",
            "text",
            "tree",
            "trial",
            "verify",
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

/// The modules that a source names after `crate::`, but for its tests and comments.
fn imports(source: &str) -> Vec<String> {
    let product = source.split("#[cfg(test)]").next().unwrap();
    let word =
        |rest: &str| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    let code = product.lines().filter(|line| !line.trim_start().starts_with("//"));
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
        let allowed = LAYERS.iter().find(|l| l.0 == module);
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
    for (i, (module, allowed)) in LAYERS.iter().enumerate() {
        for import in *allowed {
            let below = LAYERS[..i].iter().any(|l| l.0 == *import);
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
        junqi::data::DEPLOYMENT_FILES.iter().map(|(name, _)| folder.join(name)).collect();
    assert_eq!(files, embedded);
    let all = junqi::data::deployments();
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
        junqi::data::POSITION_FILES.iter().map(|(name, _)| folder.join(name)).collect();
    assert_eq!(files, embedded);
}

#[test]
fn the_table_of_algorithms_is_that_of_the_registry() {
    let rows: Vec<String> = junqi::lab::infos()
        .map(|info| {
            let junqi::lab::Info { name, about, source, file, tested, status, .. } = info;
            format!("| `{name}` | {about} | `src/search/{file}` | {source} | {tested} | {status} |")
        })
        .collect();
    for page in ["README.md", "docs/SEARCH.md"] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
        let missing: Vec<_> = rows.iter().filter(|row| !text.contains(*row)).collect();
        assert!(missing.is_empty(), "{page} lacks:\n{}", rows.join("\n"));
    }
}
