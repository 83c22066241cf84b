//! `junqi tree` and `junqi bench` as a user runs them.

use crate::support::program::{folder, json as ok_json, ok, run_in};
use junqi::gametree::search::catalogue::SEARCHES;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The answers of a batch, a line each.
fn answers(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_written_tree_is_searched_like_the_generated_one() {
    let here = folder();
    let shape = "-b 4 -d 3 --seed 5 --values 50 --generator centred";
    assert_eq!(ok(here.path(), &format!("tree gen {shape} --out tree.json")), "");
    let algo = "--algo all --trace --param threshold=4";
    let report = ok_json(here.path(), &format!("tree gen {shape} --out again.json"));
    let name = "centred b=4 d=3 values=50 seed=5";
    assert_eq!(report, json!({ "tree": name, "nodes": 85, "out": "again.json" }));
    let generated = ok_json(here.path(), &format!("tree search {shape} {algo}"));
    let read = ok_json(here.path(), &format!("tree search tree.json {algo}"));
    let runs = |all: &Value| all["runs"].as_array().unwrap().clone();
    assert!(runs(&read).len() >= 25);
    for (mut a, mut b) in runs(&generated).into_iter().zip(runs(&read)) {
        for run in [&mut a, &mut b] {
            run["memory"] = Value::Null; // frames of the two kinds of tree differ in size
        }
        assert_eq!(a, b);
        let keys = ["value", "move", "principal_variation", "leaf_visits", "nodes_visited"];
        assert!(!a["error"].is_null() || keys.iter().all(|key| a.get(key).is_some()), "{a}");
    }
    let text = ok(here.path(), &format!("tree search {shape} --algo minimax,ct"));
    assert!(text.contains("principal variation") && text.contains("minimax"), "{text}");
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let here = folder();
    let tree = here.path().join("tree.json");
    let leaf = json!({ "children": [[1, 2], [], []], "payoff": [null, 4, -1], "more": 1 });
    fs::write(&tree, leaf.to_string()).unwrap();
    let lines = [
        json!({ "tree": "tree.json", "algo": "alpha_beta", "trace": true, "why": "unknown key" }),
        json!({ "tree": tree, "algo": "mt", "params": { "gamma": "-inf" } }),
        json!({ "tree": tree, "algo": "abt", "params": { "threshold": 1.5 } }),
        json!({ "tree": tree, "algo": "alphabet" }),
        json!({ "tree": "nowhere.json", "algo": "pvs" }),
        json!({ "tree": tree, "algo": "pvs", "params": { "clamp": "maybe" } }),
        json!({ "tree": tree, "algo": "bfmms", "params": { "budget": 0 } }),
        json!({ "tree": tree, "algo": "pvs", "params": { "clamps": true } }),
        json!([1]),
    ];
    let mut text = lines.map(|line| line.to_string()).join("\n");
    text += "\n\n{half a line\n";
    fs::write(here.path().join("runs.jsonl"), &text).unwrap();
    let ran = run_in(here.path(), "tree search --runs runs.jsonl");
    let answers = answers(&ran.out);
    assert_eq!(ran.code, 1);
    let first = json!({
        "value": 4, "move": 0, "leaf_visits": 2, "unique_leaves": 2, "nodes_visited": 3,
        "leaf_order": [1, 2],
    });
    assert_eq!(answers[0], first);
    assert_eq!(answers[1]["value"], 4);
    let expected = [
        (2, "entropy: found none in the tree"),
        (3, "found `alphabet`, expected one of minimax, negamax"),
        (4, "nowhere.json"),
        (5, "option clamp: found `maybe`, expected true or false"),
        (7, "option: found `clamps`, expected clamp"),
        (8, "found [1], expected an object"),
        (9, "no JSON"),
    ];
    for (line, error) in expected {
        let found = answers[line]["error"].as_str().unwrap_or_default();
        assert!(found.contains(error), "line {line}: {}", answers[line]);
    }
    assert_eq!(answers[6]["value"], Value::Null);
    assert_eq!(answers.len(), 10);
}

#[test]
fn trees_and_batches_come_through_pipes_too() {
    let piped = |words: &str, input: &str| {
        let mut command = assert_cmd::Command::cargo_bin("junqi").unwrap();
        let output = command.args(words.split_whitespace()).write_stdin(input).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let tree = plainly("tree gen -b 3 -d 3");
    let found: Value =
        serde_json::from_str(&piped("tree search - --algo pvs --json", &tree)).unwrap();
    assert_eq!(found["runs"][0]["value"], 612);
    let answer = piped("tree search --runs -", r#"{"tree": "nowhere.json", "algo": "pvs"}"#);
    assert!(answer.starts_with("{\"error\":"), "{answer}");
}

#[test]
fn a_tree_may_be_one_long_chain() {
    let here = folder();
    let length = 100_000;
    let children: Vec<Vec<usize>> =
        (0..length).map(|node| if node + 1 < length { vec![node + 1] } else { vec![] }).collect();
    let tree = json!({
        "children": children, "payoff": vec![7; length], "entropy": vec![0.0; length],
    });
    fs::write(here.path().join("chain.json"), tree.to_string()).unwrap();
    for algo in ["minimax", "awt", "ct", "pvs", "mt"] {
        let run =
            &ok_json(here.path(), &format!("tree search chain.json --algo {algo}"))["runs"][0];
        assert_eq!(run["value"], 7, "{algo}");
    }
}

#[test]
fn wrong_usage_names_the_fault() {
    let here = folder();
    for (line, message) in [
        ("search --algo pvs", "name a FILE, or give --branching and --depth"),
        ("search -b 3 -d 2", "no algorithm given"),
        ("search -b 3 -d 2 --algo pv", "found `pv`, expected one of"),
        ("search -b 0 -d 2 --algo pvs", "branching: found 0"),
        ("search -b 90 -d 20 --algo pvs", "at most 2^62 nodes"),
        ("search -b 3 -d 2 --algo pvs --param x=1", "found `x`"),
        ("search -b 3 -d 2 --algo pvs --param x", "NAME=VALUE"),
        ("search -b 3 -d 2 --algo aspiration --param delta=0", "expected a whole number from 1"),
        ("gen -b 3 -d 2 --values many", "expected a whole number from 1"),
        ("gen -b 3 -d 2 --generator oak", "found `oak`, expected one of"),
    ] {
        let ran = run_in(here.path(), &format!("tree {line}"));
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
    }
    let ran = run_in(here.path(), "experiment run fig9");
    assert!(ran.code == 2 && ran.err.contains("expected all or one of fig2.9"), "{}", ran.err);
}

#[test]
fn a_parameter_may_be_as_large_as_it_can_be() {
    let here = folder();
    let run = |line: &str| {
        run_in(here.path(), &format!("tree search -b 3 -d 3 {line}=18446744073709551615"))
    };
    let ran = run("--algo bfmms --param budget");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let ran = run("--algo transposition --param bytes");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(
        ran.out.contains("bytes: found `18446744073709551615`, expected at most"),
        "{}",
        ran.out
    );
}

#[test]
fn the_list_and_the_bench_speak_json_too() {
    let here = folder();
    let list = ok_json(here.path(), "tree list");
    let algorithms = list["algorithms"].as_array().unwrap();
    assert!(algorithms.iter().any(|a| a["name"] == "bct" && a["params"][0]["name"] == "threshold"));
    for algorithm in algorithms {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(algorithm["file"].as_str().unwrap());
        assert!(file.exists(), "{algorithm}");
    }
    assert!(ok(here.path(), "tree list").contains("generators"));
    let bench = ok(here.path(), "bench");
    assert!(bench.contains("Nodes searched : ") && bench.contains("Nodes/second   : "), "{bench}");
    assert!(ok_json(here.path(), "bench")["nodes"].as_u64() > Some(1_000_000));
}

/// What trees and players say of a search is the same, but for the options of a single search from a root.
#[test]
fn a_search_has_the_same_options_on_trees_and_as_a_player() {
    let here = folder();
    let list = ok_json(here.path(), "tree list");
    let players = ok_json(here.path(), "seats");
    let of = |list: &Value, name: &Value| -> Option<Value> {
        list.as_array().unwrap().iter().find(|entry| entry["name"] == *name).cloned()
    };
    let mut both = 0;
    for search in list["algorithms"].as_array().unwrap() {
        let Some(player) = of(&players, &search["name"]) else { continue };
        assert_eq!(search["about"], player["about"]);
        for option in search["params"].as_array().unwrap() {
            let root_only = option["root_only"] == true;
            let shown = of(&player["parameters"], &option["name"]);
            assert_eq!(shown.is_none(), root_only, "{}: {option}", search["name"]);
            for key in ["default", "expected", "about"] {
                assert!(shown.as_ref().is_none_or(|shown| shown[key] == option[key]), "{option}");
            }
        }
        both += 1;
    }
    let pages = [include_str!("../../docs/SEARCH.md"), include_str!("../../docs/ENGINES.md")];
    for info in &SEARCHES {
        let name = format!("`{}`", info.name);
        assert!(pages[0].contains(&name), "docs/SEARCH.md does not name {name}");
        assert!(!info.plays || pages[1].contains(&name), "docs/ENGINES.md does not name {name}");
    }
    assert_eq!(both, SEARCHES.iter().filter(|info| info.plays).count());
}

/// What a line prints, its words as they stand.
fn plainly(line: &str) -> String {
    let mut command = assert_cmd::Command::cargo_bin("junqi").unwrap();
    let output = command.args(line.split_whitespace()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_examples_of_the_pages_are_true_output() {
    let page = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let mut examples = 0;
    for name in ["SEARCH.md", "FORMATS.md"] {
        let text = fs::read_to_string(page(name)).unwrap();
        for block in text.split("```text\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for example in block.split("$ junqi ").skip(1) {
                let (line, output) = example.split_once('\n').unwrap();
                let alone = [
                    "tree gen",
                    "tree search -b",
                    "bench",
                    "deploy sample",
                    "selfplay --games 2",
                    "selfplay --seats",
                    "ladder run",
                    "seats ",
                ];
                if alone.iter().any(|command| line.starts_with(command)) {
                    assert_eq!(plainly(line), output, "{name}: {line}");
                    examples += 1;
                }
            }
        }
    }
    assert!(examples >= 8, "only {examples} examples");
}
