//! Text formats: round trips, and errors on damaged input.

use crate::support::{some_rules, start, wander};
use junqi::base::text::Word;
use junqi::game::belief::{Observation, View, Visibility};
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::draw::KindNames;
use junqi::game::format::{
    GameHistory, GameRecord, Jgs, JgsStep, LostWhy, draw_deployment, event_text, follow,
    parse_deployments, parse_event, parse_jfen, parse_jql, read_deployment, write_jql,
};
use junqi::game::rules::{Deployment, Event, Kind, Mode, Rules, World};
use junqi::gametree::position::Node;
use junqi::play::DeploymentSource;
use junqi::tournament::{Lineup, Series};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

fn board() -> &'static Board {
    Board::siguo()
}

fn word(text: &str) -> Word<'_> {
    Word { text, line: 1, column: 1 }
}

fn record(seed: u64, rules: Rules) -> GameRecord {
    let lineup = Lineup::Match(["greedy".parse().unwrap(), "random".parse().unwrap()]);
    let (visibility, first) = (Visibility::FourDark, Seat::South);
    let series = Series {
        board: board(),
        rules,
        visibility,
        first,
        seed,
        deal: DeploymentSource::Sample,
        lineup,
    };
    series.play(seed % 9, &AtomicBool::new(false)).unwrap()
}

/// The events of a game with resignations, forfeits, time-outs and, now and then, a draw.
fn eventful(world: &World, seed: u64) -> (Vec<Event>, World) {
    let (mut world, mut state) = (world.clone(), seed);
    let mut events: Vec<Event> = vec![];
    while world.outcome().is_none() {
        let turn = world.turn();
        let event = match junqi::base::random::split_mix(&mut state) % 400 {
            0 => world.resign(turn),
            1 => world.forfeit(turn),
            2..8 => world.time_out(),
            8 => world.agree_draw(turn),
            pick => {
                let nth = pick as usize % world.count_moves();
                let mv = world.moves().nth(nth).unwrap();
                Some(world.play(mv).unwrap())
            }
        };
        events.extend(event);
    }
    (events, world)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn positions_read_back(seed in any::<u64>(), plies in 0_usize..400, seat in 0_usize..4) {
        let mut world = start(seed, some_rules(seed));
        wander(&mut world, seed, plies);
        let truth = View::truth(&world);
        prop_assert_eq!(&parse_jfen(&truth.to_string(), 1, board()).unwrap(), &truth);
        if world.outcome().is_none() {
            let again = World::new(&truth.setup().unwrap()).unwrap();
            prop_assert_eq!(again.key(), world.key());
            prop_assert_eq!(again.count_moves(), world.count_moves());
        }
        for visibility in [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen] {
            let view = Observation::new(&world, Seat::from_index(seat), visibility).view();
            prop_assert_eq!(parse_jfen(&view.to_string(), 1, board()).unwrap(), view);
        }
    }

    #[test]
    fn histories_and_records_read_back_and_replay(seed in any::<u64>()) {
        let first = start(seed, some_rules(seed));
        let (events, last) = eventful(&first, seed);
        let history = GameHistory { start: View::truth(&first), events };
        let again = GameHistory::parse(&history.to_string(), board()).unwrap();
        prop_assert_eq!(&again, &history);
        let mut world = World::new(&again.start.setup().unwrap()).unwrap();
        for event in &again.events {
            prop_assert!(follow(&mut world, event).is_ok());
            let text = event_text(event, board());
            prop_assert_eq!(&parse_event(word(&text), board()).unwrap(), event);
        }
        prop_assert_eq!(world.key(), last.key());
        prop_assert_eq!(world.outcome(), last.outcome());
    }

    #[test]
    fn deployments_read_back_in_all_forms(seed in any::<u64>()) {
        let deployment = Deployment::sample(&mut junqi::base::random::stream(seed, &[]));
        for names in [KindNames::Letters, KindNames::Chinese] {
            let text = draw_deployment("a name", "why", Some(0.25), &deployment, names);
            for text in [text.clone(), text.replace("司令", "司").replace(' ', "  ")] {
                let read = parse_deployments(&text, ArmShape::standard()).unwrap();
                prop_assert_eq!(read.len(), 1);
                prop_assert_eq!(&read[0].deployment, &Ok(deployment));
            }
        }
        prop_assert_eq!(read_deployment(word(&deployment.to_string()), ArmShape::standard()).unwrap(), deployment);
        prop_assert_eq!(parse_jql(&write_jql(&deployment)).unwrap(), deployment);
    }
}

