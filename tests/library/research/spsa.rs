//! Tuning by matches: its games, the effects that it estimates, and the step.

use crate::support::program::{folder, run_in};
use junqi::base::job::Job;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::Weights;
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::play::DeploymentSource;
use junqi::research::learn::{SpsaPlan, SpsaTally, WeightGroup, army_value};
use junqi::tournament::{Lineup, Series};
use rand::RngExt;
use serde_json::{Value, json};
use std::fs;
use std::sync::atomic::AtomicBool;

fn plan(seat: &str, rules: &str, games: u64) -> SpsaPlan {
    let seat: junqi::play::PlayerSpec = seat.parse().unwrap();
    let series = Series {
        board: Board::siguo(),
        rules: rules.parse().unwrap(),
        visibility: Visibility::FourDark,
        first: Seat::South,
        seed: 7,
        deal: DeploymentSource::Sample,
        lineup: Lineup::Match([seat.clone(), seat]),
    };
    SpsaPlan { series, games, weights: data::weights() }
}

fn line(plan: &SpsaPlan, game: u64) -> String {
    plan.line(game, &AtomicBool::new(false)).unwrap()
}

#[test]
fn a_line_is_a_function_of_the_plan_and_its_number() {
    let plan = plan("pvs:nodes=50", "mode=1v1,max_plies=40", 4);
    plan.check().unwrap();
    let other = SpsaPlan { weights: data::hand_weights(), ..plan.clone() };
    let longer = SpsaPlan { games: 8, ..plan.clone() };
    for game in 0..4 {
        let found = line(&plan, game);
        assert_eq!(found, line(&plan, game));
        Job::check(&plan, game, &found).unwrap();
        Job::check(&longer, game, &found).unwrap();
        assert!(Job::check(&plan, game ^ 1, &found).is_err());
        assert!(Job::check(&other, game, &found).is_err());
        let signs = |line: &str| serde_json::from_str::<Value>(line).unwrap()["signs"].clone();
        assert_eq!(signs(&found), signs(&line(&plan, game ^ 1)), "both games of a unit");
    }
}

#[test]
fn only_an_engine_with_weights_can_be_tuned() {
    let greedy = plan("greedy", "mode=1v1", 2).check().unwrap_err().to_string();
    assert_eq!(
        greedy,
        "expected an engine with the option `weights` that plays itself, found `greedy`"
    );
    let mut uneven = plan("pvs", "mode=1v1", 2);
    let sides = ["pvs", "pvs:nodes=5"].map(|seat| seat.parse().unwrap());
    uneven.series.lineup = Lineup::Match(sides);
    assert!(uneven.check().unwrap_err().to_string().ends_with("found `pvs` and `pvs:nodes=5`"));
}

/// The lines of a plan whose scores depend on nothing but the sign of one group, and on chance.
fn lines_of_one_cause(plan: &SpsaPlan, cause: usize, slope: f64) -> Vec<String> {
    let mut rng = random::stream(11, &[]);
    let mut with_score = |game| {
        let mut line: Value = serde_json::from_str(&line(plan, game)).unwrap();
        let sign = line["signs"].as_str().unwrap().as_bytes()[cause];
        let win = 0.5 + if sign == b'+' { slope } else { -slope };
        line["score"] = json!(f64::from(u8::from(rng.random::<f64>() < win)));
        line.to_string()
    };
    (0..plan.games).map(&mut with_score).collect()
}

#[test]
fn the_regression_finds_the_group_that_wins_games() {
    let plan = plan("pvs:nodes=1,depth=1,quiet=0", "mode=1v1,max_plies=2", 800);
    let groups = WeightGroup::of(plan.mode());
    let cause = groups.iter().position(|group| group.name == "doors").unwrap();
    let mut tally = SpsaTally::new(&plan);
    for (game, line) in lines_of_one_cause(&plan, cause, 0.15).iter().enumerate() {
        assert_eq!(tally.effects().is_empty(), game < 4 * groups.len(), "after {game} games");
        tally.add_line(line).unwrap();
    }
    let effects = tally.effects();
    // A score of 0.15 above a half is 0.3 from -1 to 1, and 104 Elo at the slope of even sides.
    assert!((effects[cause].elo - 104.2).abs() < effects[cause].error, "{:?}", effects[cause]);
    assert!(effects[cause].elo > 2.0 * effects[cause].error, "{:?}", effects[cause]);
    let outside = effects.iter().enumerate().filter(|(i, e)| *i != cause && e.elo.abs() > e.error);
    assert!(outside.count() <= 5, "{effects:?}"); // one in twenty of 28 is expected

    let stepped = tally.step(1.0).unwrap();
    let [before, after] = [&plan.weights, &stepped].map(|w| w.two.features().unwrap());
    assert!((army_value(&before) - army_value(&after)).abs() < 5.0, "rounding");
    let doors = |weights: &Weights| f64::from(weights.two.weights["flag"]["doors"]);
    assert!((doors(&stepped) / doors(&plan.weights) - 0.6_f64.exp()).abs() < 0.01);
    assert_eq!(stepped.four, plan.weights.four);
    assert_eq!(tally.step(0.0).unwrap().two, plan.weights.two);
}

#[test]
fn the_command_resumes_and_writes_weights() {
    let folder = folder();
    let run = |games: &str| {
        let options = "eval spsa --seat pvs:nodes=1,quiet=0 --mode 1v1 --seed 3 --out games.jsonl";
        run_in(folder.path(), &format!("{options} --games {games} --weights-out weights.json"))
    };
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(run("2").code, 1);
    let two = read("games.jsonl");
    let few = run("6");
    assert!(few.err.contains("--weights-out: too few games to estimate effects"), "{}", few.err);
    assert!(!folder.path().join("weights.json").exists());
    let six = read("games.jsonl");
    assert!(six.starts_with(&two) && six.lines().count() == 6, "{six}");
    let enough = run("132");
    assert_eq!(enough.code, 0, "{}", enough.err);
    assert!(read("games.jsonl").starts_with(&six));
    let weights = Weights::parse(&read("weights.json")).unwrap();
    assert_ne!(weights.two, data::match_weights().two);
    assert!(weights.method.ends_with(
        "1v1: 132 games of junqi eval spsa --seat pvs:nodes=1,quiet=0 --seed 3 --step 1"
    ));
}
