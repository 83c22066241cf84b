//! Deployments, measured: rounds, shards, exchanges, mixtures, and what their commands write.

use crate::support::program::{json, ok, run_in};
use junqi::base::job::Job;
use junqi::base::random;
use junqi::engine::data;
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::format::{GameRecord, NamedDeployment, parse_deployments};
use junqi::game::rules::{Deployment, Mode, Point, Rules};
use junqi::play::DeploymentSource;
use junqi::tournament::deployments::{
    DeploymentCandidate, Halving, Matrix, MeasurementPlan, gain, is_enough, swaps,
};
use junqi::tournament::{Lineup, Series};
use serde_json::Value;
use std::fs;
use std::sync::atomic::AtomicBool;

const EVALUATE: &str = "deploy evaluate six.txt --mode 1v1 --games 12 --seed 3";

fn series(mode: Mode, seed: u64) -> Series {
    let pool = data::deployments().into_iter().filter_map(|named| named.deployment.ok());
    Series {
        board: Board::siguo(),
        rules: Rules::default().with_mode(mode),
        visibility: junqi::game::belief::Visibility::FourDark,
        first: Seat::South,
        seed,
        deal: DeploymentSource::Sample,
        lineup: Lineup::Deployments {
            seat: "greedy".parse().unwrap(),
            against: DeploymentSource::Pool(pool.collect()),
        },
    }
}

fn candidates(count: u64) -> Vec<DeploymentCandidate> {
    let drawn = |i| Deployment::sample(&mut random::stream(17, &[i]));
    (0..count).map(|i| DeploymentCandidate::new(&format!("d{i}"), drawn(i))).collect()
}

fn play(halving: &mut Halving<'_>) {
    while let Some(round) = halving.round() {
        for line in 0..round.lines() {
            let text = round.line(line, &AtomicBool::new(false)).unwrap();
            assert_eq!(round.check(line, &text), Ok(()));
            let record: GameRecord = serde_json::from_str(&text).unwrap();
            halving.add(round.place(line).0, &record).unwrap();
        }
        halving.finish(&round);
    }
}

/// In a unit all candidates meet the same opponents; each is left or out by its points alone.
#[test]
fn all_candidates_meet_the_same_opponents_and_the_better_half_survives() {
    for mode in [Mode::TwoPlayer, Mode::FourPlayer] {
        let plan = MeasurementPlan::halving(candidates(5), series(mode, 8), 24);
        let unit = plan.series.unit();
        for game in 0..2 * unit {
            let others = |candidate| {
                let (_, dealt) = plan.games_of(candidate).series.plan(game);
                let team = plan.series.team_of_first(game);
                let other = |seat: &Seat| plan.series.rules.team(*seat) != team;
                Seat::ALL.into_iter().filter(other).map(|s| dealt[s.index()]).collect::<Vec<_>>()
            };
            assert!((1..5).all(|candidate| others(candidate) == others(0)), "{mode:?} {game}");
        }
        let mut halving = Halving::new(&plan);
        let most = halving.games();
        play(&mut halving);
        let fields = halving.fields();
        let played: u64 = fields.iter().map(|field| field.tally.games).sum();
        assert_eq!(played, most);
        assert!(played <= 24 * 5, "{played} games");
        let mut rounds: Vec<usize> = fields.iter().map(|field| field.rounds).collect();
        rounds.sort_unstable();
        assert_eq!(rounds, [1, 1, 2, 3, 3], "{mode:?}");
        for field in fields {
            assert_eq!(field.tally.points.len() as u64 * unit, field.tally.games);
            let first = &field.tally.by_turn[0];
            assert_eq!(
                2 * first.total() * first.games(),
                field.tally.games,
                "half of all games moving first"
            );
            let endings = &field.tally.endings;
            assert_eq!(endings.values().sum::<u64>(), field.tally.games);
            let decided = endings.get("eliminated").copied().unwrap_or_default();
            assert_eq!(field.tally.draws, field.tally.games - decided, "{endings:?}");
        }
    }
}

/// A deployment of the book against a random one.
#[test]
fn a_clearly_worse_deployment_is_recognized() {
    let good = data::deployments()[0].deployment.clone().unwrap();
    let bad = Deployment::sample(&mut random::stream(4, &[]));
    let candidates =
        vec![DeploymentCandidate::new("good", good), DeploymentCandidate::new("bad", bad)];
    let plan =
        MeasurementPlan { candidates, series: series(Mode::TwoPlayer, 5), games: 300, rounds: 1 };
    let mut halving = Halving::new(&plan);
    play(&mut halving);
    let difference = gain(&halving).unwrap();
    assert!(difference.high < 0.0 && !is_enough(Some(difference)), "seed 5: {difference:?}");
}

