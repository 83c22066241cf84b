//! The evaluation: laws of its features, of beliefs, of fitting, and the commands.

use crate::support::cases::Case;
use crate::support::program::{folder, json, ok, run_in};
use crate::support::worlds::rotated;
use crate::support::{start, wander};
use assert_cmd::Command;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{
    CorrectedBelief, EvalFeatures, Evaluation, FEATURES, FeatureTables, ModeWeights, Tracked,
    TrackedEvaluation, WIN, Weights, features,
};
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat, Station};
use junqi::game::format::GameRecord;
use junqi::game::rules::{Kind, Mode, Outcome, Rules, Team, World};
use junqi::gametree::position::{Evaluate, Node, Noisy, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::research::learn::{
    Example, OpenGame, Pull, Sampling, army_value, fit_scale, fit_weights,
};
use rand::{Rng, RngExt};
use serde_json::Value;
use std::fs;
use std::sync::Arc;

fn evaluation(world: &World) -> Evaluation {
    Evaluation::of_world(world, &data::weights()).unwrap()
}

fn close(a: &EvalFeatures, b: impl Iterator<Item = f32>) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn features_change_sign_when_the_teams_change_places() {
    for seed in 0..40 {
        let (rules, times) = if seed % 2 == 0 { ("default", 1) } else { ("mode=1v1", 2) };
        let mut world = start(seed, rules.parse().unwrap());
        wander(&mut world, seed, 20 + 8 * seed as usize);
        if world.outcome().is_some() {
            continue;
        }
        let other = rotated(&world, times);
        let (one, two) = (evaluation(&world), evaluation(&other));
        let (here, there) = (one.features(&world), two.features(&other));
        assert!(close(&here, there.iter().map(|x| -x)), "seed {seed}: {here:?} {there:?}");
        assert!(
            (one.first_team_value(&world) + two.first_team_value(&other)).abs() <= 1,
            "seed {seed}"
        );
    }
}

#[test]
fn the_value_is_for_the_side_to_move() {
    let mut sides = [0; 2];
    for seed in 0..20 {
        let mut world = start(seed, Rules::default());
        wander(&mut world, seed, 60 + seed as usize);
        let mut evaluation = evaluation(&world);
        let worth = evaluation.first_team_value(&world);
        let weighed: f32 = evaluation
            .features(&world)
            .iter()
            .zip(evaluation.weights())
            .map(|(amount, weight)| amount * weight)
            .sum();
        assert!((f64::from(weighed) - worth as f64).abs() <= 1.0, "seed {seed}");
        let sign = if world.side() == Side::Max { 1 } else { -1 };
        sides[usize::from(sign < 0)] += 1;
        assert_eq!(evaluation.evaluate(&world), Score(sign * worth), "seed {seed}");
        let chance = evaluation.unfinished_result(worth as f64);
        let logistic = 1.0 / (1.0 + (-worth as f64 / evaluation.scale()).exp());
        assert!((f64::midpoint(1.0, chance) - logistic).abs() < 1e-12);
    }
    assert!(sides.iter().all(|n| *n > 0), "{sides:?}");
}

/// The sums kept from move to move are those from scratch, and the value that of the features.
#[test]
fn a_tracked_world_has_the_value_of_its_features() {
    let mut seats_lost = 0;
    for seed in 0..24 {
        let rules = if seed % 3 == 0 { "mode=1v1" } else { "default" };
        let root = start(seed, rules.parse().unwrap());
        let evaluation = evaluation(&root);
        let judge = TrackedEvaluation::with(&evaluation);
        let tables = Arc::new(FeatureTables::new(&evaluation, root.net()));
        let mut tracked = Tracked::by_features(root, tables.clone());
        let mut rng = random::stream(seed, &[31]);
        while tracked.world().outcome().is_none() {
            let (before, key) = (*tracked.sums(), tracked.key());
            let fights: Vec<_> = tracked.noisy_moves().collect();
            for &m in &fights {
                let undo = tracked.make(m);
                let again = Tracked::by_features(tracked.world().clone(), tables.clone());
                assert_eq!(tracked.sums(), again.sums(), "seed {seed}");
                tracked.unmake(m, undo);
                assert_eq!((*tracked.sums(), tracked.key()), (before, key), "seed {seed}");
            }
            let value = judge.first_team_value(&tracked);
            let exact = evaluation.first_team_value(tracked.world());
            assert!((value - exact).abs() <= 1, "seed {seed}: {value} {exact}");
            let count = tracked.moves().count();
            let m = match fights.len() {
                0 => tracked.moves().nth(rng.random_range(0..count)).unwrap(),
                n => fights[rng.random_range(0..n)],
            };
            let alive = tracked.world().alive().len();
            tracked.make(m);
            seats_lost += alive - tracked.world().alive().len();
        }
    }
    assert!(seats_lost > 24, "some games go on after a seat is out");
}

/// The pieces that can move, by owner and station.
fn movers(world: &World) -> impl Iterator<Item = (Seat, Station)> {
    let of = |seat| world.mobile(seat).iter().map(move |at| (seat, at));
    Seat::ALL.into_iter().flat_map(of)
}

/// Contacts, guarded pieces and partners side by side are those found pair by pair.
#[test]
fn contacts_are_those_of_pairs() {
    let index = |name| features().position(|f| f.name == name).unwrap();
    let mut seen = [0; 3];
    for seed in 0..40 {
        let rules = if seed % 3 == 0 { "mode=1v1" } else { "default" };
        let mut world = start(seed, rules.parse().unwrap());
        wander(&mut world, seed, 30 * seed as usize);
        let movers: Vec<(Seat, Station)> = movers(&world).collect();
        let team = |seat| world.rules().team(seat);
        let mut expected = [0; 3];
        for &(seat, at) in &movers {
            let beside = |wanted: &dyn Fn(Seat) -> bool| {
                let near = |&(other, there): &(Seat, Station)| {
                    wanted(other) && world.net().neighbours(there).contains(at)
                };
                i32::from(movers.iter().any(near))
            };
            let enemy = beside(&|other| team(other) != team(seat));
            let friend = beside(&|other| team(other) == team(seat));
            let partner = beside(&|other| other != seat && team(other) == team(seat));
            let sign = if team(seat) == Team::First { 1 } else { -1 };
            for (sum, amount) in expected.iter_mut().zip([enemy, enemy * friend, partner]) {
                *sum += sign * amount;
            }
        }
        let found = evaluation(&world).features(&world);
        let found = ["contact", "guarded", "partner_near"].map(|name| found[index(name)] as i32);
        assert_eq!(found, expected, "seed {seed}");
        seen.iter_mut().zip(found).for_each(|(sum, x)| *sum += x.abs());
    }
    assert!(seen.iter().all(|&sum| sum > 10), "{seen:?}");
}

/// Guards and attackers near a flag are the pieces that reach it by two steps and not by one.
#[test]
fn pieces_near_a_flag_are_two_steps_away() {
    const NAMES: [&str; 4] = ["near_guards", "near_attackers", "camp_guards", "camp_attackers"];
    let index = |name| features().position(|f| f.name == name).unwrap();
    let mut seen = [0; 4];
    for seed in 0..300 {
        let rules = if seed % 3 == 0 { "mode=1v1" } else { "default" };
        let mut world = start(seed, rules.parse().unwrap());
        wander(&mut world, seed, 30 * (seed % 40) as usize);
        let (net, team) = (world.net(), |seat| world.rules().team(seat));
        let steps = |from: Station, to: Station| net.neighbours(from).contains(to);
        let mut expected = [0; 4];
        for (flag, at) in world.pieces().filter(|&(piece, _)| world.kind(piece) == Kind::Flag) {
            let owner = team(flag.seat());
            let sign = if owner == Team::First { 1 } else { -1 };
            for (seat, from) in movers(&world) {
                let by_two = net.open().iter().any(|s| steps(from, s) && steps(s, at));
                if by_two && !steps(from, at) {
                    let camp = net.camps().contains(from);
                    expected[2 * usize::from(camp) + usize::from(team(seat) != owner)] += sign;
                }
            }
        }
        let found = evaluation(&world).features(&world);
        let found = NAMES.map(|name| found[index(name)] as i32);
        assert_eq!(found, expected, "seed {seed}");
        seen.iter_mut().zip(found).for_each(|(sum, x)| *sum += x.abs());
    }
    assert!(seen.iter().all(|&sum| sum > 3), "{seen:?}");
}

/// Estimates of a search stay on their side of the window, and seldom miss by more than the margins of their use.
#[test]
fn quick_estimates_are_near_the_value() {
    let mut found = [[0; 4]; 2];
    for seed in 0..24 {
        let rules = if seed % 2 == 0 { "mode=1v1" } else { "default" };
        let mut root = start(seed, rules.parse().unwrap());
        wander(&mut root, seed, 40 + 5 * seed as usize);
        let evaluation = evaluation(&root);
        let tables = Arc::new(FeatureTables::new(&evaluation, root.net()));
        let network = data::network(root.rules().mode);
        let corrected = Tracked::by_features_and_network(root.clone(), tables.clone(), network);
        let judge = TrackedEvaluation::with(&evaluation);
        let features = Tracked::by_features(root, tables);
        estimates(features, judge.clone(), seed, &mut found[0]);
        estimates(corrected.unwrap(), judge, seed, &mut found[1]);
    }
    for [windows, wrong, moves, missed] in found {
        assert!(windows > 500 && wrong * 500 < windows, "{wrong} of {windows} windows");
        assert!(moves > 500 && missed * 500 < moves, "{missed} of {moves} moves");
    }
}

/// Adds the windows and those on whose wrong side an estimate is, the moves and those whose gain is missed.
fn estimates(
    mut tracked: Tracked,
    mut judge: TrackedEvaluation,
    seed: u64,
    [windows, wrong, moves, missed]: &mut [u32; 4],
) {
    let mut rng = random::stream(seed, &[32]);
    let list: Vec<_> = tracked.moves().collect();
    for m in list {
        let (value, gain) = (judge.evaluate(&tracked), judge.quiet_gain(&tracked, m));
        let undo = tracked.make(m);
        let after = judge.evaluate(&tracked);
        if let Some(gain) = gain {
            *moves += 1;
            *missed += u32::from((-after - value - gain).0 > 100);
        }
        let alpha = Score(after.0 + rng.random_range(-600..600));
        let window = Window { alpha, beta: Score(alpha.0 + 1) };
        let quick = judge.evaluate_in(&tracked, window);
        let side = |value: Score| (value <= window.alpha, value >= window.beta);
        *windows += 1;
        *wrong += u32::from(side(quick) != side(after));
        tracked.unmake(m, undo);
    }
}

#[test]
fn a_game_that_is_over_is_won_lost_or_drawn() {
    let mut seen = [0; 3];
    for seed in 0..60 {
        let rules = if seed % 3 == 0 { "qq,mode=1v1" } else { "mode=1v1,max_plies=3000" };
        let root = start(seed, rules.parse().unwrap());
        let evaluation = evaluation(&root);
        let mut world = root.clone();
        wander(&mut world, seed, 5000);
        let Some(outcome) = world.outcome() else { continue };
        let plies = i64::from(world.ply());
        let (which, expected) = match outcome {
            Outcome::Win(Team::First) => (0, WIN - plies),
            Outcome::Win(Team::Second) => (1, plies - WIN),
            Outcome::Draw(_) => (2, 0),
        };
        seen[which] += 1;
        assert_eq!(evaluation.first_team_value(&world), expected, "seed {seed}");
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

#[test]
fn a_belief_that_is_certain_is_the_world() {
    for seed in 0..36 {
        let case = Case::new(seed, 250, &[Visibility::AllOpen]);
        let position = case.position();
        let mut known = Evaluation::of_belief(&position, &data::weights()).unwrap();
        let mut open = evaluation(&case.world);
        let believed = known.believed_features(&position);
        let bits = |features: EvalFeatures| features.map(f32::to_bits);
        assert_eq!(bits(believed), bits(open.features(&case.world)), "{}", case.place);
        assert_eq!(
            known.believed_value(&position),
            open.first_team_value(&case.world),
            "{}",
            case.place
        );
        let value: Score = known.evaluate(&CorrectedBelief::new(position, &known.clone()));
        assert_eq!(value, open.evaluate(&case.world), "{}", case.place);
    }
}

/// Counts of kinds and places are sums over pieces, so that their expectations are exact.
#[test]
fn a_belief_expects_what_its_worlds_have_on_average() {
    const WORLDS: u32 = 600;
    for seed in 0..8 {
        let case = Case::new(seed, 200, &[Visibility::DoubleOpen]);
        let position = case.position();
        let mut evaluation = Evaluation::of_belief(&position, &data::weights()).unwrap();
        let expected = evaluation.believed_features(&position);
        let mut rng = random::stream(seed, &[21]);
        let (mut sum, mut squares) = ([0.0; FEATURES], [0.0; FEATURES]);
        for _ in 0..WORLDS {
            let kinds = case.posterior.sample(&mut rng).unwrap();
            let world = case.observation(&case.world).world_with(&kinds);
            for (j, x) in evaluation.features(&world).into_iter().enumerate() {
                sum[j] += f64::from(x);
                squares[j] += f64::from(x).powi(2);
            }
        }
        let number = f64::from(WORLDS);
        for (j, feature) in features().enumerate() {
            let linear = feature.term == "place" || (feature.term == "material" && j < 11);
            let mean = sum[j] / number;
            let error = ((squares[j] / number - mean * mean).max(0.0) / number).sqrt();
            let off = (mean - f64::from(expected[j])).abs();
            assert!(
                !linear || off <= 5.0 * error + 1e-3,
                "{}: {} is {mean} ± {error} on average, {} expected",
                case.place,
                feature.name,
                expected[j]
            );
        }
    }
}

#[test]
fn the_built_in_weights_are_sane() {
    let (tuned, hand) = (data::weights(), data::hand_weights());
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        let weights = tuned.of(mode).features().unwrap();
        let officers = &weights[..8];
        assert!(officers.windows(2).all(|w| w[0] >= w[1]), "{officers:?}");
        assert!(weights[..11].iter().all(|w| *w > 0.0), "{weights:?}");
        let by_hand = army_value(&hand.of(mode).features().unwrap());
        assert!((army_value(&weights) - by_hand).abs() < 5.0, "a company stays about 100");
        for (feature, weight) in features().zip(weights) {
            let shut = feature.name.ends_with("_shut");
            assert!(!shut || weight < -50.0, "{}: {weight}", feature.name);
            let place = feature.term == "place" && !shut;
            assert!(!place || weight.abs() < 60.0, "{}: {weight}", feature.name);
            let threat = feature.name.starts_with("attackers") || feature.name == "doors";
            assert!(!threat || weight < -30.0, "{}: {weight}", feature.name);
        }
    }
}

#[test]
fn a_file_of_weights_that_does_not_fit_is_refused() {
    let text = serde_json::to_string(&data::weights()).unwrap();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&text).unwrap();
        change(&mut value);
        Weights::parse(&value.to_string()).map_err(|e| e.to_string())
    };
    assert_eq!(with(&|_| ()).unwrap(), data::weights());
    let twice = text.replacen("\"doors\":", "\"doors\":0,\"doors\":", 1);
    let found = Weights::parse(&twice).unwrap_err().to_string();
    assert!(
        found.contains("found the key `doors` twice, expected once at line 1 column "),
        "{found}"
    );
    let remove = |value: &mut Value| {
        value["2v2"]["weights"]["flag"].as_object_mut().unwrap().remove("doors").unwrap();
    };
    let without = "weights: found no `doors` in `flag`, expected a weight for every feature";
    assert_eq!(with(&remove).unwrap_err(), without);
    let renamed = |value: &mut Value| {
        remove(value);
        value["2v2"]["weights"]["flag"]["gates"] = 1.into();
    };
    assert_eq!(with(&renamed).unwrap_err(), without);
    let found = with(&|v| v["2v2"]["weights"]["flag"]["gates"] = 1.into()).unwrap_err();
    let number = FEATURES + 1;
    assert_eq!(
        found,
        format!("weights: found {number} weights, expected {FEATURES}, one for every feature")
    );
    let found = with(&|v| v["1v1"]["weights"]["flag"]["doors"] = "much".into()).unwrap_err();
    assert!(found.contains("expected f32"), "{found}");
    for scale in [0.0, -3.0] {
        let found = with(&|v| v["1v1"]["scale"] = scale.into()).unwrap_err();
        assert!(found.contains("for `scale`, expected a finite number"), "{found}");
    }
    let found = with(&|v| v["comment"] = "no".into()).unwrap_err();
    assert!(found.contains("unknown field `comment`"), "{found}");
    let infinite = ModeWeights::new(1.0, &[f32::INFINITY; FEATURES]).features().unwrap_err();
    assert!(infinite.to_string().contains("expected a finite number"), "{infinite}");
}

