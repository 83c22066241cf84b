//! The structure of the sources: a layer imports only layers below it. And the lists that must agree with folders and
//! documents.
//!
//! Cargo keeps the crates in order; inside a crate this test does. `gametree` knows nothing of boards; `game` knows nothing
//! of scores. They meet in the trait of `gametree::position`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A layer, and the layers of its crate that it may import.
type Layer = (&'static str, &'static [&'static str]);

/// The folders of sources, each with its layers if it has several.
const CRATES: &[(&str, &[Layer])] = &[
    (
        "core/src",
        &[
            ("base", &[]),
            ("gametree", &["base"]),
            ("game", &["base", "gametree"]),
            ("engine", &["base", "gametree", "game"]),
            ("play", &["base", "gametree", "game", "engine"]),
            ("env", &["base", "game", "engine", "play"]),
        ],
    ),
    (
        "lab/src",
        &[
            ("tournament", &[]),
            ("research", &["tournament"]),
            ("shards", &["tournament", "research"]),
        ],
    ),
    ("tables/src", &[]),
    ("server/src", &[]),
    ("src", &[]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files under a folder, sorted by name.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_under(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// The layers named by `crate::LAYER` in a line of code.
fn imports(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    let after = code.split("crate::").skip(1);
    after.map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
}

#[test]
fn a_layer_imports_only_layers_below_it() {
    for (folder, layers) in CRATES {
        for (i, (layer, below)) in layers.iter().enumerate() {
            assert!(below.iter().all(|name| layers[..i].iter().any(|(lower, _)| lower == name)));
            let mut read = 0;
            for file in files_under(&root().join(folder).join(layer)) {
                for line in fs::read_to_string(&file).unwrap().lines() {
                    for import in imports(line) {
                        let allowed = import == *layer || below.contains(&import);
                        assert!(allowed, "{layer} imports {import}: {}: {line}", file.display());
                        read += 1;
                    }
                }
            }
            assert!(read > 0 || below.is_empty(), "the sources of {layer} were not read");
        }
    }
}

#[test]
fn imports_are_found_in_code_but_not_in_comments() {
    let found = |line| imports(line).collect::<Vec<_>>();
    assert_eq!(found("use crate::play::Player;"), ["play"]);
    assert_eq!(found("fn f(a: &crate::env::Deal) -> $crate::game::Move {"), ["env", "game"]);
    assert_eq!(found("    /// [`crate::play::Player`]"), [""; 0]);
}

#[test]
fn the_embedded_files_are_those_of_their_folders() {
    use junqi::engine::data::{DEPLOYMENT_FILES, POSITION_FILES, deployments};
    let same = |folder: &str, files: &[(&str, &str)]| {
        let folder = root().join("core/data").join(folder);
        let embedded: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
        assert_eq!(files_under(&folder), embedded);
    };
    same("deployments", DEPLOYMENT_FILES);
    same("positions", POSITION_FILES);
    let all = deployments();
    assert!(all.len() >= 20);
    for named in &all {
        assert!(named.deployment.is_ok(), "{}: {:?}", named.name, named.deployment);
        assert!(!named.about.is_empty(), "{}", named.name);
        assert_eq!(all.iter().filter(|n| n.name == named.name).count(), 1, "{}", named.name);
    }
}

/// JSON that names a key twice is refused wherever it comes from, and folders are read in one way. Records and trees
/// have no maps but those that refuse it themselves.
#[test]
fn what_comes_from_outside_has_one_reader() {
    const JSON: &[&str] = &[
        "core/src/base/text/json.rs",
        "core/src/game/format/record.rs",
        "core/src/gametree/tree/file.rs",
    ];
    let readers = [
        ("serde_json::from_str", JSON),
        ("serde_json::from_slice", JSON),
        ("serde_json::from_reader", JSON),
        ("read_dir(", &["core/src/game/format/files.rs"]),
    ];
    for (folder, _) in CRATES {
        for file in files_under(&root().join(folder)) {
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let text = fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for (reader, files) in readers {
                    assert!(!line.contains(reader) || files.contains(&&*name), "{name}: {line}");
                }
            }
        }
    }
}

#[test]
fn the_tests_that_the_security_page_names_exist() {
    let page = fs::read_to_string(root().join("docs/SECURITY.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let named: BTreeSet<&str> = rows
        .flat_map(|row| row.rsplit_once(" | ").unwrap().1.split('`').skip(1).step_by(2))
        .collect();
    assert!(named.len() > 20, "{named:?}");
    let mut sources = String::new();
    for folder in ["core/src", "lab/src", "tables/src", "server/src", "src", "tests"] {
        for file in files_under(&root().join(folder)) {
            // Pictures are no text.
            sources += &fs::read_to_string(file).unwrap_or_default();
        }
    }
    for name in named {
        assert!(sources.contains(&format!("fn {name}()")), "there is no test {name}");
    }
}
