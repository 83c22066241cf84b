//! Experiments: runs, their files, figures, reports.

use assert_cmd::Command;
use junqi::base::job::Completion;
use junqi::base::options::OptionValues;
use junqi::gametree::position::{Node, Position};
use junqi::gametree::search::Limit;
use junqi::gametree::tree::{Generated, Recipe, Shape};
use junqi::gametree::tree_runs;
use junqi::research::experiments::{
    Check, Experiment, ExperimentResults, ExperimentRun, Finding, PositionSet, ProblemSet, Report,
    TreeKind, Verdict, answers, chapter, csv, experiments, html, markdown, named, png, svg,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The experiments on synthetic trees.
fn synthetic() -> Vec<Experiment> {
    let all = experiments(&PositionSet::default()).into_iter();
    all.filter(|plan| !plan.name.starts_with("game-")).collect()
}

/// An experiment on smaller trees.
fn tiny(name: &str) -> Experiment {
    let mut plan = named(name, synthetic()).unwrap().remove(0);
    for point in &mut plan.points {
        *point = smaller(&**point).into();
    }
    plan
}

fn smaller(ground: &dyn ProblemSet) -> TreeKind {
    let kind = ground.kind();
    let names = ["uniform", "distinct", "centred", "incremental", "certain"];
    let generator = names.into_iter().find(|name| kind.get("generator").unwrap() == name);
    let number = |name: &str| kind.get(name).unwrap().as_u64().unwrap();
    let shape = (number("branching") as u32 - 4, number("depth") as u32 - 2);
    TreeKind::new(generator.unwrap(), number("values"), shape)
}

fn run(plan: &Experiment, seed: u64, seeds: u64, jobs: usize, path: &Path) {
    let job = ExperimentRun::new(plan, seed, seeds);
    let done = job.run(path, jobs, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(done, Completion::Finished);
}

#[test]
fn the_bytes_do_not_depend_on_jobs() {
    let here = tempfile::tempdir().unwrap();
    for name in ["fig2.9", "fig2.9-distinct", "sss", "threshold-trees"] {
        let plan = tiny(name);
        let (one, three) = (here.path().join("one"), here.path().join("three"));
        run(&plan, 5, 3, 1, &one);
        run(&plan, 5, 3, 3, &three);
        let bytes = fs::read(&one).unwrap();
        assert_eq!(bytes, fs::read(&three).unwrap(), "{name}");
        assert_eq!(bytes.split(|&b| b == b'\n').count() - 1, 3 * plan.points.len(), "{name}");
        fs::remove_file(one).unwrap();
        fs::remove_file(three).unwrap();
    }
}

#[test]
fn a_run_goes_on_where_it_was_cut_and_for_more_trees() {
    let here = tempfile::tempdir().unwrap();
    let (whole, cut) = (here.path().join("whole"), here.path().join("cut"));
    let plan = tiny("fig2.9");
    run(&plan, 1, 4, 2, &whole);
    let bytes = fs::read(&whole).unwrap();
    for at in [0, 1, 7, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&cut, &bytes[..at]).unwrap();
        run(&plan, 1, 4, 2, &cut);
        assert_eq!(fs::read(&cut).unwrap(), bytes, "cut at {at}");
    }
    fs::remove_file(&cut).unwrap();
    run(&plan, 1, 2, 1, &cut);
    run(&plan, 1, 4, 1, &cut);
    assert_eq!(fs::read(&cut).unwrap(), bytes);
}

#[test]
fn the_stop_flag_leaves_a_file_to_go_on_with() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("runs");
    let plan = tiny("sss");
    let stop = AtomicBool::new(false);
    let job = ExperimentRun::new(&plan, 1, 3);
    let each = |done| stop.store(done == 4, Ordering::Relaxed);
    assert_eq!(job.run(&path, 1, &stop, each).unwrap(), Completion::Stopped);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
    run(&plan, 1, 3, 2, &path);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 15);
}

