//! The network: accumulator, file format, symmetries.

use crate::support::program::{folder, json, ok, run_in};
use crate::support::worlds::rotated;
use crate::support::{some_rules, start, wander};
use assert_cmd::Command;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{
    Evaluation, FULL, FeatureTables, HIDDEN, Inputs, LINEAR, Network, NetworkError, NetworkLayers,
    NetworkOrigin, OUTPUT, SQUARE, Tracked, TrackedEvaluation,
};
use junqi::game::belief::View;
use junqi::game::format::follow;
use junqi::game::rules::{Kind, Mode, Rules, Setup, Team, World};
use junqi::gametree::position::{Evaluate, MoveGain, Node, Noisy, Position};
use junqi::research::learn::{Draw, OpenGame, Sampling, Training, whole};
use rand::RngExt;
use std::fs;
use std::sync::Arc;

/// A network of random numbers.
fn some_network(mode: Mode, seed: u64) -> Network {
    let (inputs, mut rng) = (Inputs::of(mode).count(), random::stream(seed, &[]));
    let mut some = |most: i16| rng.random_range(-most..=most);
    let layers = NetworkLayers {
        hidden: (0..inputs).map(|_| std::array::from_fn(|_| some(FULL / 4))).collect(),
        bias: std::array::from_fn(|_| some(FULL)),
        output: std::array::from_fn(|_| some(900)),
        linear: (0..inputs).map(|_| some(2000)).collect(),
    };
    let origin = NetworkOrigin {
        mode,
        scale: 977.5,
        source: "chance".into(),
        method: format!("seed {seed}"),
    };
    Network::new(origin, layers).unwrap()
}

/// In all positions of a random game, and after every move from them and its unmake, the accumulator equals
/// the one computed from scratch.
fn follows(rules: Rules, seed: u64) -> [usize; 2] {
    let network = Arc::new(some_network(rules.mode, seed));
    let root = start(seed, rules);
    let mut tracked = corrected(&root, &tables(&root), &network);
    let (mut state, mut seats_lost, mut plies) = (seed, 0, 0);
    while tracked.world().outcome().is_none() {
        let (before, key) = (*tracked.accumulator().unwrap(), tracked.key());
        for m in tracked.moves() {
            let undo = tracked.make(m);
            assert_eq!(
                *tracked.accumulator().unwrap(),
                network.sums(tracked.world()),
                "seed {seed}"
            );
            tracked.unmake(m, undo);
            assert_eq!(
                (*tracked.accumulator().unwrap(), tracked.key()),
                (before, key),
                "seed {seed}"
            );
        }
        let fights: Vec<_> = tracked.noisy_moves().collect();
        let count = tracked.moves().count() as u64;
        let pick = random::split_mix(&mut state) as usize;
        let m = if !fights.is_empty() && pick.is_multiple_of(2) {
            fights[pick / 2 % fights.len()]
        } else {
            tracked.moves().nth(pick % count as usize).unwrap()
        };
        let alive = tracked.world().alive().len();
        tracked.make(m);
        seats_lost += alive - tracked.world().alive().len();
        plies += 1;
    }
    assert_eq!(*tracked.accumulator().unwrap(), network.sums(tracked.world()), "seed {seed}");
    [seats_lost, plies]
}

#[test]
fn sums_that_follow_a_game_are_those_made_anew() {
    let mut lost = 0;
    for seed in 0..24 {
        lost += follows(some_rules(seed), seed)[0];
    }
    assert!(lost > 20, "seats were put out on the way: {lost}");
}

#[test]
fn flags_become_public_in_the_sums() {
    let mut shown = 0;
    for seed in 0..12 {
        let network = Arc::new(some_network(Mode::FourPlayer, 1));
        let root = start(seed, Rules::default());
        let mut tracked = corrected(&root, &tables(&root), &network);
        while tracked.world().outcome().is_none() {
            let m = tracked.noisy_moves().next().or_else(|| tracked.moves().next()).unwrap();
            let before = tracked.world().flags_shown();
            tracked.make(m);
            shown += usize::from(before != tracked.world().flags_shown());
            assert_eq!(*tracked.accumulator().unwrap(), network.sums(tracked.world()));
        }
    }
    assert!(shown > 5, "{shown}");
}

#[test]
fn the_value_changes_its_sign_when_the_teams_change_places() {
    for seed in 0..40 {
        let (rules, times): (Rules, _) =
            if seed % 2 == 0 { (Rules::default(), 1) } else { ("mode=1v1".parse().unwrap(), 2) };
        let network = some_network(rules.mode, seed);
        let mut world = start(seed, rules);
        wander(&mut world, seed, 20 + 8 * seed as usize);
        if world.outcome().is_some() {
            continue;
        }
        let other = rotated(&world, times);
        let [here, there] = [&world, &other].map(|w| network.first_team_value(&network.sums(w)));
        assert_eq!(here, -there, "seed {seed}");
        assert_ne!(here, 0, "seed {seed}");
    }
}

