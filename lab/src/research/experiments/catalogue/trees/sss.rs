//! SSS\*, DUAL\* and their null-window forms beside alpha-beta (thesis 2.3).

use super::kinds::{FIVE, SEEDS, TREES, points};
use crate::research::experiments::{
    Claim, ClaimRelation, Experiment, Figure, Measure, Variant, VariantSetting,
};

pub(super) fn experiment() -> Experiment {
    Experiment {
        name: "sss",
        figure: "2.3.x",
        claim: "SSS*, DUAL* and their null-window forms visit at most alpha-beta's leaves; MT-SSS* \
                needs less memory than SSS*",
        points: points("uniform", 1000, &FIVE),
        variants: vec![
            Variant::of("alpha_beta"),
            Variant::of("sss_star"),
            Variant::of("mt_sss"),
            Variant::of("dual_star"),
            Variant::of("mt_dual"),
            Variant::named("mtd_f true", "mtd_f").with("guess", VariantSetting::True),
            Variant::named("mtd_f random", "mtd_f").with("guess", VariantSetting::Guess),
        ],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    }
}

const ALL: [usize; 5] = [0, 1, 2, 3, 4];
const EVEN: [usize; 4] = [0, 1, 2, 3];
const SERIES: [&str; 7] =
    ["alpha_beta", "sss_star", "mt_sss", "dual_star", "mt_dual", "mtd_f true", "mtd_f random"];

fn figures() -> Vec<Figure> {
    let figure = |name: &str, title: &str, says, measure, series: &[&'static str], claims| Figure {
        name: format!("sss-{name}"),
        thesis: "2.3.x",
        title: format!("SSS*, DUAL* and MTD: {title}"),
        says,
        points: ALL.to_vec(),
        series: series.to_vec(),
        measure,
        x: TREES,
        log: !matches!(measure, Measure::Leaves),
        claims,
    };
    let lost = "The figure does not survive.";
    let says_leaves = "SSS* and DUAL* never visit a leaf that alpha-beta does not; SSS* is the \
        better at even depths, DUAL* at odd ones; MT-SSS* visits the leaves of SSS*.";
    let says_memory = "MT-SSS* needs less memory than SSS*.";
    let says_lists = "SSS* has to keep its list in order, MT-SSS* has no list.";
    let open = ["sss_star", "dual_star"];
    let passes = ["mt_sss", "mt_dual", "mtd_f true", "mtd_f random"];
    vec![
        figure("leaves", "leaves", says_leaves, Measure::Leaves, &SERIES, leaf_claims()),
        figure("interior", "inner nodes", lost, Measure::Interior, &SERIES, inner_claims()),
        figure("memory", "memory", says_memory, Measure::Bytes, &SERIES, memory_claims()),
        figure(
            "entries",
            "states and entries",
            says_memory,
            Measure::Entries,
            &SERIES[1..],
            vec![
                Claim::new(
                    "the table of MT-SSS* has fewer entries than OPEN has states",
                    &ALL,
                    ("mt_sss", ClaimRelation::Less, &["sss_star"]),
                    Measure::Entries,
                )
                .because(WHY_MEMORY),
            ],
        ),
        figure("list", "list operations", says_lists, Measure::ListSteps, &open, vec![]),
        figure("passes", "passes", lost, Measure::Passes, &passes, vec![]),
    ]
}

fn leaf_claims() -> Vec<Claim> {
    let leaves = Measure::Leaves;
    let mut claims: Vec<Claim> = ["sss_star", "dual_star", "mt_sss", "mt_dual"]
        .iter()
        .map(|name| {
            let text = format!("{name} never visits more leaves than alpha-beta (a theorem)");
            Claim::new(text, &ALL, (name, ClaimRelation::NeverMore, &["alpha_beta"]), leaves)
        })
        .collect();
    claims.extend([
        Claim::new(
            "MT-SSS* visits the leaves of SSS* in the same order",
            &ALL,
            ("mt_sss", ClaimRelation::SameLeaves, &["sss_star"]),
            leaves,
        ),
        Claim::new(
            "MT-DUAL* visits the leaves of DUAL* in the same order",
            &ALL,
            ("mt_dual", ClaimRelation::SameLeaves, &["dual_star"]),
            leaves,
        ),
        Claim::new(
            "SSS* visits fewer leaves than DUAL* at an even depth",
            &EVEN,
            ("sss_star", ClaimRelation::Less, &["dual_star"]),
            leaves,
        )
        .because(
            "The advantage shrinks as the branching grows; few trees cannot tell it from chance.",
        ),
        Claim::new(
            "DUAL* visits fewer leaves than SSS* at an odd depth",
            &[4],
            ("dual_star", ClaimRelation::Less, &["sss_star"]),
            leaves,
        ),
        Claim::new(
            "MTD(f) from the true value visits fewer leaves than alpha-beta",
            &ALL,
            ("mtd_f true", ClaimRelation::Less, &["alpha_beta"]),
            leaves,
        ),
        Claim::new(
            "MTD(f) from a random guess visits fewer leaves than alpha-beta",
            &ALL,
            ("mtd_f random", ClaimRelation::Less, &["alpha_beta"]),
            leaves,
        ),
    ]);
    claims
}

fn inner_claims() -> Vec<Claim> {
    vec![
        Claim::new(
            "MT-SSS* visits more inner nodes than alpha-beta (our expectation: hundreds of passes)",
            &ALL,
            ("mt_sss", ClaimRelation::More, &["alpha_beta"]),
            Measure::Interior,
        ),
        Claim::new(
            "MTD(f) from the true value visits fewer inner nodes than MT-SSS* (our expectation)",
            &ALL,
            ("mtd_f true", ClaimRelation::Less, &["mt_sss"]),
            Measure::Interior,
        ),
    ]
}

const WHY_MEMORY: &str = "OPEN peaks at exactly b^ceil(d/2) states, whatever the values. A table \
    that forgets nothing holds an entry for every node visited, many times that number; an \
    entry is smaller than a state, so the bytes differ by less than the counts. What MT-SSS* saves is the ordered list, not memory.";

fn memory_claims() -> Vec<Claim> {
    vec![
        Claim::new(
            "MT-SSS* needs less memory than SSS*",
            &ALL,
            ("mt_sss", ClaimRelation::Less, &["sss_star"]),
            Measure::Bytes,
        )
        .because(WHY_MEMORY),
        Claim::new(
            "SSS* needs more memory than alpha-beta",
            &ALL,
            ("sss_star", ClaimRelation::More, &["alpha_beta"]),
            Measure::Bytes,
        ),
    ]
}