/// Normally distributed features, and random results with the probabilities that the weights imply.
fn synthetic(weights: &[f64; FEATURES], number: usize, rng: &mut impl Rng) -> Vec<Example> {
    let example = |_| {
        let features: EvalFeatures =
            std::array::from_fn(|_| (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0);
        let odds: f64 = features.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum();
        let won = rng.random::<f64>() < 1.0 / (1.0 + (-odds).exp());
        Example { features, result: f64::from(won) }
    };
    (0..number).map(example).collect()
}

#[test]
fn fitting_finds_the_weights_that_made_the_results() {
    let mut rng = random::stream(3, &[]);
    let truth: [f64; FEATURES] = std::array::from_fn(|j| (j as f64 % 7.0 - 3.0) / 20.0);
    let examples = synthetic(&truth, 8000, &mut rng);
    let examples: Vec<&Example> = examples.iter().collect();
    let pull = |strength| Pull { mean: [0.0; FEATURES], spread: [1.0; FEATURES], strength };
    let alone = std::array::from_fn(Some);
    let found = fit_weights(&examples, &pull(1e-3), &alone);
    let far = found.iter().zip(&truth).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(far < 0.12, "{far}");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let again = one.install(|| fit_weights(&examples, &pull(1e-3), &alone));
    assert_eq!(found.map(f64::to_bits), again.map(f64::to_bits), "on one thread");
    let still = fit_weights(&examples, &pull(1e9), &alone);
    assert!(still.iter().all(|w| w.abs() < 1e-4), "a strong pull leaves nothing");
    let groups = std::array::from_fn(|j| j.checked_sub(1).map(|j| j / 2));
    let tied = fit_weights(&examples, &pull(1e-3), &groups);
    assert_eq!((tied[0], tied[1].to_bits()), (0.0, tied[2].to_bits()));
    let values: Vec<_> = examples
        .iter()
        .map(|e| {
            let sum: f64 = e.features.iter().zip(&truth).map(|(x, w)| f64::from(*x) * w).sum();
            (700.0 * sum, e.result)
        })
        .collect();
    let scale = fit_scale(&values).unwrap();
    assert!((scale / 700.0 - 1.0).abs() < 0.1, "{scale}");
    let worse: Vec<_> = values.iter().map(|(v, y)| (-v, *y)).collect();
    assert_eq!(fit_scale(&worse), None);
}

/// A folder with self-played games of both modes.
fn played() -> tempfile::TempDir {
    let here = folder();
    for (name, mode, games) in [("four", "2v2", 30), ("two", "1v1", 60)] {
        let line = format!(
            "selfplay --games {games} --mode {mode} --seed 5 --team-b greedy --deployments sample \
             --out {name}.jsonl"
        );
        ok(here.path(), &line);
    }
    here
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("found {value}, expected a number"))
}