/// The value by its definition, in floating point.
fn by_definition(network: &Network, world: &World) -> f64 {
    let (layers, inputs) = (network.layers(), Inputs::of(world.rules().mode));
    let seen = |view| {
        let own: Vec<usize> = inputs.of_world(view, world).collect();
        let units = (0..HIDDEN).map(|unit| {
            let sum: f64 = own.iter().map(|&i| f64::from(layers.hidden[i][unit])).sum();
            let part = (sum + f64::from(layers.bias[unit])) / f64::from(FULL);
            part.clamp(0.0, 1.0).powi(2) * f64::from(layers.output[unit]) / f64::from(OUTPUT)
        });
        let linear: f64 = own.iter().map(|&i| f64::from(layers.linear[i])).sum();
        let team = if world.rules().team(view) == Team::First { 1.0 } else { -1.0 };
        team * (units.sum::<f64>() + linear / f64::from(LINEAR))
    };
    inputs.seats().iter().map(|&view| seen(view)).sum()
}

#[test]
fn the_value_in_whole_numbers_is_near_that_in_real_ones() {
    assert!(SQUARE <= i32::from(i16::MAX));
    for seed in 0..40 {
        let rules = some_rules(seed);
        let network = some_network(rules.mode, seed);
        let mut world = start(seed, rules);
        wander(&mut world, seed, 10 * seed as usize);
        let exact = by_definition(&network, &world);
        let value = network.first_team_value(&network.sums(&world));
        // A unit loses two bits: of 181 steps half of one on average, of which 900 a unit are weighed.
        assert!((value as f64 - exact).abs() < 90.0, "seed {seed}: {value}, {exact}");
    }
}

#[test]
fn a_file_reads_back() {
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        let network = some_network(mode, 3);
        let bytes = network.to_bytes();
        let back = Network::parse(&bytes).unwrap();
        assert_eq!((back.origin(), back.layers()), (network.origin(), network.layers()));
        assert_eq!(back.to_bytes(), bytes);
    }
}