#[test]
fn swaps_are_exactly_the_lawful_exchanges() {
    let mut rng = random::stream(2, &[]);
    for _ in 0..20 {
        let deployment = Deployment::sample(&mut rng);
        let all = swaps(&deployment);
        for ([a, b], swapped) in &all {
            let changed: Vec<Point> = ArmShape::standard()
                .posts()
                .filter(|p| deployment.at(*p) != swapped.at(*p))
                .collect();
            assert_eq!(changed, [*a, *b]);
            assert_eq!(deployment.at(*a), swapped.at(*b));
        }
        let posts: Vec<Point> = ArmShape::standard().posts().collect();
        let allowed = |a: Point, b: Point| {
            let (x, y) = (deployment.at(a).unwrap(), deployment.at(b).unwrap());
            x != y && a.allows(y) && b.allows(x)
        };
        let pairs = posts
            .iter()
            .enumerate()
            .flat_map(|(i, a)| posts[i + 1..].iter().map(move |b| (*a, *b)));
        assert_eq!(all.len(), pairs.filter(|(a, b)| allowed(*a, *b)).count(), "{deployment}");
    }
}

/// A book is drawn from by its shares.
#[test]
fn a_book_is_drawn_from_by_its_shares() {
    let all = candidates(3);
    let named = |(share, candidate): (u32, &DeploymentCandidate)| NamedDeployment {
        name: candidate.name.clone(),
        about: String::new(),
        share: Some(share),
        line: 1,
        deployment: Ok(candidate.deployment),
    };
    let shares = [200_000, 0, 800_000];
    let book = DeploymentSource::book(shares.into_iter().zip(&all).map(named).collect());
    let series = Series { deal: book, ..series(Mode::TwoPlayer, 9) };
    let count = |candidate: &DeploymentCandidate| {
        let dealt = |unit: u64| series.plan(2 * unit).1[Seat::South.index()];
        (0..2000).filter(|unit| dealt(*unit) == Some(candidate.deployment)).count()
    };
    let counts: Vec<usize> = all.iter().map(count).collect();
    assert!(counts[1] == 0 && (330..470).contains(&counts[0]), "seed 9: {counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), 2000);
    let text = serde_json::to_string(&series).unwrap();
    assert_eq!(serde_json::from_str::<Series>(&text).unwrap(), series);
}

/// What is on the diagonal of a matrix is not played; below it is what is above, turned.
#[test]
fn a_matrix_and_its_mixture() {
    let all = candidates(4);
    let plan = Matrix::plan(&all, series(Mode::TwoPlayer, 6), 20);
    assert_eq!(plan.candidates.len(), 6);
    let mut played = Halving::new(&plan);
    play(&mut played);
    let matrix = Matrix::new(all, &played);
    for i in 0..4 {
        for j in 0..4 {
            assert!((matrix.shares[[i, j]] + matrix.shares[[j, i]] - 1.0).abs() < 1e-12);
        }
    }
    let rows = matrix.rows();
    assert!((rows.iter().map(|row| row.share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(rows.iter().all(|row| row.against_mixture < 0.5 + 1e-4), "seed 6: {rows:?}");
    let book = parse_deployments(&matrix.book("a test"), ArmShape::standard()).unwrap();
    let sum: u32 = book.iter().filter_map(|named| named.share).sum();
    assert!(sum > 990_000 && sum < 1_000_100, "{sum}");
}

/// The embedded mixtures are sound, and a seat that wants one draws from it.
#[test]
fn a_seat_draws_from_the_embedded_mixture() {
    let strong = data::strong_deployments();
    assert!(!strong.is_empty() && strong.iter().all(|named| named.deployment.is_ok()));
    for mode in [Mode::TwoPlayer, Mode::FourPlayer] {
        let mixture = data::opening_book(mode);
        assert!(mixture.iter().all(|named| named.deployment.is_ok() && named.share.is_some()));
        let known: Vec<Deployment> =
            mixture.iter().filter_map(|named| named.deployment.clone().ok()).collect();
        let seat: junqi::play::PlayerSpec =
            "alphabeta:nodes=1,depth=1,opening=book".parse().unwrap();
        let rules = Rules { max_plies: 4, ..Rules::default() }.with_mode(mode);
        let lineup = Lineup::Match([seat, "greedy".parse().unwrap()]);
        let series = Series { rules, deal: DeploymentSource::Sample, lineup, ..series(mode, 2) };
        let record = series.play(0, &AtomicBool::new(false)).unwrap();
        let deployed = record.read_deployments(Board::siguo()).unwrap();
        for seat in rules.seats().iter() {
            let own = deployed[seat.index()].unwrap();
            let drawn = known.contains(&own) || known.contains(&own.mirror());
            assert_eq!(drawn, rules.team(seat) == rules.team(Seat::South), "{mode:?} {seat}");
        }
    }
}

fn six() -> tempfile::TempDir {
    let here = tempfile::tempdir().unwrap();
    let text = data::DEPLOYMENT_FILES[0].1;
    fs::write(here.path().join("six.txt"), text).unwrap();
    here
}

/// However it is stopped, divided and threaded, a measurement comes to the same bytes.
#[test]
fn evaluate_goes_on_and_is_divisible() {
    let here = six();
    let read = |folder: &str, file: &str| fs::read(here.path().join(folder).join(file)).unwrap();
    let run = |more: &str| ok(here.path(), &format!("{EVALUATE} {more}"));
    run("--out whole --jobs 1");
    run("--out cut --jobs 2");
    let second = here.path().join("cut/round-2.jsonl");
    let text = fs::read_to_string(&second).unwrap();
    let half: String = text.split_inclusive('\n').take(3).collect();
    fs::write(&second, half + "{\"version\":\"").unwrap();
    fs::remove_file(here.path().join("cut/round-3.jsonl")).unwrap();
    run("--out cut --jobs 2");
    for round in 1..=3 {
        // Another shard that reads the rounds before does not disturb.
        let before = here.path().join(format!("parts/round-{}.jsonl", round - 1));
        let read_by_another = (round > 1).then(|| fs::File::open(before).unwrap());
        if let Some(file) = &read_by_another {
            file.lock().unwrap();
        }
        for shard in ["1/2", "0/2"] {
            if (round, shard) == (3, "0/2") {
                // Nor does what an undivided run left of this round.
                let whole = fs::read_to_string(here.path().join("whole/round-3.jsonl")).unwrap();
                let part: String = whole.split_inclusive('\n').take(3).collect();
                fs::write(here.path().join("parts/round-3.jsonl"), part).unwrap();
            }
            let output = run(&format!("--out parts --shard {shard}"));
            // The last shard of the last round is followed by the report.
            let is_last = (round, shard) == (3, "0/2");
            let expected = if is_last { "rank".into() } else { format!("round {round}") };
            assert!(output.contains(&expected), "{output}");
        }
    }
    for file in ["round-1.jsonl", "round-2.jsonl", "round-3.jsonl", "report.json", "report.html"] {
        assert_eq!(read("whole", file), read("cut", file), "{file}");
        assert_eq!(read("whole", file), read("parts", file), "{file}");
    }
    let other = run_in(here.path(), "deploy evaluate six.txt --mode 1v1 --games 12 --out whole");
    assert!(other.code == 1 && other.err.contains("round-1.jsonl: line 1: found"), "{}", other.err);
}

/// A shard of another measurement stays, and so does one of another division.
#[test]
fn evaluate_leaves_shards_of_others_alone() {
    let here = six();
    let run = |line: &str| run_in(here.path(), &format!("{EVALUATE} --out parts {line}"));
    assert_eq!(run("--shard 0/3").code, 0);
    let shard = here.path().join("parts/round-1.shards/shard-00000.jsonl");
    let before = fs::read(&shard).unwrap();
    for line in ["--shard 0/3 --rules qq", "--shard 0/2", "--shard 1/2"] {
        let other = run(line);
        let expected =
            "shard-00000.jsonl: found a shard of another job or of another number of shards";
        assert!(other.code == 1 && other.err.contains(expected), "{line}: {}", other.err);
        assert_eq!(fs::read(&shard).unwrap(), before, "{line}");
        assert_eq!(fs::read_dir(shard.parent().unwrap()).unwrap().count(), 1, "{line}");
    }
    assert_eq!(run("--shard 1/3").code, 0);
}

/// What is measured is on the board, whatever its player would choose.
#[test]
fn measured_deployments_are_played_by_players_that_choose_their_own() {
    let here = six();
    let line = "deploy evaluate six.txt --mode 1v1 --games 4 --rounds 1 --out measured \
                --seat alphabeta:nodes=1,opening=book";
    let report = json(here.path(), line);
    let measured: Vec<&str> = report["deployments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["deployment"].as_str().unwrap())
        .collect();
    let text = fs::read_to_string(here.path().join("measured/round-1.jsonl")).unwrap();
    let mut found = std::collections::BTreeSet::new();
    for line in text.lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        found.extend(record.deployments.into_iter().flatten());
    }
    for deployment in measured {
        assert!(found.contains(deployment), "{deployment} was not played: {found:?}");
    }
}

/// A board for two players is enough for a measurement of theirs.
#[test]
fn evaluate_needs_the_arms_of_its_mode_alone() {
    let here = six();
    let two: Vec<&str> = include_str!("../../../core/boards/siguo.board")
        .lines()
        .filter(|line| !line.starts_with("arm E") && !line.starts_with("arm W"))
        .collect();
    fs::write(here.path().join("two.board"), two.join("\n")).unwrap();
    ok(
        here.path(),
        "--board two.board deploy evaluate six.txt --mode 1v1 --games 2 --rounds 1 --seat random",
    );
}

#[test]
fn evaluate_reports_every_field_of_a_deployment() {
    let here = six();
    let report = json(here.path(), EVALUATE);
    let list = report["deployments"].as_array().unwrap();
    assert_eq!(list.len(), 6);
    for place in list {
        let [low, rate, high] = ["low", "win_rate", "high"].map(|key| place[key].as_f64().unwrap());
        assert!(low <= rate && rate <= high, "{place}");
        assert!(place["games"].as_u64().unwrap() >= 4);
        assert!(place["features"]["flag_mines"].is_number(), "{place}");
        assert_eq!(place["guess"]["least_expected"].as_array().unwrap().len(), 3);
    }
    let rounds: Vec<u64> = list.iter().map(|place| place["rounds"].as_u64().unwrap()).collect();
    assert!(rounds.is_sorted_by(|a, b| a >= b), "{rounds:?}");
    let pairs = json(here.path(), "deploy evaluate six.txt --pairs --rounds 1 --games 4");
    assert_eq!(pairs["deployments"].as_array().unwrap().len(), 21);
}

#[test]
fn unlawful_deployments_are_listed_and_not_played() {
    let here = six();
    let path = here.path().join("six.txt");
    let text = fs::read_to_string(&path).unwrap();
    let bad = text.replacen("d c e g f", "q c e g f", 1);
    assert_ne!(bad, text);
    fs::write(&path, bad).unwrap();
    let run = run_in(here.path(), &format!("{EVALUATE} --json"));
    assert_eq!(run.code, 1);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["deployments"].as_array().unwrap().len(), 5);
    assert_eq!(report["unlawful"][0]["name"], "Left hammer 左路重锤");
    assert!(report["unlawful"][0]["faults"].as_array().unwrap().len() >= 2, "{report}");
}

/// A name is text in the page, whatever signs it has.
#[test]
fn names_do_not_break_the_page() {
    let here = six();
    let path = here.path().join("six.txt");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("name: ", "name: a|b <script> `x` ", 1)).unwrap();
    ok(here.path(), "deploy evaluate six.txt --mode 1v1 --games 2 --rounds 1 --out out");
    let page = fs::read_to_string(here.path().join("out/report.md")).unwrap();
    assert!(page.contains(r"| a\|b &lt;script> \`x\` "), "{page}");
    assert!(page.contains(r"## a\|b &lt;script> \`x\` "), "{page}");
}

#[test]
fn improve_never_claims_without_an_interval() {
    let here = six();
    let line = "deploy improve six.txt --name Sapper --mode 1v1 --steps 2 --tries 7 --games 12 \
                --check 200 --out better";
    let report = json(here.path(), line);
    let low = report["gain"]["low"].as_f64().unwrap();
    assert_eq!(report["better"].as_bool().unwrap(), low > 0.0, "{report}");
    assert_eq!(report["games"], 200);
    assert_eq!(report["steps"].as_array().unwrap().len(), 2);
    let text = fs::read_to_string(here.path().join("better/improved.txt")).unwrap();
    let written = parse_deployments(&text, ArmShape::standard()).unwrap();
    let after = written[0].deployment.as_ref().unwrap().to_string();
    assert_eq!(report["after"], after);
    fs::remove_file(here.path().join("better/check-round-1.jsonl")).unwrap();
    assert_eq!(json(here.path(), line), report, "the same again");
    let several = run_in(here.path(), "deploy improve six.txt");
    assert!(several.code == 2 && several.err.contains("choose one with --name"), "{}", several.err);
}

#[test]
fn pool_writes_a_book_that_can_be_drawn_from() {
    let here = six();
    let report = json(here.path(), "deploy pool six.txt --mode 1v1 --games 10 --out pool");
    assert_eq!(report["deployments"].as_array().unwrap().len(), 6);
    assert_eq!(report["pairs"].as_array().unwrap().len(), 15);
    assert!(report["exploitability"].as_f64().unwrap() < 1e-3);
    let line = "match --compare deployments pool/book.txt sample --mode 1v1 --games 4";
    assert_eq!(json(here.path(), line)["units"], 2);
    let alone = run_in(here.path(), "deploy pool nothing.txt");
    assert!(alone.code == 1 && alone.err.contains("nothing.txt"), "{}", alone.err);
}