#[test]
fn the_file_of_another_run_is_refused_and_stays() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("runs");
    let plan = tiny("fig2.9");
    run(&plan, 1, 2, 1, &path);
    let bytes = fs::read(&path).unwrap();
    let refused = |plan: &Experiment, seed, seeds| {
        let job = ExperimentRun::new(plan, seed, seeds);
        let error = job.run(&path, 1, &AtomicBool::new(false), |_| ()).unwrap_err().to_string();
        assert_eq!(fs::read(&path).unwrap(), bytes, "{error}");
        error
    };
    let other = refused(&plan, 2, 2);
    assert!(other.starts_with("line 1: found a run with seed 1, not 2, expected"), "{other}");
    let fewer = refused(&plan, 1, 1);
    assert!(fewer.starts_with("line 6: found more than the 1 problems of each kind"), "{fewer}");
    let name = refused(&tiny("fig2.9-r100"), 1, 2);
    assert!(name.contains("experiment \"fig2.9\", not \"fig2.9-r100\""), "{name}");
    let mut less = plan.clone();
    less.variants.pop();
    assert!(refused(&less, 1, 2).contains("a run of other algorithms"));
    fs::write(&path, "notes").unwrap();
    let job = ExperimentRun::new(&plan, 1, 2);
    let error = job.run(&path, 1, &AtomicBool::new(false), |_| ()).unwrap_err().to_string();
    assert!(error.contains("half a line that is no record"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"notes");
}

#[test]
fn a_wrong_value_stops_the_experiment() {
    let here = tempfile::tempdir().unwrap();
    let mut plan = tiny("threshold-trees");
    let abt = plan.variants.iter_mut().find(|variant| variant.id == "abt f=0.45").unwrap();
    abt.check = Check::Equal;
    let job = ExperimentRun::new(&plan, 1, 3);
    let ran = job.run(&here.path().join("runs"), 1, &AtomicBool::new(false), |_| ());
    let error = ran.unwrap_err().to_string();
    assert!(error.starts_with("abt f=0.45 on the centred tree 2 x 4 of seed "), "{error}");
    assert!(error.contains(": found value ") && error.contains(", expected "), "{error}");
}

#[test]
fn figures_and_reports_come_from_a_file_that_is_still_growing() {
    let here = tempfile::tempdir().unwrap();
    let (mut chapters, mut found) = (vec![], vec![]);
    for name in ["fig2.9", "sss", "threshold-trees"] {
        let path = here.path().join(name);
        let plan = tiny(name);
        run(&plan, 3, 4, 2, &path);
        let mut text = fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 9);
        fs::write(&path, text).unwrap();
        let results = ExperimentResults::read(&plan, &path).unwrap();
        for figure in &plan.figures {
            let table = figure.table(&results);
            assert_eq!(table.rows.len(), 5, "{}", figure.name);
            let picture = svg(figure, &table).unwrap();
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        }
        let figure = &plan.figures[0];
        let picture = png(figure, &figure.table(&results)).unwrap();
        assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5000);
        chapters.push(chapter(&plan, &results).unwrap());
        found.extend(answers(std::slice::from_ref(&results)));
    }
    let report = Report { answers: found, chapters };
    let judged = |text: &str| {
        let claims = report.chapters.iter().flat_map(|c| &c.figures).flat_map(|f| &f.claims);
        claims.into_iter().find(|j| j.claim.contains(text)).unwrap()
    };
    assert_eq!(judged("sss_star never visits more leaves").verdict, Verdict::Agrees);
    assert_eq!(
        judged("MT-SSS* visits the leaves of SSS* in the same order").verdict,
        Verdict::Agrees
    );
    // Four trees of two branches are too few to tell.
    let memory = judged("the table of MT-SSS* has fewer entries");
    assert_eq!(memory.findings.last().unwrap().verdict, Verdict::Differs);
    let page = html(&report);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"));
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("@import"));
    assert!(page.contains("<strong>PVS.</strong> On random trees (4 to 5 plies) it visits "));
    assert!(page.contains("<th>SSS*</th>") && !page.contains("sss_star"), "names in print");
    let text = markdown(&report);
    assert!(text.contains("\n* **agrees** (") && text.contains("](fig2.9.svg)\n"));
    assert!(!text.contains("p: Student") && page.contains("p: Student"), "numbers are in the page");
    assert!(
        text.contains("**a random move.** On random trees (4 to 5 plies) it chooses moves that ")
    );
    let lines = csv(&report).unwrap();
    let cells = report.chapters.iter().flat_map(|c| &c.figures).flat_map(|f| &f.table.rows);
    assert_eq!(lines.lines().count(), 1 + cells.map(|row| row.cells.len()).sum::<usize>());
}

