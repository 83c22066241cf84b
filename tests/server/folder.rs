//! The folder of games: what others may read of it, and what a server does when it cannot write there.

use crate::support::program::ok;
use crate::support::socket::{Client, Server};
use serde_json::json;
use std::fs;

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
    for name in ["finished.jsonl".to_owned(), format!("{table}.table.json")] {
        assert!(folder.path().join(&name).is_file(), "{name}");
    }
    for line in ["verify .", "measure .", "belief score .", "eval score ."] {
        ok(folder.path(), line);
    }
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