#[test]
fn records_read_back_as_lines_and_as_replays() {
    for seed in 0..40 {
        let rules = ["qq", "qq,mode=1v1"][seed as usize % 2].parse().unwrap();
        let game = record(seed, rules);
        let again: GameRecord = serde_json::from_str(&game.line()).unwrap();
        assert_eq!(again, game, "seed {seed}");
        let world = game.replay(board(), |_, _| ()).unwrap();
        let jgs = Jgs::from_record(&game, board()).unwrap();
        let reread = Jgs::parse(&jgs.write().unwrap()).unwrap();
        assert_eq!(reread, jgs, "seed {seed}");
        let back = reread.to_record(board(), rules).unwrap();
        assert_eq!((&back.events, &back.result), (&game.events, &game.result), "seed {seed}");
        assert_eq!(back.replay(board(), |_, _| ()).unwrap().key(), world.key(), "seed {seed}");
    }
}

#[test]
fn a_changed_record_is_found_out() {
    let game = record(3, Rules::default());
    let mut other = game.clone();
    other.plies += 1;
    assert!(other.replay(board(), |_, _| ()).unwrap_err().to_string().contains("plies"));
    let mut other = game.clone();
    other.result.winner = Some(1 - game.result.winner.unwrap());
    assert!(other.replay(board(), |_, _| ()).unwrap_err().to_string().contains("result"));
    let mut other = game.clone();
    other.events = game.events.replacen('>', "<", 1);
    let message = other.replay(board(), |_, _| ()).unwrap_err().to_string();
    assert!(message.contains("ply") && message.contains("expected"), "{message}");
}

/// A replay that omits a loss, gives another reason, or lets the wrong seat run out of time.
#[test]
fn a_changed_replay_is_found_out() {
    for seed in 0..24 {
        let jgs = Jgs::from_record(&record(seed, Rules::qq()), board()).unwrap();
        let faults = |jgs: &Jgs| jgs.replay(board(), Rules::qq()).unwrap().disagreements.len();
        assert_eq!(faults(&jgs), 0, "seed {seed}");
        let mut changed: Vec<(usize, Option<JgsStep>)> = vec![];
        for (i, step) in jgs.steps.iter().enumerate() {
            match step {
                JgsStep::Lost(seat, LostWhy::Flag) => {
                    changed.push((i, Some(JgsStep::Lost(*seat, LostWhy::NoMove))));
                    changed.push((i, None));
                }
                JgsStep::Lost(seat, LostWhy::NoMove) => {
                    changed.push((i, Some(JgsStep::Lost(*seat, LostWhy::Flag))));
                    changed.push((i, None));
                }
                JgsStep::Move { .. } if i == 7 => {
                    let mover = Seat::from_index(7);
                    changed.push((i, Some(JgsStep::TimeOut(mover.opposite()))));
                }
                _ => {}
            }
        }
        assert!(changed.len() >= 3, "seed {seed}");
        for (i, step) in changed {
            let mut other = jgs.clone();
            match step.clone() {
                Some(step) => other.steps[i] = step,
                None => drop(other.steps.remove(i)),
            }
            assert_ne!(faults(&other), 0, "seed {seed}, step {i}: {step:?}");
        }
    }
}

#[test]
fn counters_have_room_to_go_on() {
    let rows = "1Nq3/5/5/5/5/Na4/15/12/15/12/15/Sa4/5/5/5/5/1Sq3";
    for counters in ["4294967295 0", "0 4294967295"] {
        let line = format!("{rows} S SN - {counters} - - mode=1v1");
        let setup = parse_jfen(&line, 1, board()).unwrap().setup().unwrap();
        let message = World::lenient(&setup).unwrap_err().to_string();
        assert!(message.contains("the ply counter is 4294967295: at most"), "{message}");
    }
}

#[test]
fn recorded_games_survive_the_way_through_our_formats() {
    let Some(folder) = crate::support::recorded_games() else { return };
    let files = junqi::game::format::files_below(folder.path(), &["jgs"]).unwrap().files;
    for file in files.iter().step_by(10) {
        let jgs = Jgs::parse(&std::fs::read(file).unwrap()).unwrap();
        assert_eq!(Jgs::parse(&jgs.write().unwrap()).unwrap(), jgs, "{}", file.display());
        let record = jgs.to_record(board(), Rules::qq()).unwrap();
        let record: GameRecord = serde_json::from_str(&record.line()).unwrap();
        record.replay(board(), |_, _| ()).unwrap();
        let again = Jgs::from_record(&record, board()).unwrap();
        let again = again.to_record(board(), Rules::qq()).unwrap();
        assert_eq!(again.events, record.events, "{}", file.display());
    }
}

