//! Seats as configuration: seat files, the list of seats, and error messages.

use crate::support::program::{folder, json, ok, run_in};
use junqi::base::clock::Clock;
use junqi::base::random;
use junqi::engine::SearchRequest;
use junqi::game::belief::{Observation, Visibility};
use junqi::game::rules::Rules;
use junqi::play::{Action, PLAYERS, PlayerSpec};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const FILE: &str = "[seats]\n\
    quick = \"pvs:nodes=8\"\n\
    patient = { kind = \"awt\", nodes = 9, M = 0.05 }\n\
    calm = \"greedy\"\n";

/// A clock on which a second passes between two looks.
struct SlowMachine(AtomicU64);

impl Clock for SlowMachine {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A machine so busy that a move's time has passed before any work is done: every seat still moves by the rules,
/// and does next to no work.
#[test]
fn every_seat_moves_when_its_time_has_passed_before_it_began() {
    for kind in PLAYERS.iter() {
        let spec: PlayerSpec = kind.name.parse().unwrap();
        let mut world = crate::support::start(3, Rules::default());
        let seat = world.turn();
        let mut player = spec.player(random::stream(3, &[]));
        player.start(&Observation::new(&world, seat, Visibility::FourDark)).unwrap();
        for ply in 0..40 {
            let clock = SlowMachine(AtomicU64::new(0));
            let (stop, time) = (AtomicBool::new(false), Some(Duration::from_millis(10)));
            let request = SearchRequest { time, ..SearchRequest::new(&stop, &clock) };
            let mv = if world.turn() == seat {
                let observation = Observation::new(&world, seat, Visibility::FourDark);
                match player.choose(&observation, &request).unwrap().action {
                    Action::Move(mv) => mv,
                    Action::Resign => panic!("{} resigned", kind.name),
                }
            } else {
                world.moves().nth(ply % 5).unwrap()
            };
            let event = world.play(mv).unwrap();
            player.observe(&event, &Observation::new(&world, seat, Visibility::FourDark)).unwrap();
            let looks = clock.0.into_inner();
            assert!(looks < 30, "{}: {looks} looks at the clock", kind.name);
        }
    }
}

/// A folder with a seat file.
fn with_file() -> tempfile::TempDir {
    let here = folder();
    fs::write(here.path().join("seats.toml"), FILE).unwrap();
    here
}

/// The error message of a usage error.
fn wrong(folder: &Path, line: &str) -> String {
    let ran = run_in(folder, line);
    assert_eq!(ran.code, 2, "{line}: {}{}", ran.out, ran.err);
    ran.err
}

#[test]
fn a_seat_of_a_file_and_the_same_seat_as_text_write_the_same_records() {
    let here = with_file();
    let records = |line: &str| {
        let play = format!("{line} --games 2 --rules max_plies=12 --out games.jsonl");
        ok(here.path(), &play);
        let path = here.path().join("games.jsonl");
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(path).unwrap();
        bytes
    };
    for (by_name, written) in [
        (
            "selfplay --team-a seats.toml:quick --team-b seats.toml:patient",
            "selfplay --team-a pvs:nodes=8 --team-b awt:m=0.05,nodes=9",
        ),
        (
            "selfplay --seats S=seats.toml:patient,E=greedy,N=seats.toml:quick,W=./seats.toml:calm",
            "selfplay --seats S=awt:nodes=9,M=0.05,E=greedy,N=pvs:nodes=8,W=greedy",
        ),
        ("match seats.toml:quick seats.toml:calm", "match pvs:nodes=8 greedy"),
    ] {
        assert_eq!(records(by_name), records(written), "{by_name}");
    }
}

#[test]
fn seats_of_a_file_play_where_games_are_played_for_something_else() {
    let here = with_file();
    let position = |seat: &str, out: &str| {
        ok(here.path(), &format!("experiment positions --per 1 --seats {seat} --out {out}"));
        fs::read(here.path().join(out).join("2v2-opening-01.txt")).unwrap()
    };
    assert_eq!(position("seats.toml:calm", "one"), position("greedy", "two"));
    let line = "measure --games 1 --mode 1v1 --every 1000 --worlds 1 --walk 1 --depth 1";
    let measured = |seat: &str| json(here.path(), &format!("{line} --play {seat}"));
    assert_eq!(measured("seats.toml:calm"), measured("greedy"));
}

#[test]
fn the_nearest_name_and_number_are_told() {
    let here = with_file();
    for (seat, message) in [
        ("gredy", "seat `gredy`: found the name `gredy`, expected random, greedy, minimax"),
        ("gredy", "; the nearest is `greedy`\n"),
        (
            "greedy:nods=5",
            "option: found `nods`, expected nodes, movetime, gametime, increment; the nearest is \
             `nodes`",
        ),
        (
            "pvs:weights=tund",
            "found `tund`, expected one of tuned, matches, hand; the nearest is `tuned`",
        ),
        ("greedy:nodes=0", "found `0`, expected a whole number from 1; the nearest is 1"),
        (
            "awt:M=1.5",
            "found `1.5`, expected a whole number from 0, or a fraction below 1, or 1.0; the nearest \
             is 2",
        ),
        ("pvs:nodes=many", "found `many`, expected a whole number from 1\n"),
        (
            "pvs:nodes=18446744073709551615",
            "expected a whole number from 1 to 9223372036854775806; the nearest is \
             9223372036854775806",
        ),
        (
            "star2:probes=18446744073709551616",
            "expected a whole number from 0 to 18446744073709551615; the nearest is \
             18446744073709551615",
        ),
        ("pvs:nodes=5,nodes=6", "option: found `nodes` twice, expected it once"),
        ("awt:M=0.1,m=0.1", "option: found `M` twice, expected it once"),
        ("pvs:nodes", "option nodes: found no value, expected `nodes=` and a whole number from 1"),
        (
            "seats.toml:quik",
            "seats.toml: found the name `quik`, expected quick, patient, calm; the nearest is \
             `quick`",
        ),
        (
            "seats.toml",
            "seats.toml: found no name of a seat, expected seats.toml:NAME with quick, patient, \
             calm",
        ),
        ("nowhere.toml:quick", "nowhere.toml: "),
    ] {
        let lines = [
            format!("match {seat} greedy"),
            format!("match greedy {seat}"),
            format!("selfplay --team-b {seat}"),
            format!("selfplay --seats S={seat},E=greedy,N=greedy,W=greedy"),
            format!("measure --play {seat}"),
            format!("experiment positions --out p --seats {seat}"),
        ];
        for line in lines {
            let said = wrong(here.path(), &line);
            assert!(said.contains(message), "{line}: {said}");
        }
    }
    for (line, message) in [
        ("tree search -b 3 -d 2 --algo alphabta", "; the nearest is `alphabeta`\n"),
        ("tree search -b 3 -d 2 --algo pvs --param clmp=true", "; the nearest is `clamp`\n"),
        ("experiment run fig29", "; the nearest is `fig2.9`\n"),
    ] {
        let said = wrong(here.path(), line);
        assert!(said.contains(message), "{line}: {said}");
    }
    let one_case = "tree search -b 3 -d 2 --algo awt --param";
    assert_eq!(
        ok(here.path(), &format!("{one_case} m=1")),
        ok(here.path(), &format!("{one_case} M=1"))
    );
}

#[test]
fn a_file_that_is_wrong_is_told_with_its_line() {
    let here = folder();
    for (text, message) in [
        (
            "[seats]\na = \"gredy\"\n",
            "bad.toml: line 2: seat `a`: found the name `gredy`, expected",
        ),
        (
            "[seats]\n[seats.a]\nkind = \"pvs\"\ndepth = 65\n",
            "bad.toml: line 4: seat `a`: option depth: found `65`, expected a whole number \
             from 1 to 64; the nearest is 64\n",
        ),
        (
            "[saets]\na = \"pvs\"\n",
            "bad.toml: line 1: found `saets`, expected only the table `seats`; the nearest is \
             `seats`\n",
        ),
        ("[seats]\n", "bad.toml: found no seat, expected at least one in the table `seats`\n"),
        ("[seats]\na =\n", "bad.toml: line 2, column 4: not valid TOML: "),
    ] {
        fs::write(here.path().join("bad.toml"), text).unwrap();
        for line in ["match bad.toml:a greedy", "seats bad.toml"] {
            let said = wrong(here.path(), line);
            assert!(said.contains(message), "{line}: {said}");
        }
    }
}

#[test]
fn numbers_below_zero_are_values_that_are_refused() {
    let here = folder();
    for (line, option) in [
        ("selfplay --games -1", "--games <GAMES>"),
        ("match greedy random --seed -3", "--seed <SEED>"),
        ("perft start --depth -2", "--depth <DEPTH>"),
        ("tree search -b -3 -d 2", "--branching <B>"),
        ("measure --play greedy --every -1", "--every <EVERY>"),
    ] {
        let said = wrong(here.path(), line);
        assert!(
            said.contains("invalid value '-") && said.contains(&format!("for '{option}")),
            "{line}: {said}"
        );
    }
}

#[test]
fn the_list_has_every_kind_and_every_parameter_once() {
    let here = folder();
    let text = ok(here.path(), "seats");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    for kind in PLAYERS.iter() {
        let line = text.lines().find(|line| line.split(' ').next() == Some(kind.name));
        assert!(line.is_some_and(|line| line.ends_with(kind.about)), "{}: {text}", kind.name);
        for param in kind.params {
            assert!(text.contains(&format!("\n  {}", param.name)), "{}: {text}", param.name);
        }
    }
    // `bct` has a default threshold of its own.
    let shared = ["nodes", "movetime", "depth", "table", "delta"].map(|name| (name, 1));
    for (shared, count) in shared.into_iter().chain([("threshold", 2)]) {
        assert_eq!(text.matches(&format!("\n  {shared} ")).count(), count, "{shared}: {text}");
    }
}

#[test]
fn the_list_as_json_has_defaults_that_can_be_set() {
    let here = folder();
    let list = json(here.path(), "seats");
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), PLAYERS.len());
    for (kind, seat) in PLAYERS.iter().zip(list) {
        assert_eq!((&seat["name"], &seat["about"]), (&kind.name.into(), &kind.about.into()));
        let parameters = seat["parameters"].as_array().unwrap();
        assert_eq!(parameters.len(), kind.params.len());
        for parameter in parameters {
            let text = |key: &str| parameter[key].as_str().unwrap();
            assert!(!text("expected").is_empty() && !text("about").is_empty(), "{parameter}");
            assert!(parameter.get("value").is_none(), "{parameter}");
            let name = text("name");
            if let Some(default) = parameter["default"].as_str() {
                let text = format!("{}:{name}={default}", kind.name);
                text.parse::<PlayerSpec>().unwrap();
            }
        }
    }
}