#[test]
fn a_position_is_explained_in_truth_and_as_a_seat_believes() {
    let here = played();
    let line = "eval explain four.jsonl --game 3 --ply 60";
    for seat in ["", " --seat E", " --seat E --visibility all-open"] {
        let report = json(here.path(), &format!("{line}{seat}"));
        let rows = report["features"].as_array().unwrap();
        assert_eq!((rows.len(), &report["ply"]), (FEATURES, &60.into()));
        let sum: f64 = rows.iter().map(|row| number(&row["product"])).sum();
        assert!((sum - number(&report["total"])).abs() < 2.0, "{report}");
        let p = 1.0 / (1.0 + (-number(&report["total"]) / number(&report["scale"])).exp());
        assert!((p - number(&report["probability"])).abs() < 1e-9, "{report}");
        let text = ok(here.path(), &format!("{line}{seat}"));
        let whose = if seat.is_empty() { "in truth" } else { "as E believes" };
        let teams = if seat.is_empty() { ["S+N", "E+W"] } else { ["E+W", "S+N"] };
        assert_eq!(report["teams"], serde_json::json!(teams));
        let [own, other] = teams;
        assert!(text.starts_with(&format!("Ply 60, {whose}: {own} less {other}")), "{text}");
        assert!(text.contains(&format!("probability that {own} win: ")), "{text}");
        assert!(features().all(|f| text.contains(f.name) && text.contains(f.term)), "{text}");
    }
    let truth = json(here.path(), line);
    let open = json(here.path(), &format!("{line} --seat E --visibility all-open"));
    assert!((number(&truth["total"]) + number(&open["total"])).abs() < 1e-9, "{truth} {open}");
    for (here, there) in (0..FEATURES).map(|i| (&truth["features"][i], &open["features"][i])) {
        assert!((number(&here["product"]) + number(&there["product"])).abs() < 1e-9, "{here}");
    }
    let over = json(here.path(), "eval explain two.jsonl --game 0");
    assert_eq!(over["result"]["why"], "eliminated", "{over}");
    assert!(number(&over["total"]).abs() > 29_000.0);
    assert!(number(&json(here.path(), "eval explain start")["total"]) > 0.0);
}