#[test]
fn errors_tell_what_where_and_what_else() {
    let start = View::truth(&start(1, Rules::default())).to_string();
    let jfen = |from: &str, to: &str| {
        parse_jfen(&start.replacen(from, to, 1), 1, board()).unwrap_err().to_string()
    };
    assert!(jfen("/", "").contains("found 16 rows, expected 17 rows"));
    assert!(jfen(" S SENW", " Z SENW").contains("found `Z`, expected a seat: S, E, N or W"));
    assert!(jfen(" SENW", " SENS").contains("expected different letters"));
    assert!(jfen(" 0 0 ", " 0 many ").contains("found `many`, expected a number of plies"));
    let event = |text: &str| parse_event(word(text), board()).unwrap_err().to_string();
    assert_eq!(
        event("S:g6>g99"),
        "line 1, column 6: found `g99`, expected a cell from a1 to q17 (column letter, row from \
         the bottom)"
    );
    assert!(
        event("S:g6>a1").contains("found `a1`, expected a station; there is none at that cell")
    );
    assert!(event("S:g6-g5,-E.bored").contains("expected .flag, .no_move, .resign or .forfeit"));
    let text = "name: x\ndfcei\na.x.b\nih.gd\ne.z.c\n";
    let error = parse_deployments(text, ArmShape::standard()).unwrap_err().to_string();
    assert!(error.starts_with("line 5, column 3: found `z`, expected a piece"), "{error}");
    let mut bytes = write_jql(&crate::support::deployments(1)[0].unwrap());
    bytes[30] = 77;
    assert_eq!(
        parse_jql(&bytes).unwrap_err().to_string(),
        "byte 30: found 77, expected a piece code: 0 or 2 to 13"
    );
    assert!(Jgs::parse(b"QQGame JQS").unwrap_err().to_string().contains("expected at least 412"));
    assert_eq!(Kind::ALL.map(|k| Kind::from_letter(k.letter())), Kind::ALL.map(Some));
}

/// Not the last of two values counts, in no part of a record.
#[test]
fn a_record_names_every_seat_once() {
    let line = record(1, Rules { mode: Mode::TwoPlayer, ..Rules::default() }).line();
    assert!(GameRecord::read(&line).is_ok());
    for (part, value) in [("seats", "\"random\""), ("deployments", "\"\""), ("nodes", "1")] {
        let begin = format!("\"{part}\":{{");
        let at = line.find(&begin).unwrap() + begin.len();
        let (before, after) = line.split_at(at);
        let seat = &after[..3];
        let error = GameRecord::read(&format!("{before}{seat}:{value},{after}")).unwrap_err();
        let expected = format!("found the key `{}` twice", &seat[1..2]);
        assert!(error.to_string().starts_with(&expected), "{part}: {error}");
        assert_eq!(error.column(), at + 3 + 1 + value.len() + 1 + 3, "{part}");
    }
    let unknown = line.replacen("\"rules\":{", "\"rules\":{\"mode\":\"2v2\",", 1);
    assert!(
        GameRecord::read(&unknown).unwrap_err().to_string().starts_with("duplicate field `mode`")
    );
}

/// An act after the end of a game is an error that names the end, whoever would move next.
#[test]
fn an_act_after_a_draw_follows_the_end_of_the_game() {
    let start = "1Nq3/5/5/5/5/4Nh/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 0 1 - - \
                 mode=1v1,draw_quiet_plies=4";
    let moves = "S:g6-g5 N:k12-k13 S:g5-g6 N:k13-k12";
    for act in ["S:g6-g5", "N:k12-k13", "N:resign", "S:timeout"] {
        let text = format!("{start}\n{moves} {act}\n");
        let history = GameHistory::parse(&text, board()).unwrap();
        let mut world = World::lenient(&history.start.setup().unwrap()).unwrap();
        let (last, events) = history.events.split_last().unwrap();
        for event in events {
            follow(&mut world, event).unwrap();
        }
        let error = follow(&mut world, last).unwrap_err().to_string();
        assert_eq!(error, format!("found {act}, expected nothing: the game is over"));
    }
}

/// A turned board has another corner at 0, 0, which means no flag when a replay is written. Found by fuzzing.
#[test]
fn a_flag_in_the_corner_of_a_turned_replay_is_refused() {
    let rules = Rules { mode: Mode::TwoPlayer, ..Rules::qq() };
    let mut bytes = Jgs::from_record(&record(1, rules), board()).unwrap().write().unwrap();
    for player in [1, 3] {
        bytes[32 + 88 * player] -= 1; // from South and North to East and West
    }
    let turned = Jgs::parse(&bytes).unwrap();
    assert_eq!(Jgs::parse(&turned.write().unwrap()).unwrap(), turned);
    assert_eq!(bytes[412], 0x5F, "the first step is a move");
    bytes[418..420].copy_from_slice(&[0, 16]);
    let error = Jgs::parse(&bytes).unwrap_err().to_string();
    assert!(error.contains("column 0, row 16") && error.contains("the place of a flag"), "{error}");
}
