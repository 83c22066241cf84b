//! What an author of another engine or driver relies on.

use super::protocol::{Say, Slow, game, position, talk};
use junqi::game::belief::{Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::Mode;
use junqi::play::session::serve;
use std::io::Cursor;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// A search never answers for another position than the last one sent.
#[test]
fn after_a_refused_position_there_is_no_search() {
    let (start, events, _) = game(2, Mode::TwoPlayer, 4);
    let board = Board::siguo();
    let good = position(&start, &[], Seat::South, Visibility::FourDark).line(board);
    let impossible = position(&start, &events[1..], Seat::South, Visibility::FourDark).line(board);
    let long = format!("position {}", "x".repeat(1 << 20));
    for bad in ["position jfen nonsense", "position", "  position x", &impossible, &long] {
        let lines = ["setoption name Seat value greedy", &good, "go", bad, "go", &good, "go"];
        let said = talk(&lines.join("\n"));
        let best: Vec<&str> =
            said.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        let bad = &bad[..bad.len().min(60)];
        assert_eq!(best.len(), 3, "{bad}: {said:?}");
        assert!(best[0] != "none" && best[2] != "none", "{bad}: {said:?}");
        assert_eq!(best[1], "none", "{bad}: {said:?}");
        assert_eq!(said.iter().filter(|line| line.contains(" error: ")).count(), 2, "{said:?}");
    }
}

#[test]
fn a_position_that_shows_or_hides_too_much_is_refused() {
    let (start, ..) = game(4, Mode::FourPlayer, 0);
    let jfen = |visibility| Observation::new(&start, Seat::South, visibility).view().to_string();
    let double_open = jfen(Visibility::DoubleOpen);
    let pools = double_open.split(' ').nth(6).unwrap();
    let poolless = double_open.replace(pools, "-");
    for (line, error) in [
        (format!("position jfen {double_open}"), Some("open pieces of seat N")),
        (
            format!("position visibility four-dark jfen {double_open}"),
            Some("expected hidden ones with visibility four-dark"),
        ),
        (format!("position visibility double-open jfen {double_open}"), None),
        (format!("position jfen {}", jfen(Visibility::FourDark)), None),
        (
            format!("position visibility double-open jfen {poolless}"),
            Some("hidden pieces of seat E and no pool"),
        ),
    ] {
        let said = talk(&format!("setoption name Seat value greedy\n{line}\ngo"));
        assert_eq!(error.is_some(), said.contains(&"bestmove none".into()), "{line}: {said:?}");
        if let Some(error) = error {
            assert!(said[0].contains(error), "{line}: {said:?}");
        }
    }
}

/// An engine on another thread: lines to it, lines from it.
pub(crate) fn engine() -> (Sender<&'static str>, Receiver<String>) {
    let (send, lines) = channel();
    let (say, said) = channel();
    std::thread::spawn(move || {
        let input = std::io::BufReader::new(Slow(lines, Cursor::default()));
        serve(Board::siguo(), input, Say(say, vec![]))
    });
    (send, said)
}

#[test]
fn readyok_comes_after_the_errors_of_earlier_lines() {
    let (start, ..) = game(1, Mode::TwoPlayer, 0);
    let line = position(&start, &[], Seat::South, Visibility::FourDark).line(Board::siguo()).leak();
    let (send, said) = engine();
    let next = || said.recv_timeout(Duration::from_secs(60)).unwrap();
    // Nothing was wrong: an answer during the search.
    for line in [&*line, "go infinite", "isready"] {
        send.send(line).unwrap();
    }
    assert_eq!(next(), "readyok");
    // A line behind the search is wrong: the answer waits for its error, which steers no terminal.
    for line in ["position \u{1b}]0;title\u{7}", "isready", "stop"] {
        send.send(line).unwrap();
    }
    let said: Vec<String> = std::iter::from_fn(|| Some(next()))
        .filter(|line| !line.starts_with("info depth"))
        .take(3)
        .collect();
    assert!(said[0].starts_with("bestmove "), "{said:?}");
    let shown = r"info string error: found `\u001b]0;title\u0007`";
    assert!(said[1].starts_with(shown), "{said:?}");
    assert_eq!(said[2], "readyok");
}

#[cfg(unix)]
mod programs {
    use super::super::protocol::{script, sessions};
    use crate::support::program::{folder, quoted_program, run_in};
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    /// Plays the first legal move.
    const FIRST: &str = "m=${line#*legal }; echo bestmove ${m%% *}";

    /// Every game has a process of its own, so a failure costs one game.
    #[test]
    fn an_engine_that_dies_plays_the_next_game() {
        let here = folder();
        script(here.path(), "once.sh", &format!("mkdir died 2>/dev/null && exit 3; {FIRST}"));
        let seats = "\"external:movetime=500,cmd=sh once.sh\" random";
        let line =
            format!("match {seats} --mode 1v1 --games 2 --jobs 1 --rules max_plies=40 --json");
        let report: serde_json::Value =
            serde_json::from_str(&run_in(here.path(), &line).out).unwrap();
        assert_eq!(report["endings"]["failure"], 1, "{report}");
        assert_eq!(report["endings"]["max_plies"], 1, "{report}");
    }

    /// Processes that an engine starts end with it, also if it is killed because it hangs.
    #[test]
    fn nothing_that_an_engine_started_is_left_behind() {
        let here = folder();
        for (name, go) in [("fine.sh", FIRST), ("hang.sh", "sleep 300")] {
            let start = "sleep 300 & echo $! >> pids";
            script(here.path(), name, &format!("test -e $$ || {{ touch $$; {start}; }}; {go}"));
            let seats = format!("\"external:movetime=50,cmd=sh {name}\" random");
            let line = format!("match {seats} --mode 1v1 --games 2 --rules max_plies=10");
            let _result = run_in(here.path(), &line);
        }
        let pids = fs::read_to_string(here.path().join("pids")).unwrap();
        assert_eq!(pids.lines().count(), 4);
        for pid in pids.lines() {
            // A zombie may wait for its new parent to collect it.
            let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap();
            let state = String::from_utf8(state.stdout).unwrap();
            assert!(state.trim().is_empty() || state.starts_with('Z'), "{pid}: {state}");
        }
    }

    #[test]
    fn an_engine_learns_its_game_and_its_result() {
        let here = folder();
        let log = format!("{FIRST};; ucinewgame*|gameover*) echo \"$line\" >> $$.log");
        script(here.path(), "log.sh", &log);
        let seats = "E=random,N=random,W=random,S=cmd=sh log.sh";
        let line = format!("selfplay --games 2 --seats \"{seats}\" --rules max_plies=40");
        run_in(here.path(), &line);
        let mut logs: Vec<String> = fs::read_dir(here.path())
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|file| file.extension().is_some_and(|e| e == "log"))
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        logs.sort();
        let expected = |game: u64| {
            format!("ucinewgame game {game} seat S team SN\ngameover draw why max_plies\n")
        };
        assert_eq!(logs, [expected(0), expected(1)]);
    }

    /// What the page says that a driver sends in a 2v2 game is what this driver sends.
    #[test]
    fn the_worked_game_is_driven_as_the_page_says() {
        let here = folder();
        let wrapper = format!("tee sent | {} engine\n", quoted_program());
        fs::write(here.path().join("wrapper.sh"), wrapper).unwrap();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/PROTOCOL.md");
        let page = fs::read_to_string(page).unwrap();
        let command = page.lines().find_map(|line| line.strip_prefix("junqi selfplay ")).unwrap();
        let command = command.replace("./my_engine", "sh wrapper.sh");
        run_in(here.path(), &format!("selfplay {command}"));
        let sent = fs::read_to_string(here.path().join("sent")).unwrap();
        assert_eq!(sent.lines().collect::<Vec<_>>(), sessions("> ")[1]);
    }
}
