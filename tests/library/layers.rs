//! The structure of the sources: a layer imports only layers below it, and no files import from each
//! other in a circle. And the lists that must agree with folders and documents.
//!
//! `gametree` knows nothing of boards; `game` knows nothing of scores. They meet in the trait of
//! `gametree::position`.

mod source_graph;

use source_graph::{Arrows, SourceGraph, circles, files_under};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up, and those that each may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("gametree", &["base"]),
    ("game", &["base", "gametree"]),
    ("engine", &["base", "gametree", "game"]),
    ("play", &["base", "gametree", "game", "engine"]),
    ("env", &["base", "game", "engine", "play"]),
    ("tournament", &["base", "game", "engine", "play"]),
    ("research", &["base", "gametree", "game", "engine", "play", "tournament"]),
    ("shards", &["base", "gametree", "engine", "tournament", "research"]),
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

/// The layer of a file, named relative to `src`; none for `lib.rs` itself.
fn layer(file: &str) -> Option<&str> {
    let layer = file.split('/').next()?.trim_end_matches(".rs");
    (layer != "lib").then_some(layer)
}

/// The arrows from a layer to one that it may not import, each as a line of text.
fn upward_imports(arrows: &Arrows) -> Vec<String> {
    let may_import = |from: &str, to: &str| {
        let allowed = LAYERS.iter().find(|(name, _)| *name == from);
        let (_, allowed) =
            allowed.unwrap_or_else(|| panic!("`{from}` is not in the list of layers"));
        from == to || allowed.contains(&to)
    };
    let upward = arrows.iter().filter(|((from, to), _)| match (layer(from), layer(to)) {
        (Some(from), Some(to)) => !may_import(from, to),
        _ => false,
    });
    upward.map(|((from, to), names)| arrow_text(from, to, names)).collect()
}

fn arrow_text(from: &str, to: &str, names: &BTreeSet<String>) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    format!("{from} uses {} of {to}", names.join(", "))
}

/// The arrows inside each circle, as text.
fn circle_texts(arrows: &Arrows) -> Vec<String> {
    let text = |circle: BTreeSet<&str>| {
        let inside = |file: &String| circle.contains(file.as_str());
        let inner = arrows.iter().filter(|((from, to), _)| inside(from) && inside(to));
        let lines: Vec<_> = inner.map(|((from, to), names)| arrow_text(from, to, names)).collect();
        lines.join("\n")
    };
    circles(arrows).into_iter().map(text).collect()
}

#[test]
fn no_file_imports_from_a_layer_that_is_not_below() {
    let graph = SourceGraph::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let arrows = graph.arrows();
    assert!(arrows.len() > 1000, "found {} arrows: the sources were not read", arrows.len());
    let upward = upward_imports(&arrows);
    assert!(upward.is_empty(), "imports of layers that are not below:\n{}", upward.join("\n"));
}

#[test]
fn no_files_import_from_each_other_in_a_circle() {
    let graph = SourceGraph::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let circles = circle_texts(&graph.arrows());
    assert!(circles.is_empty(), "circles of files:\n\n{}", circles.join("\n\n"));
}

#[test]
fn a_layer_may_import_only_layers_below_it() {
    for (i, (layer, allowed)) in LAYERS.iter().enumerate() {
        for import in *allowed {
            let below = LAYERS[..i].iter().any(|(name, _)| name == import);
            assert!(below, "{layer} may import {import}, which is not below it");
        }
    }
}

/// A made-up crate: files and their sources.
fn arrows_of(files: &[(&str, &str)]) -> Arrows {
    let mut graph = SourceGraph::default();
    for (name, source) in files {
        graph.add(name, source);
    }
    graph.arrows()
}

#[test]
fn an_upward_import_is_found_in_tests_and_macros_and_through_re_exports() {
    let play = ("play/mod.rs", "mod bot; pub use bot::Bot;");
    let bot = ("play/bot.rs", "pub struct Bot;");
    let uses = [
        "use crate::play::Bot;",
        "fn f() -> Vec<crate::play::Bot> { vec![] }",
        "fn f() { assert!(crate::play::Bot == crate::play::Bot); }",
        "#[cfg(test)] mod tests { use crate::play; fn f(_: play::Bot) {} }",
        "#[cfg(test)] mod tests { use crate::play::*; fn f(_: Bot) {} }",
        "#[serde(with = \"crate::play::Bot\")] struct S;",
    ];
    for source in uses {
        let root = ("lib.rs", "mod game; mod play;");
        let arrows = arrows_of(&[root, ("game.rs", source), play, bot]);
        assert_eq!(upward_imports(&arrows), ["game.rs uses Bot of play/bot.rs"], "{source}");
    }
    for source in ["// crate::play::Bot", "/// [`crate::play::Bot`]\nstruct S;", "use play::Bot;"] {
        let arrows = arrows_of(&[("lib.rs", "mod play;"), ("game.rs", source), play, bot]);
        assert!(upward_imports(&arrows).is_empty(), "{source}");
    }
}

#[test]
fn a_circle_of_files_is_found_and_a_facade_is_none() {
    let root = ("lib.rs", "mod game;");
    let facade = ("game/mod.rs", "mod a; mod b; pub use a::A; pub use b::B;");
    let a = ("game/a.rs", "use super::B; pub struct A(B);");
    let plain = arrows_of(&[root, facade, a, ("game/b.rs", "pub struct B;")]);
    assert!(circles(&plain).is_empty(), "{plain:?}");

    let b = ("game/b.rs", "pub struct B; impl B { fn a(&self) -> super::a::A { todo!() } }");
    let found = circle_texts(&arrows_of(&[root, facade, a, b]));
    assert_eq!(found, ["game/a.rs uses B of game/b.rs\ngame/b.rs uses A of game/a.rs"]);

    let code = ("game/mod.rs", "mod c; pub use c::C; pub struct Parent;");
    let c = ("game/c.rs", "use super::Parent; pub struct C(Parent);");
    let found = circle_texts(&arrows_of(&[root, code, c]));
    assert_eq!(found, ["game/c.rs uses Parent of game/mod.rs\ngame/mod.rs uses C of game/c.rs"]);
}

#[test]
fn the_embedded_files_are_those_of_their_folders() {
    use junqi::engine::data::{DEPLOYMENT_FILES, POSITION_FILES, deployments};
    let same = |folder: &str, files: &[(&str, &str)]| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder);
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
    const JSON: &[&str] = &["base/text/json.rs", "game/format/record.rs", "gametree/tree/file.rs"];
    let readers = [
        ("serde_json::from_str", JSON),
        ("serde_json::from_slice", JSON),
        ("serde_json::from_reader", JSON),
        ("read_dir(", &["game/format/files.rs"]),
    ];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files_under(&src) {
        let name = file.strip_prefix(&src).unwrap().display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for (reader, files) in readers {
                assert!(!line.contains(reader) || files.contains(&&*name), "{name}: {line}");
            }
        }
    }
}

#[test]
fn the_tests_that_the_security_page_names_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/SECURITY.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let named: BTreeSet<&str> = rows
        .flat_map(|row| row.rsplit_once(" | ").unwrap().1.split('`').skip(1).step_by(2))
        .collect();
    assert!(named.len() > 20, "{named:?}");
    let mut sources = String::new();
    for folder in ["src", "tests"] {
        for file in files_under(&root.join(folder)) {
            // Pictures are no text.
            sources += &fs::read_to_string(file).unwrap_or_default();
        }
    }
    for name in named {
        assert!(sources.contains(&format!("fn {name}()")), "there is no test {name}");
    }
}
