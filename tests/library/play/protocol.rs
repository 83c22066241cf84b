//! The engine protocol: round trips, the worked session of its page, misbehaving programs.

use crate::support::program::{folder, json, quoted_program, run_in};
use junqi::base::random;
use junqi::game::belief::{Observation, SeenPiece, Visibility};
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::rules::{Deployment, Event, Mode, Rules, World};
use junqi::play::protocol::{EngineCommand, EngineReply, GameOver, GoCommand, NewGame, Verdict};
use junqi::play::session::serve;
use rand::{Rng, RngExt, seq::IndexedRandom};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A random game: its start, and its events.
pub(crate) fn game(seed: u64, mode: Mode, plies: u32) -> (World, Vec<Event>, World) {
    let mut rng = random::stream(seed, &[]);
    let rules = Rules::default().with_mode(mode);
    let deployments =
        Seat::ALL.map(|seat| rules.seats().contains(seat).then(|| Deployment::sample(&mut rng)));
    let start = World::start(Board::siguo(), rules, &deployments, Seat::South).unwrap();
    let (mut world, mut events) = (start.clone(), vec![]);
    while world.outcome().is_none() && world.ply() < plies {
        let moves: Vec<_> = world.moves().collect();
        events.push(world.play(*moves.choose(&mut rng).unwrap()).unwrap());
    }
    (start, events, world)
}

pub(crate) fn position(
    start: &World,
    events: &[Event],
    seat: Seat,
    visibility: Visibility,
) -> EngineCommand {
    let view = Observation::new(start, seat, visibility).view();
    EngineCommand::Position { start: Box::new(view), visibility, events: events.to_vec() }
}