#[test]
fn weights_are_tuned_and_scored() {
    let here = played();
    let line = "eval tune four.jsonl --selfplay two.jsonl --out w.json --measure --hold-out 0.3";
    let report = json(here.path(), line);
    let modes = report["modes"].as_array().unwrap();
    assert_eq!((modes.len(), &report["games"], &report["selfplay"]), (2, &30.into(), &60.into()));
    for mode in modes {
        assert!(number(&mode["positions"]) > 100.0, "{mode}");
        let measured = mode["measured"].as_array().unwrap();
        assert_eq!(measured.len(), 5, "{measured:?}");
        assert!((number(&measured[0]["log_loss"]) - 1.0).abs() < 1e-12);
        assert_eq!(measured[3]["calibration"].as_array().unwrap().len(), 10);
    }
    let first = fs::read_to_string(here.path().join("w.json")).unwrap();
    let weights = Weights::parse(&first).unwrap();
    assert!(weights.method.contains("eval tune") && weights.source == "recorded games");
    assert!(weights.four.weights["flag"]["camp_guards"].abs() < 1e-9, "as in the prior");
    let hand = army_value(&data::hand_weights().four.features().unwrap());
    assert!((army_value(&weights.four.features().unwrap()) - hand).abs() < 5.0);
    let mut command = Command::cargo_bin("junqi").unwrap();
    command.current_dir(here.path()).env("RAYON_NUM_THREADS", "1");
    let words = "eval tune four.jsonl --selfplay two.jsonl --out again.json";
    assert!(command.args(words.split(' ')).output().unwrap().status.success());
    assert_eq!(first, fs::read_to_string(here.path().join("again.json")).unwrap());
    assert_eq!(first, ok(here.path(), "eval tune four.jsonl --selfplay two.jsonl"));

    let line = "eval score four.jsonl two.jsonl --weights w.json --svg w.svg";
    let scored = json(here.path(), line);
    let modes = scored["modes"].as_array().unwrap();
    assert_eq!((&modes[0]["with"], &modes[1]["with"]), (&"2v2".into(), &"1v1".into()));
    assert!(modes.iter().all(|m| number(&m["log_loss"]) < 1.0), "{scored}");
    let svg = fs::read_to_string(here.path().join("w.svg")).unwrap();
    assert!(svg.contains("predicted probability of winning, %") && svg.contains("1v1"));
    let text = ok(here.path(), line);
    assert!(text.contains("95 % interval") && text.contains(" 90 to 100 %"), "{text}");
}

