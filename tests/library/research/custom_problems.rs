//! Experiments on a ground that is no tree, with runs that hit a cap.

use junqi::base::job::Completion;
use junqi::base::options::OptionValues;
use junqi::research::experiments::{
    Axis, Cap, Claim, ClaimRelation, Experiment, ExperimentError, ExperimentResults, ExperimentRun,
    Fields, Figure, Measure, Problem, ProblemFacts, ProblemSet, Reference, Report, RunCounts,
    Sizes, TableCell, Variant, VariantSetting, Verdict, chapter, html,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn run(plan: &Experiment, seed: u64, seeds: u64, jobs: usize, path: &Path) {
    let job = ExperimentRun::new(plan, seed, seeds);
    let done = job.run(path, jobs, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(done, Completion::Finished);
}

/// A ground that is no tree: positions of a phase, of which there are a few.
#[derive(Debug)]
struct Few {
    phase: &'static str,
    depth: u32,
    subjects: u64,
}

/// One of them: what algorithms would count there.
struct One {
    trial: u64,
    depth: u32,
}

impl ProblemSet for Few {
    fn label(&self) -> String {
        format!("{}, {} plies", self.phase, self.depth)
    }

    fn title(&self) -> String {
        self.label()
    }

    fn kind(&self) -> Fields {
        Fields::default().with("phase", self.phase).with("depth", self.depth)
    }

    fn describe(&self, _: u64, trial: u64) -> String {
        format!("position {trial} of the {}", self.phase)
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn range(&self) -> u64 {
        100
    }

    fn problems(&self) -> Option<u64> {
        Some(self.subjects)
    }

    fn runs(&self, variant: &Variant) -> bool {
        self.depth < 3 || variant.id != "shallow"
    }

    fn problem(&self, _: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(One { trial, depth: self.depth }))
    }
}

impl Problem for One {
    fn known(&self) -> ProblemFacts {
        ProblemFacts {
            guess: 0,
            range: 100,
            depth: self.depth,
            ply_bits: 1.0,
            value: None,
            nodes: 0,
        }
    }

    fn reference(&self) -> Option<Reference> {
        Some(Reference { best: "a1-a2".into(), value: 7.0, depth: 9, random_loss: None })
    }

    fn search(
        &self,
        variant: &Variant,
        _: &OptionValues,
        _: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        let nodes = 100 + self.trial;
        let counts = |nodes, best: &str, loss| RunCounts {
            nodes,
            best: Some(best.into()),
            loss: Some(loss),
            ..RunCounts::default()
        };
        let ended = |counts: RunCounts| RunCounts { value: Some(7.0), ..counts };
        let capped = |counts: RunCounts| RunCounts { censored: Some(Cap::Nodes), ..counts };
        Ok(match (variant.id.as_str(), self.trial) {
            ("alpha_beta", 4) | ("slow", 2..) => capped(counts(500, "a1-a3", 9.0)),
            ("slow", _) => ended(counts(3 * nodes, "a1-a3", 20.0)),
            _ => ended(counts(nodes, "a1-a2", 0.0)),
        })
    }

    fn spend(&self, _: &Variant, _: &OptionValues) -> Result<(), ExperimentError> {
        Ok(())
    }
}

/// An experiment on such a ground.
fn foreign() -> Experiment {
    let few = |phase, depth, subjects| -> Arc<dyn ProblemSet> {
        Arc::new(Few { phase, depth, subjects })
    };
    let figure = |name: &str, measure, claims| Figure {
        name: name.into(),
        thesis: "none",
        title: "Foreign ground".into(),
        says: "Nothing.",
        points: vec![0, 1],
        series: vec!["alpha_beta", "slow", "true", "shallow"],
        measure,
        x: Axis::Trees("phase and depth"),
        log: false,
        claims,
    };
    let more = ("slow", ClaimRelation::More, &["alpha_beta"] as &[_]);
    let nodes = Claim::new("slow visits more nodes", &[0, 1], more, Measure::Nodes);
    Experiment {
        name: "foreign",
        figure: "none",
        claim: "Slow is slow",
        points: vec![few("opening", 2, 5), few("end", 3, 3)],
        variants: vec![
            Variant::of("alpha_beta"),
            Variant::named("slow", "pvs"),
            Variant::named("true", "mtd_f").with("guess", VariantSetting::True),
            Variant::named("shallow", "sss_star"),
        ],
        seeds: Sizes { quick: 9, full: 9 },
        only_by_name: false,
        figures: vec![
            figure("foreign-nodes", Measure::Nodes, vec![nodes]),
            figure("foreign-loss", Measure::MoveLoss, vec![]),
            figure("foreign-same", Measure::SameMove, vec![]),
        ],
    }
}

#[test]
fn another_ground_with_caps_is_run_judged_and_reported() {
    let here = tempfile::tempdir().unwrap();
    let (path, cut) = (here.path().join("runs"), here.path().join("cut"));
    let plan = foreign();
    run(&plan, 1, 9, 2, &path);
    run(&plan, 1, 2, 1, &cut);
    run(&plan, 1, 9, 1, &cut);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, fs::read_to_string(&cut).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5 + 3);
    let head = r#""experiment":"foreign","seed":1,"phase":"end","depth":3,"trial":0,"reference":{"#;
    assert!(lines[1].contains(head), "{}", lines[1]);
    assert!(!lines[1].contains("shallow") && lines[0].contains("shallow"));
    assert!(lines[7].contains(r#""move":"a1-a3","loss":9.0,"censored":"nodes""#), "{}", lines[7]);
    assert!(lines[7].contains(r#""censored":"value""#), "not run without the value: {}", lines[7]);

    let results = ExperimentResults::read(&plan, &path).unwrap();
    let table = plan.figures[0].table(&results);
    let texts: Vec<String> = table.rows[0].cells.iter().map(TableCell::text).collect();
    assert_eq!(texts[1], "\u{2265} 421 [3 capped, 1 left out]");
    assert_eq!(texts[2], "101.5 \u{b1} 2.1 [1 left out]");
    assert_eq!(table.rows[1].cells[3].text(), "\u{2013}");
    let judged = &plan.figures[0].judge(&results)[0];
    assert_eq!(judged.findings[0].verdict, Verdict::Agrees);
    assert_eq!((judged.findings[0].difference.n, judged.findings[0].left_out), (4, 1));
    assert_eq!((judged.findings[1].difference.n, judged.findings[1].left_out), (3, 0));
    let loss = plan.figures[1].table(&results).rows[0].cells[1];
    assert!((loss.mean.mean - 0.2).abs() < 1e-12 && (loss.mean.n, loss.left_out) == (2, 3));
    let same = plan.figures[2].table(&results).rows[0].cells.clone();
    assert_eq!((same[0].mean.mean, same[1].mean.mean), (1.0, 0.0));

    let chapters = vec![chapter(&plan, &results).unwrap()];
    let report = Report { answers: vec![], chapters };
    let page = html(&report);
    assert!(page.contains("(1 left out)") && page.contains("hits a cap"), "{page}");
    assert!(page.contains("capped runs as lower bounds"));
}
