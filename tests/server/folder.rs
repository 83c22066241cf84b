//! The folder of games: what others may read of it, and what a server does when it cannot write there.

use crate::support::program::{closed_pipe, ok, run_in};
use crate::support::socket::{Client, Server};
use serde_json::json;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Plays a game of engines to its end at a public table; its name.
fn play_game(client: &mut Client) -> String {
    let settings = json!({
        "mode": "1v1", "seats": {"S": "random", "N": "random"}, "pace": 0, "rules": "max_plies=40",
    });
    let table = client.create(settings);
    client.send(&json!({"do": "watch", "table": table}));
    client.expect("over");
    format!("{table}-0")
}

/// The names of the listed games, newest first.
fn listed(client: &mut Client) -> Vec<String> {
    let answer = client.ask(json!({"do": "finished"}));
    let games = answer["games"].as_array().unwrap();
    games.iter().map(|entry| entry["game"].as_str().unwrap().to_owned()).collect()
}

/// The list of games and the tables beside the records are no games.
#[test]
fn the_folder_of_a_server_is_read_as_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--games", folder.path().to_str().unwrap()]);
    let mut client = server.client();
    play_game(&mut client);
    let table = client.create(json!({"seats": {"S": "human"}}));
    client.sit(&table, 'S');
    // The table is saved before its state is sent.
    client.expect("table");
    for name in ["finished.jsonl".to_owned(), format!("{table}.table.json")] {
        assert!(folder.path().join(&name).is_file(), "{name}");
    }
    // A game of random moves may end early: every position is scored.
    for line in ["verify .", "measure .", "belief score .", "eval score . --from 0 --every 1"] {
        ok(folder.path(), line);
    }
}

/// A game whose record cannot be written at its end is neither lost nor listed before it is written.
#[test]
fn a_game_that_cannot_be_saved_is_saved_later() {
    let above = tempfile::tempdir().unwrap();
    let [folder, away] = ["games", "away"].map(|name| above.path().join(name));
    // Nobody reads the log either.
    let options = ["--games", folder.to_str().unwrap(), "--log", "trace"];
    let server = Server::launch(&options, closed_pipe());
    let mut client = server.client();
    let settings = json!({"mode": "1v1", "first": "S", "seats": {"S": "human", "N": "random"}});
    let table = client.create(settings);
    client.sit(&table, 'S');
    let offered = client.expect("table")["deployment"].clone();
    client.send(&json!({"do": "deploy", "deployment": offered}));
    client.expect("table");
    let file = format!("{table}.table.json");
    assert!(folder.join(&file).is_file());
    fs::rename(&folder, &away).unwrap();
    fs::write(&folder, "in the way").unwrap();
    client.send(&json!({"do": "resign"}));
    client.expect("over");
    assert_eq!(client.ask(json!({"do": "rematch"}))["code"], "limit", "it would lose the game");
    assert!(away.join(&file).is_file() && listed(&mut client).is_empty());
    let metrics = server.page("/metrics");
    let failures = metrics.lines().find_map(|line| line.strip_prefix("junqi_save_failures_total "));
    assert!(failures.is_some_and(|count| count != "0"), "{metrics}");
    fs::remove_file(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    let game = format!("{table}-0");
    let begin = Instant::now();
    while listed(&mut client) != [game.clone()] {
        assert!(begin.elapsed() < Duration::from_secs(10), "it must be saved and listed");
        sleep(Duration::from_millis(100));
    }
    assert_eq!(client.ask(json!({"do": "archived", "game": game}))["is"], "opened");
    sleep(Duration::from_millis(1500));
    assert!(!folder.join(&file).exists() && listed(&mut client).len() == 1);
    client.send(&json!({"do": "rematch"}));
    assert_eq!(client.expect("table")["number"], 1);
}

/// A line that was cut off by a full disk or a kill does not take the next game with it.
#[test]
fn a_torn_list_is_read_with_a_warning_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = (folder.path().join("finished.jsonl"), folder.path().join("log"));
    fs::write(&path, r#"{"game":"a-"#).unwrap();
    let options = ["--games", folder.path().to_str().unwrap()];
    let server = Server::launch(&options, fs::File::create(&log).unwrap().into());
    let mut client = server.client();
    let game = play_game(&mut client);
    assert!(fs::read_to_string(&log).unwrap().contains("line=1"));
    drop(server);
    assert_eq!(listed(&mut Server::start(&options).client()), [game]);
}

/// Deployments and seat tokens are for nobody else on the machine.
#[cfg(unix)]
#[test]
fn the_folder_and_its_files_are_private() {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("new/games");
    let server = Server::start(&["--games", folder.to_str().unwrap()]);
    let mut client = server.client();
    let game = play_game(&mut client);
    let table = client.create(json!({"seats": {"S": "human"}}));
    client.sit(&table, 'S');
    client.expect("table");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for name in [format!("{game}.jsonl"), format!("{table}.table.json"), "finished.jsonl".into()] {
        assert_eq!(mode(&folder.join(&name)), 0o600, "{name}");
    }
}

#[test]
fn a_folder_belongs_to_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let server = Server::start(&["--games", path]);
    let refused = run_in(folder.path(), "serve --port 0 --games .");
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("another server uses this folder"), "{}", refused.err);
    drop(server);
    Server::start(&["--games", path]).client();
}
