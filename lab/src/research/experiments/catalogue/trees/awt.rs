//! Chapter 3: aspiration with timer (*our reading* of it; the chapter's text does not survive).

use super::kinds::{FIVE, SEEDS, TREES, points};
use crate::research::experiments::catalogue::variants::{aspiration, awt};
use crate::research::experiments::{
    Axis, Claim, ClaimRelation, Experiment, Figure, Measure, Variant,
};

/// The range of values, that of the C library's generator.
const VALUES: u64 = 32_768;

/// Wide and shallow trees, like the openings that AWT is made for.
const WIDE: [(u32, u32); 4] = [(90, 2), (150, 2), (40, 3), (90, 3)];

/// Where the parameters are varied.
const VARIED: [(u32, u32); 3] = [(6, 6), (40, 3), (90, 2)];

/// M and N, as parts of the range of values.
const RAISES: [f64; 4] = [0.02, 0.05, 0.10, 0.20];

/// The first tick as a part of alpha-beta's nodes, and the line of the figure.
const TICKS: [(f64, &str); 3] = [(0.1, "awt t1=0.1"), (0.25, "awt t1=0.25"), (0.5, "awt t1=0.5")];

pub(super) fn experiments() -> Vec<Experiment> {
    let compared = Experiment {
        name: "awt",
        figure: "3.x",
        claim: "AWT visits fewer nodes than alpha-beta and aspiration for a little more memory",
        points: points("uniform", VALUES, &[&FIVE[..], &WIDE].concat()),
        variants: vec![Variant::of("alpha_beta"), aspiration(), awt("awt", 0.25, 0.05)],
        seeds: SEEDS,
        only_by_name: false,
        figures: figures(),
    };
    let variants = TICKS
        .iter()
        .flat_map(|&(tick, series)| RAISES.map(|raise| awt(series, tick, raise).at("M=N", raise)));
    let varied = Experiment {
        name: "awt-mn",
        figure: "3.x",
        claim: "Larger M and N and earlier ticks save more nodes and lose more of the value",
        points: points("uniform", VALUES, &VARIED),
        variants: [Variant::of("alpha_beta")].into_iter().chain(variants).collect(),
        seeds: SEEDS,
        only_by_name: false,
        figures: parameter_figures(),
    };
    vec![compared, varied]
}

const SAYS: &str = "AWT quickly finds an acceptable payoff, with better time efficiency and a \
    little more memory (abstract of the CG 2008 paper; the chapter itself does not survive).";

fn figures() -> Vec<Figure> {
    let all: Vec<usize> = (0..FIVE.len() + WIDE.len()).collect();
    let figure = |name: &str, measure, series: &[&'static str], claims| Figure {
        name: format!("awt-{name}"),
        thesis: "3.x",
        title: "AWT (M = N = 0.05 R, ticks at 1/4 and 1/2 of alpha-beta's nodes)".into(),
        says: SAYS,
        points: all.clone(),
        series: series.to_vec(),
        measure,
        x: TREES,
        log: measure == Measure::Nodes,
        claims,
    };
    let series = ["alpha_beta", "aspiration", "awt"];
    let fewer = |right: &'static str| {
        let text = format!("AWT visits fewer nodes than {right}");
        Claim::new(text, &all, ("awt", ClaimRelation::Less, &[right]), Measure::Nodes)
    };
    let memory = Claim::new(
        "AWT's memory is within 10 % of alpha-beta's",
        &all,
        ("awt", ClaimRelation::Near(0.1), &["alpha_beta"]),
        Measure::Bytes,
    )
    .because(
        "The structural count is of frames, and AWT has alpha-beta's; its timer and incumbent are \
         a few words more on every tree.",
    );
    vec![
        figure("nodes", Measure::Nodes, &series, vec![fewer("alpha_beta"), fewer("aspiration")]),
        figure("ratio", Measure::NodesRatio, &series, vec![]),
        figure("memory", Measure::Bytes, &series, vec![memory]),
        figure(
            "loss",
            Measure::Loss,
            &["awt"],
            vec![Claim::new(
                "AWT loses some of the value",
                &all,
                ("awt", ClaimRelation::More, &["alpha_beta"]),
                Measure::Loss,
            )],
        ),
    ]
}

fn parameter_figures() -> Vec<Figure> {
    let mut figures = vec![];
    for (index, (branching, depth)) in VARIED.into_iter().enumerate() {
        let mut add = |name: &str, measure, claims| {
            figures.push(Figure {
                name: format!("awt-mn-{name}-{branching}x{depth}"),
                thesis: "3.x",
                title: format!("Effect of M, N and the ticks, trees {branching} \u{d7} {depth}"),
                says: "Chapter 3 studies the effect of M and N on the sub-optimal value found; \
                    its text does not survive.",
                points: vec![index],
                series: TICKS.map(|(_, series)| series).to_vec(),
                measure,
                x: Axis::Parameter("M = N, as a part of R"),
                log: false,
                claims,
            });
        };
        let (fewer, more) = (ClaimRelation::Less, ClaimRelation::More);
        add("nodes", Measure::NodesRatio, effects(index, Measure::NodesRatio, fewer));
        add("loss", Measure::Loss, effects(index, Measure::Loss, more));
    }
    figures
}

/// The claims that a measure changes in a direction with M and N and with earlier ticks.
fn effects(point: usize, measure: Measure, relation: ClaimRelation) -> Vec<Claim> {
    let what = if measure == Measure::Loss { "loses more" } else { "visits fewer nodes" };
    let variant = |tick: f64, raise: f64| format!("awt t1={tick} M=N={raise}");
    let compare = |left: String, right: String| {
        Claim::new("", &[point], (&left, relation, &[&right]), measure).tests
    };
    let by_raise =
        TICKS.iter().flat_map(|&(tick, _)| compare(variant(tick, 0.2), variant(tick, 0.02)));
    let by_tick =
        RAISES.iter().flat_map(|&raise| compare(variant(0.1, raise), variant(0.5, raise)));
    let claimed = |text: &str, tests| Claim { text: format!("AWT {what} {text}"), tests, note: "" };
    vec![
        claimed("with M = N = 0.20 R than with 0.02 R, at every t1", by_raise.collect()),
        claimed("with t1 = 0.1 than with t1 = 0.5, at every M and N", by_tick.collect()),
    ]
}
