//! What must hold for any bytes: in place of each text and binary form, and as the choices of a game; with
//! sound examples. `tests/program/forms.rs` runs the laws on mutated examples, `fuzz/` under `libFuzzer`.
#![allow(dead_code, unreachable_pub, reason = "the tests and the fuzzer use a part each")]

#[path = "game_law.rs"]
mod game_law;
#[path = "moves.rs"]
pub mod moves;

use junqi::base::random;
use junqi::base::text::Word;
use junqi::engine::endgame::{MINED_FLAG, parse_advice};
use junqi::engine::eval::{Network, Weights};
use junqi::game::belief::{BeliefModel, Information, Observation, View, Visibility};
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::draw::KindNames;
use junqi::game::format::{
    GameHistory, GameRecord, Jgs, SavedPosition, draw_deployment, follow, parse_deployments,
    parse_jfen, parse_jql, read_deployment, write_jql,
};
use junqi::game::rules::{Deployment, Mode, Rules, World};
use junqi::gametree::tree::Explicit;
use junqi::play::protocol::{EngineCommand, EngineReply};
use junqi::play::{DeploymentSource, PlayerSpec, read_seats};
use junqi::shards::{JobSpec, Manifest};
use junqi::tournament::{Games, Lineup, Series};
use rand::RngExt;
use std::sync::atomic::AtomicBool;

