//! Experiments on positions from games: laws on their trees, caps, files, reports.

use junqi::base::job::Completion;
use junqi::game::rules::{Mode, Phase};
use junqi::research::experiments::{
    Additions, CAP, Cap, Check, Experiment, ExperimentResults, ExperimentRun, Matches, MoveBudget,
    PositionSet, Positions, Problem, ProblemSet, Report, RunCounts, Variant, VariantSetting,
    answers, chapter, experiments, html, named,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const KINDS: [(Mode, Phase); 4] = [
    (Mode::FourPlayer, Phase::Opening),
    (Mode::FourPlayer, Phase::End),
    (Mode::TwoPlayer, Phase::Middle),
    (Mode::TwoPlayer, Phase::End),
];

/// The embedded positions with a judge that does not look far.
fn embedded() -> PositionSet {
    let named = |(name, position): (&str, _)| (name.trim_end_matches(".txt").to_owned(), position);
    PositionSet::judged(junqi::engine::data::positions().into_iter().map(named), 3)
}

/// What a variant counts on a position.
fn counts(problem: &dyn Problem, variant: &Variant) -> RunCounts {
    let params = problem.options(variant, &problem.known()).unwrap();
    problem.search(variant, &params, &AtomicBool::new(false)).unwrap()
}

/// Runs a check on the second position of several kinds, two plies deep.
fn on_some(check: impl Fn(&str, &dyn Problem)) {
    let positions = embedded();
    for kind in KINDS {
        let ground = Positions::new(&positions, kind, 2, 2);
        check(&ground.title(), &*ground.problem(1, 1).unwrap());
    }
}

#[test]
fn full_width_searches_have_the_value_of_the_tree() {
    on_some(|title, problem| {
        // A threshold that nothing exceeds, and one that ends every path after a ply.
        let abt = |threshold| Variant::of("abt").with("threshold", VariantSetting::Is(threshold));
        let plain = counts(problem, &Variant::of("alphabeta"));
        let same = [
            Variant::of("pvs"),
            Variant::of("aspiration")
                .with("estimate", VariantSetting::Guess)
                .with("delta", VariantSetting::OfRange(0.05)),
            Variant::of("mtdf").with("guess", VariantSetting::Guess),
            Variant::of("mt_sss"),
            Variant::of("sss_star"),
            Variant::of("alphabeta").plus(Additions::ORDER),
            Variant::of("alphabeta").plus(Additions::IN_PLAY),
            Variant::of("pvs").plus(Additions::IN_PLAY),
            Variant::of("mtdf").plus(Additions::IN_PLAY),
            Variant::of("awt"),
            abt("inf"),
            Variant::of("ct").with("threshold", VariantSetting::Is("inf")),
            Variant::of("bct")
                .with("lambda", VariantSetting::Is("0"))
                .with("threshold", VariantSetting::Is("inf")),
        ];
        for variant in same {
            let found = counts(problem, &variant);
            assert_eq!(found.value, plain.value, "{title}: {}", variant.id);
            assert!(found.best.is_some() && found.loss.is_some() && found.censored.is_none());
        }
        let whole = counts(problem, &abt("inf"));
        assert_eq!((whole.nodes, &whole.leaf_order), (plain.nodes, &plain.leaf_order), "{title}");
        let moves = counts(problem, &abt("0"));
        assert_eq!(moves.nodes, moves.leaves + 1, "{title}");
        for f in [0.9, 0.999] {
            let at = |algo| Variant::of(algo).with("threshold", VariantSetting::OfEntropy(f));
            assert_eq!(counts(problem, &at("ct")).value, counts(problem, &at("abt")).value);
        }
    });
}

#[test]
fn what_awt_loses_is_bounded() {
    on_some(|title, problem| {
        let plain = counts(problem, &Variant::of("alphabeta"));
        let awt = Variant::of("awt")
            .with("M", VariantSetting::Is("30"))
            .with("N", VariantSetting::Is("20"));
        let loss = plain.value.unwrap() - counts(problem, &awt).value.unwrap();
        assert!((0.0..=50.0).contains(&loss), "{title}: {loss}");
    });
}

#[test]
fn sss_star_visits_no_more_leaves_and_mt_sss_star_the_same() {
    on_some(|title, problem| {
        let of = |algo| counts(problem, &Variant::of(algo));
        let (plain, sss, mt) = (of("alphabeta"), of("sss_star"), of("mt_sss"));
        assert!(sss.leaves <= plain.leaves && sss.leaves == sss.unique, "{title}");
        assert_eq!((sss.leaves, &sss.leaf_order), (mt.leaves, &mt.leaf_order), "{title}");
        assert_eq!(sss.best, mt.best, "{title}");
    });
}

#[test]
fn searches_with_chance_agree() {
    on_some(|title, problem| {
        let star = |probes| Variant::of("star2").with("probes", VariantSetting::Is(probes));
        let all = counts(problem, &Variant::of("expectimax"));
        for variant in [star("0"), star("1"), star("2")] {
            let found = counts(problem, &variant);
            let apart = found.value.unwrap() - all.value.unwrap();
            assert!(apart.abs() < 1e-9, "{title}: {apart}");
            assert!(found.nodes <= all.nodes, "{title}");
        }
    });
}

#[test]
fn losses_are_against_a_deeper_search() {
    on_some(|title, problem| {
        let found = counts(problem, &Variant::of("alphabeta"));
        let reference = problem.reference().unwrap();
        assert!(reference.depth > 2, "{title}");
        let loss = found.loss.unwrap();
        assert!(loss >= 0.0, "{title}: {loss}");
        assert!(found.best.as_ref() != Some(&reference.best) || loss == 0.0, "{title}");
    });
}

#[test]
fn caps_make_lower_bounds() {
    let positions = embedded();
    for kind in KINDS {
        let whole = Positions::new(&positions, kind, 2, 1);
        let capped = whole.clone().capped(60);
        let (whole, capped) = (whole.problem(1, 0).unwrap(), capped.problem(1, 0).unwrap());
        let searches = ["alphabeta", "pvs", "mt_sss", "sss_star", "awt", "star2", "bct"];
        let mut variants = searches.map(Variant::of).to_vec();
        variants.push(Variant::of("pvs").plus(Additions::IN_PLAY));
        for variant in variants {
            let algo = &variant.id;
            let all = counts(&*whole, &variant);
            let some = counts(&*capped, &variant);
            assert_eq!((all.censored, some.censored), (None, Some(Cap::Nodes)), "{algo}");
            assert_eq!((some.value, &some.best, some.loss), (None, &None, None), "{algo}");
            assert!(some.nodes == 60 && all.nodes > 60 && some.leaves <= all.leaves, "{algo}");
        }
    }
    assert_eq!(CAP, 5_000_000);
}

/// An experiment with fewer and shallower kinds of position.
fn small(mut plan: Experiment, positions: &PositionSet) -> Experiment {
    for point in &mut plan.points {
        let kind = point.kind();
        let mode =
            if kind.get("mode").unwrap() == "2v2" { Mode::FourPlayer } else { Mode::TwoPlayer };
        let phase = Phase::named(kind.get("phase").unwrap().as_str().unwrap()).unwrap();
        let depth = point.depth() - 2;
        *point = Arc::new(Positions::new(positions, (mode, phase), depth, 2));
    }
    plan
}

fn run(plan: &Experiment, jobs: usize, seeds: u64, path: &Path) {
    let job = ExperimentRun::new(plan, 1, seeds);
    assert_eq!(job.run(path, jobs, &AtomicBool::new(false), |_| ()).unwrap(), Completion::Finished);
}

#[test]
fn the_same_bytes_for_any_jobs_and_after_a_stop_and_a_report() {
    let here = tempfile::tempdir().unwrap();
    let plan = |name: &str, positions: &PositionSet| {
        let plan = experiments(positions).into_iter().find(|plan| plan.name == name).unwrap();
        small(plan, positions)
    };
    for name in ["game-threshold", "game-practice"] {
        let (one, two) = (here.path().join("one"), here.path().join("two"));
        // What one run finds out about the worth of moves must not be needed by another.
        run(&plan(name, &embedded()), 1, 2, &one);
        let positions = embedded();
        let whole = plan(name, &positions);
        run(&whole, 2, 1, &two);
        run(&whole, 2, 2, &two);
        let text = fs::read_to_string(&one).unwrap();
        assert_eq!(text, fs::read_to_string(&two).unwrap(), "{name}");
        assert!(text.contains(r#","position":"2v2-opening-01","ply":"#), "{text}");
        assert!(text.contains(r#""reference":{"move":""#) && text.contains(r#""loss":"#));
        let results = ExperimentResults::read(&whole, &one).unwrap();
        let chapters = vec![chapter(&whole, &results).unwrap()];
        let report = html(&Report { answers: vec![], chapters });
        assert!(report.contains("<td>2v2 opening, depth "), "{report}");
        fs::remove_file(one).unwrap();
        fs::remove_file(two).unwrap();
    }
}

#[test]
fn matches_are_units_of_points() {
    let here = tempfile::tempdir().unwrap();
    let (one, two) = (here.path().join("one"), here.path().join("two"));
    let mut plan = named("game-play-1v1", experiments(&PositionSet::default())).unwrap().remove(0);
    plan.points = vec![Arc::new(Matches::new(Mode::TwoPlayer, MoveBudget::Nodes(20)))];
    plan.variants.retain(|variant| ["alphabeta", "awt", "pvs"].contains(&variant.algo));
    plan.figures[0].points = vec![0];
    plan.figures[0].series = vec!["alphabeta", "pvs", "awt"];
    plan.figures[0].claims.clear();
    run(&plan, 1, 3, &one);
    run(&plan, 2, 3, &two);
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    assert!(text.starts_with(&format!(
        r#"{{"version":"{}","experiment":"game-play-1v1","seed":1,"mode":"1v1","nodes":20,"trial":0,"#,
        env!("CARGO_PKG_VERSION")
    )));
    assert!(text.contains(r#""alphabeta":{"value":0.5,"#));
    let results = ExperimentResults::read(&plan, &one).unwrap();
    let row = &plan.figures[0].table(&results).rows[0];
    assert!(row.cells[1].text().contains(", Elo "), "{}", row.cells[1].text());
    assert!(row.cells.iter().all(|cell| (0.0..=1.0).contains(&cell.mean.mean)));
    assert_eq!(row.cells[0].elo, None);
    run(&plan, 1, 1, &here.path().join("single"));
    let single = ExperimentResults::read(&plan, &here.path().join("single")).unwrap();
    let chapters = vec![chapter(&plan, &single).unwrap()];
    let report = html(&Report { answers: answers(&[single]), chapters });
    assert!(report.contains("too few games for an interval"), "{report}");
}

#[test]
fn losses_of_moves_are_chances_of_winning() {
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        let set = Positions::new(&PositionSet::default(), (mode, Phase::Middle), 2, 1);
        assert!((set.worth(0.0) - 0.5).abs() < 1e-12);
        let values = [-30_000.0, -900.0, -50.0, 0.0, 50.0, 900.0, 30_000.0];
        let chances = values.map(|value| set.worth(value));
        assert!(chances.is_sorted() && chances[0] >= 0.0 && chances[6] <= 1.0, "{chances:?}");
        assert!((chances[1] + chances[5] - 1.0).abs() < 1e-12, "one's gain is the other's loss");
    }
}

#[test]
fn plans_are_in_order() {
    let positions = PositionSet::embedded();
    let mut names = BTreeSet::new();
    for plan in experiments(&positions).into_iter().filter(|plan| plan.name.starts_with("game-")) {
        let variants: BTreeSet<&str> =
            plan.variants.iter().map(|variant| variant.id.as_str()).collect();
        assert_eq!(variants.len(), plan.variants.len(), "{}: two variants of one name", plan.name);
        for point in plan.points.iter().filter(|point| point.problems().is_some()) {
            let most = if point.depth() < 5 { 200 } else { 4 };
            assert_eq!(point.problems(), Some(most), "{}: {}", plan.name, point.title());
        }
        for figure in &plan.figures {
            assert!(names.insert(figure.name.clone()), "{}: two of one name", figure.name);
            for test in figure.claims.iter().flat_map(|claim| &claim.tests) {
                assert!(test.point < plan.points.len(), "{}", figure.name);
                for side in [&test.left, &test.right] {
                    let run = plan.variants_at(test.point).any(|variant| variant.id == *side);
                    assert!(run, "{}: {side}", figure.name);
                }
            }
        }
        for variant in &plan.variants {
            if let Check::As(other) = &variant.check {
                assert!(plan.variant(other).is_some(), "{}: {other}", plan.name);
            }
        }
    }
}

#[test]
fn the_program_takes_positions_from_a_folder() {
    let here = tempfile::tempdir().unwrap();
    let mine = here.path().join("mine");
    fs::create_dir(&mine).unwrap();
    let (_, text) = junqi::engine::data::POSITION_FILES[1];
    fs::write(mine.join("one.txt"), text).unwrap();
    let program = |line: &str| {
        let mut command = assert_cmd::Command::cargo_bin("junqi").unwrap();
        command.current_dir(here.path()).args(line.split_whitespace()).output().unwrap()
    };
    let ran = program("experiment run game-mt --positions mine --jobs 2");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let runs = fs::read_to_string(here.path().join("results/game-mt.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 3, "one position at three depths");
    assert!(runs.lines().all(|line| line.contains(r#""position":"one","#)), "{runs}");
    let other = program("experiment run game-mt --seeds 1");
    assert!(!other.status.success(), "the file is of other positions");
    assert!(program("experiment report").status.success(), "points without runs are left out");
}