#[test]
fn what_goes_wrong_is_said() {
    let here = played();
    let path = here.path();
    fs::write(path.join("bad.json"), "{}").unwrap();
    fs::write(path.join("none.jsonl"), "").unwrap();
    let hidden = json(path, "show two.jsonl --seat N --ply 4")["jfen"].as_str().unwrap().to_owned();
    fs::write(path.join("view.txt"), format!("{hidden}\n")).unwrap();
    for (line, code, said) in [
        ("explain", 2, "SOURCE"),
        ("explain two.jsonl --seat Q", 2, "expected a seat: S, E, N or W"),
        ("explain two.jsonl --game 60", 1, "no game 60: 60 games, counted from 0"),
        ("explain two.jsonl --ply 9999", 1, "ply 9999 does not exist: the game ends at ply "),
        ("explain view.txt", 1, "the position has hidden pieces; name the seat"),
        ("explain start --weights bad.json", 1, "bad.json: weights: missing field"),
        ("explain start --weights nowhere.json", 1, "nowhere.json: "),
        ("tune", 2, "PATHS"),
        ("tune none.jsonl", 1, "no games in the given files"),
        ("tune two.jsonl --hold-out 1", 2, "expected 0 or more, below 1"),
        ("tune two.jsonl --every 0", 2, "--every"),
        ("tune two.jsonl --prior bad.json", 1, "bad.json: weights: "),
        ("score none.jsonl", 1, "no games in the given files"),
        ("score two.jsonl --from 9999", 1, "no positions to score in these games"),
    ] {
        let ran = run_in(path, &format!("eval {line}"));
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(said), "{line}: {}", ran.err);
        assert!(ran.out.is_empty(), "{line}: {}", ran.out);
    }
}