#[test]
fn a_seat_is_told_with_its_values() {
    let here = with_file();
    let set = |seat: &Value| {
        let parameters = seat["parameters"].as_array().unwrap().iter();
        let set = parameters.filter(|p| !p["value"].is_null());
        set.map(|p| format!("{}={}", p["name"], p["value"])).collect::<Vec<_>>()
    };
    let patient = ["\"nodes\"=\"9\"", "\"M\"=\"0.05\""];
    for (text, name) in [("awt:nodes=9,m=0.05", ""), ("seats.toml:patient", "patient")] {
        let list = json(here.path(), &format!("seats {text}"));
        let name = if name.is_empty() { text } else { name };
        assert_eq!(list[0]["name"], name);
        assert_eq!(list[0]["seat"], "awt:M=0.05,nodes=9");
        assert_eq!(set(&list[0]), patient);
    }
    let all = json(here.path(), "seats seats.toml");
    let names: Vec<_> = all.as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["quick", "patient", "calm"]);
    let text = ok(here.path(), "seats seats.toml:patient");
    assert!(text.starts_with("patient = awt:M=0.05,nodes=9\naspiration with timer"), "{text}");
    assert!(text.contains("\n  M          0.05   -  "), "{text}");
    assert!(!ok(here.path(), "seats pvs").contains("value  default"));
    let said = wrong(here.path(), "seats atw");
    assert!(said.ends_with("; the nearest is `awt`\n\nFor more information, try '--help'.\n"));
}