pub(crate) fn talk(lines: &str) -> Vec<String> {
    let mut out = vec![];
    serve(Board::siguo(), Cursor::new(lines.as_bytes().to_vec()), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn commands_read_what_they_write() {
    let board = Board::siguo();
    for seed in 0..20 {
        let (mode, visibility) = if seed % 2 == 0 {
            (Mode::FourPlayer, Visibility::DoubleOpen)
        } else {
            (Mode::TwoPlayer, Visibility::FourDark)
        };
        let (start, events, world) = game(seed, mode, 10 * seed as u32);
        let legal = world.moves().collect();
        let rules = *world.rules();
        let offered = Deployment::sample(&mut random::stream(seed, &[1]));
        for command in [
            position(&start, &events, Seat::North, visibility),
            EngineCommand::Setup { seat: Seat::North, rules, visibility, offered },
            EngineCommand::Go(GoCommand { nodes: Some(seed + 1), legal, ..GoCommand::default() }),
            EngineCommand::Go(GoCommand {
                gametime: Some(Duration::from_secs(seed)),
                increment: Duration::from_millis(7),
                infinite: true,
                ..GoCommand::default()
            }),
            EngineCommand::SetOption { name: "Seat".into(), value: "pimc:worlds=4".into() },
            EngineCommand::NewGame(None),
            EngineCommand::NewGame(Some(NewGame {
                game: seed,
                seat: Seat::North,
                team: rules.team_seats(rules.team(Seat::North)).collect(),
            })),
            EngineCommand::GameOver(GameOver {
                verdict: Verdict::Unfinished,
                why: "unfinished".into(),
            }),
        ] {
            let line = command.line(board);
            assert_eq!(
                EngineCommand::parse(&line, board).unwrap().as_ref(),
                Some(&command),
                "{line}"
            );
        }
    }
}

/// `name` and `value` are words; as parts of others they belong to a name. Found by fuzzing.
#[test]
fn an_option_is_read_by_words() {
    let board = Board::siguo();
    let read = |line: &str| EngineCommand::parse(line, board);
    for (line, name, value) in [
        ("setoption name Seat value external:cmd=a  b", "Seat", "external:cmd=a  b"),
        ("setoption name valued thing", "valued thing", ""),
        ("setoption name rename value value", "rename", "value"),
        ("setoption name", "", ""),
    ] {
        let option = EngineCommand::SetOption { name: name.into(), value: value.into() };
        assert_eq!(read(line), Ok(Some(option.clone())), "{line}");
        assert_eq!(read(&option.line(board)), Ok(Some(option)), "{line}");
    }
    for line in ["setoption namevaluen edy", "setoption Seat value greedy", "setoption"] {
        assert!(read(line).unwrap_err().to_string().contains("expected `name`"), "{line}");
    }
}

/// A position line contains no more about the other seats than public events.
#[test]
fn a_position_hides_what_the_seat_does_not_see() {
    let (start, events, _) = game(3, Mode::FourPlayer, 100);
    for seat in Seat::ALL {
        let line = position(&start, &events, seat, Visibility::FourDark).line(Board::siguo());
        let Some(EngineCommand::Position { start: seen, .. }) =
            EngineCommand::parse(&line, Board::siguo()).unwrap()
        else {
            panic!("{line}");
        };
        for (owner, what, _) in &seen.pieces {
            assert_eq!(*what == SeenPiece::Hidden, *owner != seat, "{seat}: {line}");
        }
        // Another world that looks the same to the seat has the same bytes.
        let mut rng = random::stream(9, &[seat.index() as u64]);
        let own = |s: Seat| if s == seat { None } else { Some(Deployment::sample(&mut rng)) };
        let others = Seat::ALL.map(own);
        let true_ones = Seat::ALL.map(|s| {
            let arm = Board::siguo().arm(s).unwrap();
            let kind = |i: usize| start.piece_at(arm[i]).map(|piece| start.kind(piece));
            Deployment::new(ArmShape::standard(), &std::array::from_fn::<_, 30, _>(kind)).unwrap()
        });
        let mixed = Seat::ALL.map(|s| others[s.index()].or(Some(true_ones[s.index()])));
        let other = World::start(Board::siguo(), *start.rules(), &mixed, Seat::South).unwrap();
        let again = position(&other, &events, seat, Visibility::FourDark).line(Board::siguo());
        assert_eq!(again, line);
    }
}

/// The lines of the sessions of docs/PROTOCOL.md that begin with a sign.
pub(crate) fn sessions(sign: &str) -> Vec<Vec<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/PROTOCOL.md");
    let page = fs::read_to_string(page).unwrap();
    let sessions = page.split("```session\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines = |session: &str| -> Vec<String> {
        session.lines().filter_map(|line| line.strip_prefix(sign)).map(masked).collect()
    };
    sessions.map(lines).collect()
}

/// The sessions of docs/PROTOCOL.md, line by line; times and speeds may differ.
#[test]
fn the_worked_sessions_are_replayed() {
    let (sent, answered) = (sessions("> "), sessions("< "));
    assert_eq!(sent.len(), 2);
    for (sent, answered) in sent.iter().zip(answered) {
        let said: Vec<String> = converse(sent).iter().map(|line| masked(line)).collect();
        assert_eq!(said, answered);
    }
}

/// Sends lines to an engine, each after the answer to the one before, and returns all that it says.
fn converse(lines: &[String]) -> Vec<String> {
    let (send, answers) = super::foreign::engine();
    let mut said = vec![];
    for line in lines {
        send.send(line.clone().leak()).unwrap();
        let last = match line.split(' ').next().unwrap() {
            "uci" => "uciok",
            "isready" => "readyok",
            "setup" => "bestsetup",
            "go" => "bestmove",
            _ => continue,
        };
        loop {
            let answer = answers.recv_timeout(Duration::from_secs(60)).unwrap();
            let is_last = answer.starts_with(last) || answer.starts_with("info string error");
            said.push(answer);
            if is_last {
                break;
            }
        }
    }
    said.extend(answers.iter());
    said
}

fn masked(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        if line.starts_with("info depth") && ["nps", "time"].contains(&words[i - 1]) {
            words[i] = "*";
        }
    }
    words.join(" ")
}