#[test]
fn files_that_are_none_say_why() {
    let bytes = some_network(Mode::TwoPlayer, 3).to_bytes();
    let with = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
        [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
    };
    for (file, message) in [
        (vec![], "network, line 1: found ``, expected `junqi network 1`"),
        (with("network 1", "network 2"), "line 1: found `junqi network 2`"),
        (with("mode 1v1", "mode 3v1"), "line 2: found `3v1`, expected 2v2 or 1v1"),
        (with("mode 1v1", "mode 2v2"), "line 3: found `inputs 3100`, expected `inputs 6200`"),
        (with("hidden 64", "hidden 32"), "line 4: found `hidden 32`, expected `hidden 64`"),
        (with("scale 977.5", "scale -1"), "line 5: found `-1`, expected a number above 0"),
        (
            with("source ", "sauce "),
            "line 6: found `sauce chance`, expected `source` and its value",
        ),
        (with("\nend\n", "\n"), "line 8: found"),
        (bytes[..bytes.len() - 2].to_vec(), "found 403254 bytes after the header, expected 403256"),
    ] {
        let error = Network::parse(&file).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let network = some_network(Mode::TwoPlayer, 3);
    let loud = NetworkLayers { output: [i16::MAX; HIDDEN], ..network.layers() };
    let error = Network::new(network.origin().clone(), loud).unwrap_err();
    assert!(
        error.to_string().contains("the absolute output weights sum to 2097088, expected at most")
    );
}

#[test]
fn a_network_knows_one_kind_of_game_on_one_board() {
    let network = Arc::new(some_network(Mode::TwoPlayer, 3));
    let root = start(1, Rules::default());
    let tables = tables(&root);
    let error = Tracked::by_features_and_network(root, tables, network).unwrap_err();
    assert_eq!(error, NetworkError::Mode { found: Mode::FourPlayer, expected: Mode::TwoPlayer });
    assert_eq!(
        error.to_string(),
        "network: the game is FourPlayer, but the network is for TwoPlayer"
    );
}

#[test]
fn ends_and_promises_are_those_of_the_evaluation() {
    let (mut ended, mut promised) = (0, 0);
    for seed in 0..8 {
        let rules = some_rules(seed);
        let root = start(seed, rules);
        let mut linear = Evaluation::of_world(&root, &data::weights()).unwrap();
        let mut judge = TrackedEvaluation::new(&root, &data::weights()).unwrap();
        let network = Arc::new(some_network(rules.mode, seed));
        let mut tracked = corrected(&root, &tables(&root), &network);
        while let Some(m) = tracked.noisy_moves().next().or_else(|| tracked.moves().next()) {
            let promise = judge.move_gain(&tracked, m);
            assert_eq!(promise, linear.move_gain(tracked.world(), m));
            promised += usize::from(promise.is_some());
            assert_eq!(judge.first_team_value(&tracked), tracked.first_team_value());
            tracked.make(m);
        }
        assert_eq!(judge.evaluate(&tracked), linear.evaluate(tracked.world()));
        assert_eq!(judge.first_team_value(&tracked), linear.first_team_value(tracked.world()));
        ended += 1;
    }
    assert!(ended == 8 && promised > 100, "{ended} {promised}");
}

/// The tables of the weighted features below a world.
fn tables(root: &World) -> Arc<FeatureTables> {
    let evaluation = Evaluation::of_world(root, &data::weights()).unwrap();
    FeatureTables::new(&evaluation, root.net()).into()
}

/// A world evaluated by features and a network.
fn corrected(world: &World, tables: &Arc<FeatureTables>, network: &Arc<Network>) -> Tracked {
    Tracked::by_features_and_network(world.clone(), tables.clone(), network.clone()).unwrap()
}

/// Over whole games the corrected value is the sum of both, and its sums are those made anew.
#[test]
fn a_correction_is_added_to_the_features() {
    let mut compared = 0;
    for seed in 0..8 {
        let (rules, mut state) = (some_rules(seed), seed);
        let root = start(seed, rules);
        let network = Arc::new(some_network(rules.mode, seed));
        let tables = tables(&root);
        let corrected = |world: &World| corrected(world, &tables, &network);
        let mut tracked = corrected(&root);
        while tracked.world().outcome().is_none() {
            let world = tracked.world();
            let features = Tracked::by_features(world.clone(), tables.clone()).first_team_value();
            let sum = features + network.first_team_value(&network.sums(world));
            assert_eq!(tracked.first_team_value(), sum.clamp(-25_000, 25_000), "seed {seed}");
            let again = corrected(world);
            assert_eq!(tracked.sums(), again.sums(), "seed {seed}");
            assert_eq!(tracked.accumulator(), again.accumulator(), "seed {seed}");
            let moves: Vec<_> = tracked.noisy_moves().chain(tracked.moves()).collect();
            tracked.make(moves[random::split_mix(&mut state) as usize % moves.len()]);
            compared += 1;
        }
    }
    assert!(compared > 800, "{compared}");
}

/// Games of a mode in a folder of their own.
fn played(mode: &str, games: u32) -> tempfile::TempDir {
    let here = folder();
    let line = format!(
        "selfplay --team-a greedy --team-b greedy --mode {mode} --games {games} --seed 5 \
         --visibility double-open --out games.jsonl"
    );
    ok(here.path(), &line);
    here
}

#[test]
fn training_does_not_depend_on_the_threads() {
    let here = played("1v1", 8);
    let line = "eval train games.jsonl --mode 1v1 --epochs 2 --batch 64 --hold-out 0.3";
    let report = json(here.path(), &format!("{line} --out a.net"));
    assert_eq!(report["epochs"].as_array().unwrap().len(), 2);
    assert_eq!(report["games"], 8);
    let mut command = Command::cargo_bin("junqi").unwrap();
    let one = command.current_dir(here.path()).env("RAYON_NUM_THREADS", "1");
    one.args(line.split(' ')).args(["--out", "b.net"]).assert().success();
    let [a, b] = ["a.net", "b.net"].map(|name| fs::read(here.path().join(name)).unwrap());
    assert!(a == b, "the same bytes");
    let network = Network::parse(&a).unwrap();
    assert_eq!(network.origin().mode, Mode::TwoPlayer);
    assert!(network.origin().method.contains("--epochs 2"), "{}", network.origin().method);
}

#[test]
fn training_learns_who_wins() {
    let here = played("1v1", 40);
    let line =
        "eval train games.jsonl --mode 1v1 --epochs 6 --batch 256 --rate 0.002 --hold-out 0.2";
    let report = json(here.path(), line);
    let bits = |epoch: usize, what: &str| report["epochs"][epoch][what].as_f64().unwrap();
    assert!(bits(5, "trained") < 0.9 * bits(0, "trained"), "{report}");
    let text = ok(here.path(), line);
    assert!(text.contains("kept") && text.contains("games without values: network"), "{text}");
    for (line, code, said) in [
        ("games.jsonl", 2, "--mode"),
        ("games.jsonl --mode 2v2", 1, "no positions of this mode to learn from"),
        ("games.jsonl --mode 1v1 --batch 0", 2, "expected a whole number above 0"),
    ] {
        let ran = run_in(here.path(), &format!("eval train {line}"));
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(said), "{line}: {}", ran.err);
    }
}

