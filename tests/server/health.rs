//! What those who run a server rely on: health, metrics, the log, limits of connections.

use crate::support::program::full_disk;
use crate::support::socket::Server;
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The value of a metric, as text.
fn metric(server: &Server, name: &str) -> String {
    let page = server.page("/metrics");
    let line = page.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("no {name}: {page}")).to_owned()
}

/// Plays a game of four engines to its end at a table that the client watches.
fn engines_play(client: &mut crate::support::socket::Client) {
    let settings = json!({
        "seats": {"S": "greedy", "E": "random", "N": "greedy", "W": "random"},
        "pace": 0, "rules": "max_plies=30",
    });
    let table = client.create(settings);
    client.send(&json!({"do": "watch", "table": table}));
    client.expect("over");
}

#[test]
fn health_and_metrics_are_told() {
    let server = Server::start(&[]);
    // A probe may call the server by any name.
    let health = server.get("/healthz", "Host: 10.0.0.7:7717\r\n");
    assert!(health.starts_with("HTTP/1.1 200") && health.ends_with("ok\n"), "{health}");
    assert!(server.get("/metrics", "Host: evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert_eq!(metric(&server, "junqi_tables"), "0");
    let mut client = server.client();
    engines_play(&mut client);
    for (name, value) in [
        ("junqi_tables", "1"),
        ("junqi_websockets", "1"),
        ("junqi_moves_total", "30"),
        ("junqi_games_total", "1"),
        ("junqi_command_seconds_count", "1"),
        ("junqi_command_seconds_bucket{le=\"+Inf\"}", "1"),
    ] {
        assert_eq!(metric(&server, name), value, "{name}");
    }
    assert_ne!(metric(&server, "junqi_command_seconds_sum"), "0");
    if cfg!(target_os = "linux") {
        assert!(metric(&server, "process_resident_memory_bytes").len() > 6);
    }
}

/// A connection that sends half a header is counted, and closed after ten seconds.
#[test]
fn half_a_header_is_not_waited_for() {
    let server = Server::start(&[]);
    let connections = || metric(&server, "junqi_connections").parse::<u32>().unwrap();
    let before = connections();
    let mut slow = TcpStream::connect(&server.address).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let begin = Instant::now();
    while connections() <= before {
        assert!(begin.elapsed() < Duration::from_secs(5), "it must be counted");
    }
    slow.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut answer = vec![];
    // A time-out of ours is an error, a close of the server's is none.
    slow.read_to_end(&mut answer).unwrap();
    let waited = begin.elapsed();
    assert!((8..20).contains(&waited.as_secs()), "closed after {waited:?}");
}

/// The log says what happened at which table, and nothing that a player may not know.
#[test]
fn the_log_has_levels_and_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let run = |level: &str| -> (String, String) {
        let file = fs::File::create(&path).unwrap();
        let server = Server::launch(&["--log", level], file.into());
        let mut client = server.client();
        engines_play(&mut client);
        let table = client.create(json!({"seats": {"S": "human"}}));
        let token = client.sit(&table, 'S');
        let wrong = json!({"do": "deploy", "deployment": "aaaaa a.a.a aa.aa a.a.a aaaaa aaaaa"});
        assert_eq!(client.ask(wrong)["code"], "illegal");
        client.send(&json!({"do": "deploy", "deployment": DEPLOYMENT}));
        while client.expect("seats")["seats"]["S"]["ready"] != Value::Bool(true) {}
        drop(server);
        (fs::read_to_string(&path).unwrap(), token)
    };
    let (log, token) = run("trace");
    for part in ["listening", "table opened", "game begun", "game over", "refused", "table="] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert!(!log.contains(&token) && !log.contains("aaaaa"), "{log}");
    assert!(!log.contains(DEPLOYMENT) && !log.contains("dfcei"), "{log}");
    let (log, _) = run("info");
    assert!(log.contains("INFO") && !log.contains("DEBUG"), "{log}");
    assert_eq!(run("warn").0, "");
}

/// A log that cannot be written stops nothing.
#[test]
fn a_log_on_a_full_disk_is_dropped() {
    let Some(full) = full_disk() else { return };
    let server = Server::launch(&["--log", "trace"], full);
    let mut client = server.client();
    engines_play(&mut client);
    assert!(server.get("/", "Host: evil.example\r\n").starts_with("HTTP/1.1 403"));
    assert_eq!(metric(&server, "junqi_games_total"), "1");
}

/// Who sets up a proxy sees why a request is refused.
#[test]
fn the_log_has_host_and_origin_of_refused_requests() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let file = fs::File::create(&path).unwrap();
    let server = Server::launch(&["--name", "Games.Example", "--log", "info"], file.into());
    let headers = "Host: games.example\r\nOrigin: https://games.example:8443\r\n";
    assert!(server.get("/", headers).starts_with("HTTP/1.1 403"));
    assert!(server.get("/", "Host: GAMES.example\r\n").starts_with("HTTP/1.1 200"));
    assert!(server.get("/", "Host: evil.example\r\n").starts_with("HTTP/1.1 403"));
    let log = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("refused")).collect();
    let part = r#"host="games.example" origin="https://games.example:8443""#;
    assert!(lines.len() == 2 && lines[0].contains(part), "{log}");
    assert!(lines[1].contains(r#"host="evil.example""#), "{log}");
}

const DEPLOYMENT: &str = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