#[test]
fn moves_are_legal_and_positions_go_on() {
    let (start, events, _) = game(5, Mode::TwoPlayer, 60);
    let (mut lines, mut turns) =
        (String::from("setoption name Seat value alphabeta:nodes=50\n"), vec![]);
    let mut world = start.clone();
    for (i, event) in events.iter().enumerate() {
        if world.turn() == Seat::South {
            let so_far = position(&start, &events[..i], Seat::South, Visibility::FourDark);
            lines += &format!("{}\ngo\n", so_far.line(Board::siguo()));
            turns.push(world.moves().map(|mv| mv.text(Board::siguo())).collect::<Vec<_>>());
        }
        let junqi::game::rules::Act::Move(mv, _) = event.act else { continue };
        world.play(mv).unwrap();
    }
    let said = talk(&lines);
    let best: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best.len(), turns.len(), "{said:?}");
    assert!(best.iter().zip(&turns).all(|(best, legal)| legal.iter().any(|mv| mv == best)));
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
}

/// A reader of the lines of a channel.
pub(crate) struct Slow(pub(crate) Receiver<&'static str>, pub(crate) Cursor<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let read = self.1.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            match self.0.recv() {
                Ok(line) => self.1 = Cursor::new(format!("{line}\n").into_bytes()),
                Err(_) => return Ok(0),
            }
        }
    }
}