#[test]
fn whole_numbers_say_what_real_ones_do() {
    let rules: Rules = "mode=1v1,max_plies=120".parse().unwrap();
    let mut games = vec![];
    for seed in 0..10 {
        let (mut world, mut state) = (start(seed, rules), seed);
        let begun = world.clone();
        let mut events = vec![];
        while world.outcome().is_none() {
            let fights: Vec<_> = world.fights().chain(world.moves()).collect();
            let pick = (random::split_mix(&mut state) % fights.len() as u64) as usize;
            events.push(world.play(fights[pick]).unwrap());
        }
        let values = vec![Some(100); events.len()];
        games.push(OpenGame { name: String::new(), start: begun, events, values, labelled: false });
    }
    let sampling = Sampling { every: 1, ..Draw::default().sampling };
    let draw = Draw { sampling, blend: 0.3, margin: None, strays: 0 };
    let weights = data::weights();
    let spots: Vec<_> = games.iter().map(|game| draw.spots(game, &weights).unwrap()).collect();
    // A hundred for whoever moves is far from the evaluation of some positions.
    let near = Draw { margin: Some(100), ..draw.clone() }.spots(&games[0], &weights).unwrap();
    let value = |turn: usize| if turn.is_multiple_of(2) { 100.0 } else { -100.0 };
    let off = |turn: usize| (value(turn) - spots[0].spots[turn].linear).abs();
    let turns = 0..spots[0].spots.len();
    assert!((1..turns.len()).contains(&near.spots.len()));
    assert_eq!(near.spots.len(), turns.filter(|&turn| off(turn) <= 100.0).count());
    for (game, spots) in games.iter().zip(&spots) {
        assert_eq!(spots.spots.len(), game.events.len());
        // A hundred for whoever moves, and a draw or a win.
        let [own, other] = [100.0, -100.0].map(|v: f64| 1.0 / (1.0 + (-v / 1992.0).exp()));
        let target = |turn: usize, result: f64| {
            0.7 * result + 0.3 * if turn.is_multiple_of(2) { own } else { other }
        };
        for (turn, spot) in spots.spots.iter().enumerate() {
            let expected = target(turn, spot.result.into());
            assert!((f64::from(spot.target) - expected).abs() < 1e-3, "{spot:?} {expected}");
        }
    }
    let training = Training { epochs: 3, batch: 64, rate: 5e-3, ..Training::default() };
    let trained = training.run((Mode::TwoPlayer, 800.0), &spots[..8], &spots[8..], |_| ());
    let origin = NetworkOrigin {
        mode: Mode::TwoPlayer,
        scale: 800.0,
        source: String::new(),
        method: String::new(),
    };
    let network = whole(&trained.model, origin).unwrap();
    let mut farthest: f64 = 0.0;
    for (game, spots) in games.iter().zip(&spots) {
        let mut world = game.start.clone();
        for (event, spot) in game.events.iter().zip(&spots.spots) {
            let value = network.first_team_value(&network.sums(&world));
            assert_eq!(value, network.first_team_value_of(&spot.inputs));
            let odds = trained.model.log_odds(&spot.inputs);
            farthest = farthest.max((value as f64 - f64::from(odds) * 800.0).abs());
            follow(&mut world, event).unwrap();
        }
    }
    assert!(farthest < 20.0, "{farthest} centi-pieces");
}

#[test]
fn built_in_networks_see_who_has_more() {
    for (mode, rules) in [(Mode::FourPlayer, "default"), (Mode::TwoPlayer, "mode=1v1")] {
        let network = data::network(mode);
        assert_eq!(network.origin().mode, mode);
        assert!(network.to_bytes() == data::network(mode).to_bytes());
        let world = start(7, rules.parse().unwrap());
        let mut setup: Setup = View::truth(&world).setup().unwrap();
        let strong = |kind: Kind| kind.index() < 3;
        let seat = *world.rules().seats().iter().collect::<Vec<_>>().last().unwrap();
        for &(_, kind, _) in setup.pieces.iter().filter(|p| p.0 == seat && strong(p.1)) {
            setup.gone[seat.index()].put(kind);
        }
        setup.pieces.retain(|p| p.0 != seat || !strong(p.1));
        let less = World::lenient(&setup).unwrap();
        let tables = tables(&world);
        let value = |w: &World| corrected(w, &tables, &network).first_team_value();
        let [all, some] = [&world, &less].map(value);
        assert!(some > all + 500, "{mode:?}: {some} {all}");
    }
}