/// The losses in a file against minimax of what the chosen moves lead to.
#[test]
fn a_move_loses_what_its_value_at_full_depth_lacks() {
    let here = tempfile::tempdir().unwrap();
    let (path, plan) = (here.path().join("runs"), tiny("threshold-trees"));
    run(&plan, 3, 2, 2, &path);
    for line in fs::read_to_string(&path).unwrap().lines() {
        let run: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| run[name].as_u64().unwrap();
        let shape = Shape::new(number("branching") as u32, number("depth") as u32).unwrap();
        let generator = run["generator"].as_str().unwrap();
        let recipe = Recipe::new(generator, number("values"), shape, number("tree_seed")).unwrap();
        let root = Generated::new(recipe);
        let mut values = vec![];
        for m in root.moves() {
            let mut child = root;
            child.make(m);
            let found =
                tree_runs::run("minimax", &OptionValues::default(), &child, Limit::default());
            values.push(found.unwrap().outcome.value.unwrap().to_f64());
        }
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(run["reference"]["value"], best);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert_eq!(run["reference"]["random_loss"], best - mean);
        for (variant, counts) in run["arms"].as_object().unwrap() {
            let chosen: usize = counts["move"].as_str().unwrap().parse().unwrap();
            assert_eq!(counts["loss"], best - values[chosen], "{variant}");
        }
        for exact in ["alpha_beta", "alpha_beta sorted"] {
            assert_eq!(run["arms"][exact]["loss"], 0.0);
        }
        let nodes = |variant: &str| run["arms"][variant]["nodes"].as_u64().unwrap();
        assert!(nodes("alpha_beta -2 plies") < nodes("alpha_beta -1 ply"));
        assert!(nodes("alpha_beta -1 ply") < nodes("alpha_beta"));
    }
}

/// The geometric mean of the answer against one computed from the lines of the file.
#[test]
fn the_answer_is_the_geometric_mean_of_the_paired_ratios() {
    let here = tempfile::tempdir().unwrap();
    let (path, plan) = (here.path().join("runs"), tiny("fig2.9"));
    run(&plan, 3, 5, 2, &path);
    let text = fs::read_to_string(&path).unwrap();
    let ratio = |line: &str, of: &str| {
        let run: serde_json::Value = serde_json::from_str(line).unwrap();
        let count = |variant: &str| run["arms"][variant][of].as_f64().unwrap();
        count("pvs") / count("alpha_beta")
    };
    let results = ExperimentResults::read(&plan, &path).unwrap();
    let found = answers(std::slice::from_ref(&results));
    let pvs = found.iter().find(|answer| answer.search == "PVS").unwrap();
    let trees = pvs.trees.as_ref().unwrap();
    for (name, cost) in [("nodes", trees.nodes), ("bytes", trees.memory)] {
        let ratios: Vec<f64> = text.lines().map(|line| ratio(line, name)).collect();
        let product: f64 = ratios.iter().product();
        let mean = product.powf(1.0 / ratios.len() as f64);
        let (cost, n) = (cost.unwrap(), ratios.len());
        assert!(
            (cost.ratio.mean - mean).abs() < 1e-9 && cost.ratio.n == n,
            "{name}: {cost:?}, {mean}"
        );
        let (least, greatest) = cost.by_kind;
        assert!(least <= mean + 1e-9 && mean <= greatest + 1e-9, "{name}: {cost:?}");
    }
    for judged in plan.figures.iter().flat_map(|figure| figure.judge(&results)) {
        // The pairs of all kinds together are those of each.
        let pairs = |of: &[Finding]| of.iter().map(|one| one.difference.n).sum::<usize>();
        assert_eq!(pairs(&judged.overall), pairs(&judged.findings), "{}", judged.claim);
        assert!(judged.overall.len() <= 2 && judged.findings.len() >= 2, "{}", judged.claim);
    }
    assert!(trees.loss.unwrap().mean == 0.0 && pvs.board.is_none());
}