/// A writer that sends lines to a channel.
pub(crate) struct Say(pub(crate) std::sync::mpsc::Sender<String>, pub(crate) Vec<u8>);
impl std::io::Write for Say {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(at) = self.1.iter().position(|b| *b == b'\n') {
            let line: Vec<u8> = self.1.drain(..=at).collect();
            let _ = self.0.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn thinking_without_end_is_stopped_and_all_else_is_heard() {
    let (send, lines) = channel();
    let (say, said) = channel::<String>();
    let engine = std::thread::spawn(move || {
        let input = std::io::BufReader::new(Slow(lines, Cursor::default()));
        serve(Board::siguo(), input, Say(say, vec![]))
    });
    let (start, ..) = game(1, Mode::TwoPlayer, 0);
    let line = position(&start, &[], Seat::South, Visibility::FourDark).line(Board::siguo());
    let next = || said.recv_timeout(Duration::from_secs(60)).unwrap();
    let until = |end: &str| -> Vec<String> {
        std::iter::from_fn(|| Some(next()).filter(|line| !line.starts_with(end))).collect()
    };
    let until_best = || until("bestmove ");
    for go in ["go infinite", "go depth 1 infinite"] {
        send.send(line.clone().leak()).unwrap();
        send.send(go).unwrap();
        send.send("isready").unwrap();
        let mut thoughts = until("readyok");
        std::thread::sleep(Duration::from_millis(300));
        send.send("stop").unwrap();
        thoughts.extend(until_best());
        assert!(!thoughts.is_empty() && thoughts.iter().all(|line| line.starts_with("info depth")));
    }
    // A stop that comes at once is not lost, nor one for nobody in the way.
    for line in ["stop", "go infinite", "stop"] {
        send.send(line).unwrap();
    }
    assert!(!until_best().is_empty());
    // Both end all searches, not only the last one.
    for line in ["go infinite", "go infinite", "stop", "isready"] {
        send.send(line).unwrap();
    }
    until_best();
    until_best();
    for line in ["go infinite", "go nodes 10", "quit"] {
        send.send(line).unwrap();
    }
    engine.join().unwrap().unwrap();
}

/// Every line is answered or ignored, whatever it contains, and the session goes on.
#[test]
fn a_fuzzed_stream_ends_nothing() {
    let (start, events, _) = game(7, Mode::FourPlayer, 30);
    let board = Board::siguo();
    let sound = [
        "uci".into(),
        "isready".into(),
        "setoption name Seat value greedy".into(),
        "setoption name Seat value alphabeta:nodes=20".into(),
        "setoption name Seed value 7".into(),
        "ucinewgame".into(),
        "stop".into(),
        "go".into(),
        "go nodes 10 depth 2 movetime 5 gametime 100 increment 1".into(),
        position(&start, &events, Seat::South, Visibility::FourDark).line(board),
        position(&start, &events[..8], Seat::North, Visibility::DoubleOpen).line(board),
        position(&start, &[], Seat::West, Visibility::AllOpen).line(board),
        format!(
            "setup seat E rules qq visibility four-dark offered {}",
            Deployment::sample(&mut random::stream(1, &[]))
        ),
    ];
    for seed in 0..60 {
        let mut rng = random::stream(seed, &[3]);
        let mut bytes = vec![];
        for _ in 0..40 {
            let mut line = sound.choose(&mut rng).unwrap().clone().into_bytes();
            for _ in 0..rng.random_range(0..4) {
                mutate(&mut line, &mut rng);
            }
            bytes.extend(line.into_iter().filter(|byte| *byte != b'\n'));
            bytes.push(b'\n');
        }
        bytes.extend(b"setoption name Seat value greedy\nisready\n");
        // A mutation may say `quit` or `infinite`, which are as they should be.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if text.contains("quit") || text.contains("infinite") {
            continue;
        }
        let mut out = vec![];
        serve(board, Cursor::new(bytes), &mut out).unwrap();
        let said = String::from_utf8(out).unwrap();
        // A thinking player answers at once, before its move.
        assert!(said.lines().any(|line| line == "readyok"), "seed {seed}: {text}");
    }
}

fn mutate(line: &mut Vec<u8>, rng: &mut impl Rng) {
    if line.is_empty() {
        return;
    }
    let at = rng.random_range(0..line.len());
    match rng.random_range(0..4) {
        0 => line[at] = rng.random(),
        1 => drop(line.remove(at)),
        2 => line.insert(at, *b" -?/SENW019".choose(rng).unwrap()),
        _ => line.truncate(at),
    }
}

#[test]
fn a_seat_without_a_move_says_so_and_a_depth_ends_every_search() {
    let rows = "1Nq3/5/5/5/4Nh/Na4/15/12/15/12/15";
    let stuck = format!("{rows}/5/5/5/5/5/1Sq3 S SN SN 0 0 - S mode=1v1");
    let free = format!("{rows}/Sa4/5/5/5/5/1Sq3 S SN SN 0 0 - S mode=1v1");
    for seat in ["pimc", "flat", "alphabeta"] {
        let seat = format!("setoption name Seat value {seat}\nposition visibility all-open jfen");
        let said = talk(&format!("{seat} {stuck}\ngo nodes 100\n"));
        assert_eq!(said.last().unwrap(), "bestmove none", "{said:?}");
        assert!(said[0].contains("no legal move"), "{said:?}");
        let said = talk(&format!("{seat} {free}\ngo depth 2\nisready\n"));
        assert!(said.iter().any(|line| line.starts_with("bestmove g6")), "{said:?}");
    }
}

#[test]
fn replies_are_read_leniently_and_wrong_ones_are_named() {
    let board = Board::siguo();
    let EngineReply::Info(info) = EngineReply::parse(
        "info depth 5 seldepth 9 score cp -30 pv g6g7 g7g6 x nodes 77 nps 1",
        board,
    ) else {
        panic!("no info");
    };
    assert_eq!((info.depth, info.nodes, info.principal_variation.len()), (5, 77, 2));
    assert_eq!(info.value.map(|score| score.0), Some(-30));
    assert_eq!(EngineReply::parse("bestmove (none)", board), EngineReply::NoMove);
    assert_eq!(EngineReply::parse("hello", board), EngineReply::Other);
    for line in ["bestmove", "bestmove zz", "bestsetup a b", "bestmove a1a2"] {
        assert!(matches!(EngineReply::parse(line, board), EngineReply::Wrong(_)), "{line}");
    }
}

/// A shell script that answers correctly except for one command.
#[cfg(unix)]
pub(crate) fn script(here: &Path, name: &str, go: &str) {
    let text = format!(
        "while read -r line; do case \"$line\" in uci) echo id name x; echo uciok;; isready) echo readyok;;\n\
         setup*) echo \"bestsetup ${{line#*offered }}\";; go*) {go};; quit) exit;; esac; done\n"
    );
    fs::write(here.join(name), text).unwrap();
}

/// Programs that crash, hang, play illegal moves or flood the output lose with a reason, and the run goes
/// on.
#[cfg(unix)]
#[test]
fn programs_that_misbehave_lose_and_harm_nothing() {
    let here = folder();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/PROTOCOL.md");
    let page = fs::read_to_string(page).unwrap();
    for (name, go, reason) in [
        ("crash.sh", "exit 3", "crashed: the program ended (exit status: 3)"),
        ("hang.sh", "sleep 60", "sent no `bestmove` within 1.05s"),
        ("illegal.sh", "echo bestmove g6g17", "g6g17 is illegal: "),
        ("nonsense.sh", "echo bestmove what", "broke the protocol: bestmove: found `what`"),
        ("talk.sh", "yes info", "broke the protocol: found 100000 lines without an answer"),
        ("long.sh", "head -c 70000 /dev/zero", "broke the protocol: found a line of more than"),
        ("giveup.sh", "echo bestmove resign", ""),
        ("none.sh", "echo bestmove none", "found no legal move"),
    ] {
        script(here.path(), name, go);
        let line = format!(
            "match \"external:movetime=50,cmd=sh {name}\" random --mode 1v1 --games 2 --jobs 2 --out {name}.jsonl"
        );
        let ran = run_in(here.path(), &format!("{line} --json"));
        assert_eq!(
            ran.code,
            i32::from(!reason.is_empty()),
            "all games failed: {line}: {}",
            ran.err
        );
        let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (report["wins"].as_u64(), report["losses"].as_u64()),
            (Some(0), Some(2)),
            "{report}"
        );
        let records = fs::read_dir(here.path()).unwrap().filter_map(Result::ok);
        let text: String = records
            .filter(|file| file.file_name().to_string_lossy().ends_with(".jsonl"))
            .map(|file| fs::read_to_string(file.path()).unwrap())
            .collect();
        assert!(text.contains(reason), "{name}: {text}");
        assert!(page.contains(reason) || reason.starts_with("broke the protocol: "), "{reason}");
        for file in fs::read_dir(here.path()).unwrap().filter_map(Result::ok) {
            fs::remove_file(file.path()).unwrap();
        }
    }
    // The shell itself holds what it has read.
    script(here.path(), "greedy.sh", "x=$(yes | head -c 200000000); echo bestmove resign");
    let limited =
        "match \"external:memory=40,movetime=30000,cmd=sh greedy.sh\" random --mode 1v1 --games 2";
    let ran = run_in(here.path(), limited);
    let reason = "expected an answer; its memory limit: 40 MiB";
    assert!(ran.code == 1 && ran.out.contains(reason), "{}{}", ran.out, ran.err);
    let nobody = run_in(here.path(), "match cmd=./nobody random --mode 1v1 --games 2");
    assert_eq!(nobody.code, 1, "{}", nobody.err);
    assert!(nobody.out.contains("failure 2"), "{}", nobody.out);
}