/// A form: its name, and its law, which panics if it does not hold for some bytes; it returns whether they are of the
/// form.
pub type Form = (&'static str, fn(&[u8]) -> bool);

/// All forms.
pub const FORMS: &[Form] = &[
    ("jfen", |bytes| text(bytes, jfen)),
    ("history", |bytes| text(bytes, history)),
    ("deployments", |bytes| text(bytes, deployments)),
    ("record", |bytes| text(bytes, record)),
    ("jgs", jgs),
    ("jql", jql),
    ("board", |bytes| text(bytes, |text| text.parse::<Board>().is_ok())),
    ("rules", |bytes| text(bytes, rules)),
    ("seat", |bytes| text(bytes, seat)),
    ("seats", |bytes| text(bytes, |text| read_seats(text).is_ok())),
    ("manifest", |bytes| text(bytes, |text| Manifest::parse(text).is_ok())),
    ("tree", |bytes| text(bytes, tree)),
    ("prior", |bytes| text(bytes, prior)),
    ("weights", |bytes| text(bytes, |text| Weights::parse(text).is_ok())),
    ("network", network),
    ("advice", |bytes| text(bytes, |text| parse_advice(text).is_ok())),
    ("position", |bytes| text(bytes, position)),
    ("command", |bytes| text(bytes, command)),
    ("game", |bytes| {
        game_law::game(bytes);
        true
    }),
    ("reply", |bytes| text(bytes, reply)),
];

fn text(bytes: &[u8], law: impl Fn(&str) -> bool) -> bool {
    std::str::from_utf8(bytes).is_ok_and(law)
}

fn jfen(text: &str) -> bool {
    let Ok(view) = parse_jfen(text, 1, Board::siguo()) else { return false };
    let again = parse_jfen(&view.to_string(), 1, Board::siguo());
    assert_eq!(again.as_ref(), Ok(&view), "a view reads what it writes");
    for seat in Seat::ALL {
        if let Ok(information) = Information::new(&view, seat, Visibility::FourDark) {
            assert_eq!(
                information.observation().moves().count(),
                information.observation().count_moves()
            );
        }
    }
    if let Some(Ok(world)) = view.setup().map(|setup| World::lenient(&setup)) {
        assert_eq!(world.moves().count(), world.count_moves());
    }
    true
}

fn history(text: &str) -> bool {
    let Ok(history) = GameHistory::parse(text, Board::siguo()) else { return false };
    let again = GameHistory::parse(&history.to_string(), Board::siguo());
    assert_eq!(again.as_ref(), Ok(&history), "a history reads what it writes");
    if let Some(Ok(mut world)) = history.start.setup().map(|setup| World::lenient(&setup)) {
        let _refused = history.events.iter().find(|event| follow(&mut world, event).is_err());
    }
    true
}

fn deployments(text: &str) -> bool {
    let Ok(found) = parse_deployments(text, ArmShape::standard()) else { return false };
    for named in found {
        let Ok(deployment) = named.deployment else { continue };
        let drawn = draw_deployment("x", "", None, &deployment, KindNames::Chinese);
        let again =
            parse_deployments(&drawn, ArmShape::standard()).expect("a drawn deployment is read");
        assert_eq!(again[0].deployment, Ok(deployment));
        let line = deployment.to_string();
        assert_eq!(
            read_deployment(Word { text: &line, line: 1, column: 1 }, ArmShape::standard()),
            Ok(deployment)
        );
    }
    true
}

fn record(text: &str) -> bool {
    let Ok(record) = serde_json::from_str::<GameRecord>(text) else { return false };
    let again: GameRecord = serde_json::from_str(&record.line()).expect("a record is read again");
    assert_eq!(again, record);
    let _values = record.read_values();
    let is_replayed = record.replay(Board::siguo(), |_, _| ()).is_ok();
    if is_replayed {
        record.history(Board::siguo()).expect("a record that is replayed has a history");
    }
    is_replayed
}

fn jgs(bytes: &[u8]) -> bool {
    let Ok(jgs) = Jgs::parse(bytes) else { return false };
    if let Ok(written) = jgs.write() {
        assert_eq!(Jgs::parse(&written).as_ref(), Ok(&jgs), "a replay reads what it writes");
    }
    jgs.to_record(Board::siguo(), Rules::qq()).is_ok()
}

fn jql(bytes: &[u8]) -> bool {
    let Ok(deployment) = parse_jql(bytes) else { return false };
    assert_eq!(parse_jql(&write_jql(&deployment)), Ok(deployment));
    true
}

fn rules(text: &str) -> bool {
    let Ok(rules) = text.parse::<Rules>() else { return false };
    assert_eq!(rules.to_string().parse::<Rules>().as_ref(), Ok(&rules));
    true
}

fn seat(text: &str) -> bool {
    let Ok(seat) = text.parse::<PlayerSpec>() else { return false };
    let again = seat.to_string().parse::<PlayerSpec>().expect("a written seat is read");
    assert_eq!(again.to_string(), seat.to_string());
    true
}

fn tree(text: &str) -> bool {
    let Ok(tree) = Explicit::parse(text) else { return false };
    let json = tree.to_json();
    let again = Explicit::parse(&json).expect("a written tree is read");
    assert_eq!(again.to_json(), json);
    true
}

fn prior(text: &str) -> bool {
    let Ok(model) = serde_json::from_str::<BeliefModel>(text) else { return false };
    model.prior().is_ok() && model.behaviour_model().is_ok()
}

fn network(bytes: &[u8]) -> bool {
    let Ok(network) = Network::parse(bytes) else { return false };
    let bytes = network.to_bytes();
    let again = Network::parse(&bytes).expect("a written network is read");
    assert_eq!(again.to_bytes(), bytes);
    true
}

fn position(text: &str) -> bool {
    let Ok(position) = SavedPosition::parse(text, Board::siguo()) else { return false };
    let again = SavedPosition::parse(&position.to_string(), Board::siguo());
    assert_eq!(again.expect("a written position is read").to_string(), position.to_string());
    position.information().is_ok()
}

fn command(text: &str) -> bool {
    let board = Board::siguo();
    let Ok(Some(command)) = EngineCommand::parse(text, board) else { return false };
    let line = command.line(board);
    let again = EngineCommand::parse(&line, board).expect("a written command is read");
    assert_eq!(again.map(|command| command.line(board)), Some(line));
    true
}

fn reply(text: &str) -> bool {
    let reply = EngineReply::parse(text, Board::siguo());
    !matches!(reply, EngineReply::Other | EngineReply::Wrong(_))
}

/// Sound examples of a form, small ones first.
pub fn examples(form: &str) -> Vec<Vec<u8>> {
    let (start, record) = (start(Rules::default(), 1), played());
    let board = Board::siguo();
    let history = record.history(board).expect("a sound record");
    let view = |visibility| Observation::new(&start, Seat::East, visibility).view();
    let texts: Vec<String> = match form {
        "jfen" => vec![
            "1Nq3/5/5/5/5/4Na/15/12/15/12/15/5/4Si/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1".into(),
            View::truth(&start).to_string(),
            view(Visibility::FourDark).to_string(),
        ],
        "history" => vec![history.to_string()],
        "deployments" => {
            let drawn = draw_deployment("x", "y", None, &deployment(1), KindNames::Letters);
            vec![drawn, draw_deployment("x", "", None, &deployment(2), KindNames::Chinese)]
        }
        "record" => vec![record.line()],
        "jgs" => return vec![Jgs::from_record(&record, board).unwrap().write().unwrap()],
        "jql" => return vec![write_jql(&deployment(3))],
        "board" => vec![include_str!("../../core/boards/siguo.board").into()],
        "rules" => vec!["qq".into(), "mode=1v1,max_plies=40,hq_locked=false".into()],
        "seat" => vec!["greedy".into(), "pimc:worlds=16,threads=2".into(), "cmd=./x -y".into()],
        "seats" => vec!["[seats.a]\nkind = \"pvs\"\nnodes = 5\ntable = 2\n".into()],
        "manifest" => vec![manifest()],
        "tree" => vec![
            r#"{"children":[[1,2],[3,4],[],[],[]],"payoff":[7,6,5,6,3],"entropy":[1.5,1.25,0,0,0],"root_is_max":true}"#.into(),
            r#"{"children":[[1],[]],"payoff":[null,5],"pess":[1,5],"opt":[9,5]}"#.into(),
        ],
        "prior" => vec![include_str!("../../core/data/priors/engines-1v1.json").into()],
        "weights" => vec![include_str!("../../core/data/weights/evaluation.json").into()],
        "network" => return vec![include_bytes!("../../core/data/networks/1v1.net").to_vec()],
        "advice" => vec![MINED_FLAG.into()],
        "position" => vec![include_str!("../../core/data/positions/1v1-end-01.txt").into()],
        "command" => {
            let (start, events) = (view(Visibility::DoubleOpen), vec![]);
            let visibility = Visibility::DoubleOpen;
            let position = EngineCommand::Position { start: Box::new(start), visibility, events };
            vec![
                "setoption name Seat value greedy".into(),
                "ucinewgame game 1 seat S team SN".into(),
                "go nodes 10 depth 2 movetime 5 gametime 100 increment 1 infinite legal g6g7".into(),
                "gameover win why eliminated".into(),
                format!("setup seat E rules qq visibility four-dark offered {}", deployment(4)),
                position.line(board),
            ]
        }
        "game" => {
            let bytes = |seed| random::stream(seed, &[]).random_iter().take(200).collect();
            return (0..8).map(bytes).collect();
        }
        "reply" => vec![
            "info depth 5 worlds 3 nodes 77 nps 1 time 4 score cp -30 pv g6g7 g7g6".into(),
            format!("bestsetup {}", deployment(5)),
            "bestmove g6g7".into(),
        ],
        other => panic!("no examples of {other}"),
    };
    texts.into_iter().map(String::into_bytes).collect()
}

fn deployment(seed: u64) -> Deployment {
    Deployment::sample(&mut random::stream(seed, &[]))
}

fn start(rules: Rules, seed: u64) -> World {
    let deployments = Seat::ALL.map(|seat| {
        let number = 4 * seed + seat.index() as u64;
        rules.seats().contains(seat).then(|| deployment(number))
    });
    World::start(Board::siguo(), rules, &deployments, Seat::South).expect("a lawful start")
}

fn series() -> Series {
    let lineup = Lineup::Match(["greedy", "random"].map(|seat| seat.parse().expect("a seat")));
    Series {
        board: Board::siguo(),
        rules: Rules::qq().with_mode(Mode::TwoPlayer),
        visibility: Visibility::FourDark,
        first: Seat::South,
        seed: 5,
        deal: DeploymentSource::Sample,
        lineup,
    }
}

fn played() -> GameRecord {
    series().play(0, &AtomicBool::new(false)).expect("a lawful start")
}

fn manifest() -> String {
    let job = JobSpec::Selfplay(Games::new(series(), 4));
    let manifest = Manifest::new(job, 2).expect("a possible job");
    serde_json::to_string(&manifest).expect("a manifest can be written")
}
