//! Completions and manual pages.

use crate::support::program::{folder, json, ok, run_in};
use std::fs;

#[test]
fn shells_complete_the_commands() {
    let here = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ok(here.path(), &format!("completions {shell}"));
        for word in ["selfplay", "ladder", "sprt", "visibility"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run_in(here.path(), "completions cmd").code, 2);
    let report = json(here.path(), "completions bash");
    assert_eq!(report["shell"], "bash");
    assert_eq!(report["script"].as_str(), Some(&*ok(here.path(), "completions bash")));
}

#[test]
fn every_command_has_a_manual_page() {
    let here = folder();
    let page = ok(here.path(), "man");
    assert!(page.contains(".TH junqi 1") && page.contains("four\\-country army chess"), "{page}");
    let report = json(here.path(), "man --out man");
    let names: Vec<&str> =
        report["pages"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in ["junqi.1", "junqi-match.1", "junqi-deploy-evaluate.1", "junqi-belief-show.1"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    for name in names {
        let page = fs::read_to_string(here.path().join("man").join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH OPTIONS"), "{name}");
    }
}