#[test]
fn a_file_that_holds_no_runs_is_told() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("runs");
    let plan = tiny("sss");
    let error = || ExperimentResults::read(&plan, &path).unwrap_err().to_string();
    assert_eq!(error(), "found no runs, expected some; `junqi experiment run sss` makes them");
    fs::write(&path, "{}\n").unwrap();
    assert!(error().starts_with("line 1: found no run ("), "{}", error());
    fs::remove_file(&path).unwrap();
    run(&tiny("fig2.9"), 1, 1, 1, &path);
    assert_eq!(error(), "line 1: found a run of fig2.9, expected a run of sss");
}

#[test]
fn plans_are_in_order() {
    let mut names = BTreeSet::new();
    for plan in synthetic() {
        assert!(plan.seeds.quick >= 30 && plan.seeds.quick < plan.seeds.full, "{}", plan.name);
        let variants: BTreeSet<&str> =
            plan.variants.iter().map(|variant| variant.id.as_str()).collect();
        assert_eq!(variants.len(), plan.variants.len(), "{}: two variants of one name", plan.name);
        assert_eq!(plan.variants[0].id, "alpha_beta");
        for figure in &plan.figures {
            assert!(names.insert(figure.name.clone()), "{}: two of one name", figure.name);
            assert!(figure.points.iter().all(|&point| point < plan.points.len()));
            for test in figure.claims.iter().flat_map(|claim| &claim.tests) {
                assert!(plan.variant(&test.left).is_some(), "{}: {}", figure.name, test.left);
                assert!(plan.variant(&test.right).is_some(), "{}: {}", figure.name, test.right);
            }
        }
    }
    let error = named("fig9", synthetic()).unwrap_err().to_string();
    assert!(error.starts_with("experiment: found `fig9`, expected all or one of fig2.9, "));
}

#[test]
fn the_program_lists_runs_times_draws_and_reports() {
    let here = tempfile::tempdir().unwrap();
    let program = |line: &str| {
        let mut command = Command::cargo_bin("junqi").unwrap();
        let ran = command.current_dir(here.path()).args(line.split_whitespace()).output().unwrap();
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    assert!(program("experiment list").contains("\nfig2.9 "));
    program("experiment run awt-mn --seeds 2 --jobs 2 --times");
    let lines = |name: &str| {
        let text = fs::read_to_string(here.path().join("results").join(name)).unwrap();
        text.lines().count()
    };
    assert_eq!((lines("awt-mn.jsonl"), lines("awt-mn.times.jsonl")), (6, 6));
    assert_eq!(program("experiment plot awt-mn").lines().count(), 6);
    let verdicts: serde_json::Value =
        serde_json::from_str(&program("experiment report --json")).unwrap();
    assert_eq!(verdicts.as_array().unwrap().len(), 12);
    assert!(lines("report.html") > 50 && lines("report.md") > 20 && lines("report.json") == 1);
    let report = fs::read_to_string(here.path().join("results/report.json")).unwrap();
    assert!(report.contains("mean processor time") && report.contains(" ms"));
    assert!(here.path().join("results/awt-mn-loss-6x6.png").is_file());
}