#[test]
fn recorded_games_are_foretold() {
    let Some(games) = crate::support::recorded_games() else { return };
    let scored = json(games.path(), "eval score train --every 40");
    let four = &scored["modes"][0];
    assert_eq!(four["with"], "2v2");
    let bits = number(&four["log_loss"]);
    assert!((0.6..0.85).contains(&bits), "{bits} bits");
    assert!(number(&four["accuracy"]) > 0.7, "{four}");
}

/// The training target is the given mixture of the result and the players' values.
#[test]
fn results_are_blended_with_what_searches_found() {
    let here = folder();
    let line = "selfplay --team-a alphabeta:nodes=20 --team-b alphabeta:nodes=20 --mode 1v1 --games 24 \
                --values --seed 2 --out valued.jsonl";
    ok(here.path(), line);
    let text = fs::read_to_string(here.path().join("valued.jsonl")).unwrap();
    let board = Board::siguo();
    let (mut between, weights) = (0, data::weights());
    for line in text.lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        let game = OpenGame::new(String::new(), &record.history(board).unwrap()).unwrap();
        let values = record.read_values().unwrap().unwrap();
        let examples = |blend: f64, values: &[Option<i64>]| {
            let sampling = Sampling { every: 2, blend, ..Sampling::default() };
            sampling.examples(&game.clone().with_values(values.to_vec()), &weights).unwrap()
        };
        let (plain, half, whole) =
            (examples(0.0, &values), examples(0.5, &values), examples(1.0, &values));
        assert_eq!(plain, examples(0.5, &[]), "without values nothing is blended");
        for ((plain, half), whole) in plain.iter().zip(&half).zip(&whole) {
            let middle = f64::midpoint(plain.result, whole.result);
            assert!((half.result - middle).abs() < 1e-12);
            between += u32::from(whole.result > 0.0 && whole.result < 1.0);
        }
    }
    assert!(between > 20, "{between} values");
    let tuned =
        |more: &str| ok(here.path(), &format!("eval tune valued.jsonl --strength 50{more}"));
    let blended = tuned(" --blend 0.5");
    assert!(blended.contains("--blend 0.5") && blended != tuned(""));
}