/// What `pimc` plays in a position of its turn, by seed.
fn played_by_pimc(nodes: u32, jfen: &str, go: &str) -> Vec<String> {
    let ask = |seed: u32| {
        let lines = format!(
            "setoption name Seat value pimc:nodes={nodes}\nsetoption name Seed value {seed}\nucinewgame\n\
             position visibility four-dark jfen {jfen} moves\n{go}\nisready\n"
        );
        let said = talk(&lines);
        said.into_iter().find_map(|line| line.strip_prefix("bestmove ").map(str::to_owned))
    };
    (1..=6).map(|seed| ask(seed).expect("a move")).collect()
}

/// The shown flag beside the platoon is taken at once, not after an attack with bad luck, which ends no game.
#[test]
fn pimc_does_not_put_off_a_win() {
    let jfen =
        "1Nq3/1Sh3/5/5/5/5/15/12/15/12/15/5/2N?2/1N?Sd2/5/5/1Sq3 S SN N 5 200 N:abchhf S mode=1v1";
    assert!(played_by_pimc(20_000, jfen, "go").iter().all(|mv| mv == "h16h17"));
}

/// Where bombs may not take flags, the legal moves tell what the seat cannot see: that h17 is the flag.
#[test]
fn moves_outside_the_list_of_legal_ones_are_not_played() {
    let jfen = "1N?1N?1/1Sx3/5/5/5/5/15/12/15/12/15/5/5/N?4/5/5/1Sq2Sd S SN - 5 200 N:hmq S \
                mode=1v1,bomb_vs_flag=illegal";
    let played = played_by_pimc(2000, jfen, "go legal k1k2 h16g16 h16i16 h16h15");
    assert!(!played.contains(&"h16h17".to_owned()), "{played:?}");
}

/// An engine that failed when it was asked for its deployment may be repaired: the file goes on.
#[cfg(unix)]
#[test]
fn a_match_goes_on_after_an_engine_that_failed_to_deploy_is_repaired() {
    let here = folder();
    script(here.path(), "first.sh", "echo info string hello; echo bestmove resign");
    let echo = fs::read_to_string(here.path().join("first.sh")).unwrap();
    let own = "fgfgh e.e.x di.ic c.b.a ghixd hqmmm";
    let chooser = echo.replace("bestsetup ${line#*offered }", &format!("bestsetup {own}"));
    assert_ne!(chooser, echo);
    fs::write(here.path().join("first.sh"), &chooser).unwrap();
    fs::write(here.path().join("second.sh"), echo.replace("setup*)", "setup*) exit 1;; never)"))
        .unwrap();
    let run = |games: u32| {
        let line =
            "match \"cmd=sh first.sh\" \"cmd=sh second.sh\" --mode 1v1 --out games.jsonl --seed 2";
        run_in(here.path(), &format!("{line} --games {games}"))
    };
    assert_eq!(run(2).code, 1);
    fs::write(here.path().join("second.sh"), &chooser).unwrap();
    let ran = run(4);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let text = fs::read_to_string(here.path().join("games.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 4, "{text}");
    // Engines that tell no nodes have none.
    assert!(!text.contains("\"nodes\""), "{text}");
    // An illegal deployment is none of theirs, nor is one of a seat that does not play.
    for (from, to) in [(own, "fgfgh e.e.x di.ic c.b.a ghixd hqmmh"), ("\"N\":\"fg", "\"E\":\"fg")] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        fs::write(here.path().join("games.jsonl"), changed).unwrap();
        let ran = run(4);
        assert!(ran.code == 1 && ran.err.contains("deployment"), "{to}: {}", ran.err);
    }
}

/// The program plays itself over the protocol, and the example engine plays whole games.
#[test]
fn engines_play_whole_games() {
    let here = folder();
    let engine = format!("external:nodes=40,cmd={} engine", quoted_program());
    let line = format!("match \"{engine}\" greedy --games 4 --out games.jsonl");
    let report = json(here.path(), &line);
    assert_eq!(report["endings"]["failure"], serde_json::Value::Null, "{report}");
    assert_eq!(run_in(here.path(), "verify games.jsonl").code, 0);
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        crate::support::skip("no python3 for the example engine");
        return;
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/random_engine.py");
    fs::copy(example, here.path().join("example.py")).unwrap();
    let line = "match \"cmd=python3 example.py\" random --mode 1v1 --games 2";
    let report = json(here.path(), line);
    assert_eq!(report["endings"]["failure"], serde_json::Value::Null, "{report}");
}
