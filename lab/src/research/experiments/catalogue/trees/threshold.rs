//! Figures 4.15 to 4.21: the threshold searches (*our reading*; the text does not survive).

use super::kinds::{CENTRED, FIVE, SEEDS, TREES, centred, kind};
use crate::research::experiments::catalogue::variants::{bct_unscaled, sorted, threshold};
use crate::research::experiments::{
    Axis, Check, Claim, ClaimRelation, Experiment, Figure, Measure, Variant, VariantSetting,
};

/// Thresholds, as parts of 0.8 · depth · log2 12 bits.
const PARTS: [f64; 4] = [0.30, 0.45, 0.60, 0.80];

/// The threshold where the five trees are compared.
const MIDDLE: f64 = 0.45;

const SERIES: [&str; 5] = ["alpha_beta", "abt", "ct", "ct descending", "bct"];

/// Alpha-beta as a program would have it: shallower, or in the order of BCT.
const BASELINES: [&str; 3] = ["alpha_beta -1 ply", "alpha_beta -2 plies", "alpha_beta sorted"];

/// The lines of figures of nodes beside these.
const BESIDE: [&str; 6] = ["alpha_beta", BASELINES[0], BASELINES[1], BASELINES[2], "abt", "bct"];

/// The lines of figures of the loss.
const LOSING: [&str; 6] = ["abt", "ct", "bct", "bct unscaled", BASELINES[0], BASELINES[1]];

fn baselines() -> [Variant; 4] {
    [
        Variant::of("alpha_beta"),
        Variant::named(BASELINES[0], "alpha_beta").less(1),
        Variant::named(BASELINES[1], "alpha_beta").less(2),
        sorted(),
    ]
}

fn variants(part: f64) -> [Variant; 5] {
    let same = || Check::As(format!("abt f={part}"));
    let descending =
        Variant::named("ct descending", "ct").with("order", VariantSetting::Is("descending"));
    [
        threshold(Variant::of("abt"), part),
        threshold(Variant::of("ct"), part).checked(same()),
        threshold(descending, part).checked(same()),
        threshold(Variant::of("bct"), part),
        threshold(bct_unscaled(), part).checked(same()),
    ]
}

pub(super) fn experiments() -> Vec<Experiment> {
    let plan = |name, figure, shapes: &[(u32, u32)], parts: &[f64], figures| Experiment {
        name,
        figure,
        claim: "Every step from alpha-beta to ABT to CT to BCT visits fewer nodes",
        points: centred(shapes),
        variants: baselines()
            .into_iter()
            .chain(parts.iter().flat_map(|&part| variants(part)))
            .collect(),
        seeds: SEEDS,
        only_by_name: false,
        figures,
    };
    vec![
        plan("threshold", "4.17", &[(6, 6)], &PARTS, figures()),
        plan("threshold-trees", "4.15, 4.16, 4.18 to 4.21", &FIVE, &[MIDDLE], tree_figures()),
    ]
}

const SAYS: &str = "Alpha-Beta-Threshold searches less than alpha-beta, Certain-Threshold improves \
    on it by its order, Best-Certain-Threshold on both (abstract and list of figures; the text does \
    not survive).";

fn figures() -> Vec<Figure> {
    let mut figures = vec![];
    for (index, generator) in CENTRED.into_iter().enumerate() {
        for (name, measure, series) in [
            ("nodes", Measure::Nodes, &SERIES[..]),
            ("memory", Measure::Bytes, &SERIES),
            ("lookups", Measure::LookUps, &SERIES[2..]),
            ("move-loss", Measure::MoveLoss, &LOSING),
        ] {
            let nodes = measure == Measure::Nodes;
            figures.push(Figure {
                name: format!("threshold-{name}-{generator}"),
                thesis: "4.17",
                title: format!("Effect of the threshold, 6 \u{d7} 6, {}", kind(generator)),
                says: SAYS,
                points: vec![index],
                series: series.to_vec(),
                measure,
                x: Axis::Parameter("threshold f, as a part of 0.8 d log2 12 bits"),
                log: matches!(measure, Measure::Nodes | Measure::LookUps),
                claims: if nodes { claims(generator, &[index], &PARTS) } else { vec![] },
            });
        }
    }
    figures
}

fn tree_figures() -> Vec<Figure> {
    let mut figures = vec![];
    for (index, generator) in CENTRED.into_iter().enumerate() {
        let points: Vec<usize> = (0..FIVE.len()).map(|tree| index * FIVE.len() + tree).collect();
        let (nodes, both, loss) = (Measure::Nodes, Measure::NodesAndLookUps, Measure::MoveLoss);
        for (name, thesis, measure, series, claims) in [
            (
                "nodes",
                "4.15, 4.18, 4.20",
                nodes,
                &SERIES[..],
                claims(generator, &points, &[MIDDLE]),
            ),
            ("memory", "4.16, 4.19, 4.21", Measure::Bytes, &SERIES, vec![]),
            ("beside", "none", both, &BESIDE, baseline_claims(generator, &points)),
            ("move-loss", "none", loss, &LOSING, loss_claims(generator, &points)),
        ] {
            figures.push(Figure {
                name: format!("threshold-trees-{name}-{generator}"),
                thesis,
                title: format!("The threshold searches at f = {MIDDLE}, {}", kind(generator)),
                says: SAYS,
                points: points.clone(),
                series: series.to_vec(),
                measure,
                x: TREES,
                log: matches!(measure, Measure::Nodes | Measure::NodesAndLookUps),
                claims,
            });
        }
    }
    figures
}

/// The ladder of the four searches, at every threshold.
fn claims(generator: &str, points: &[usize], parts: &[f64]) -> Vec<Claim> {
    let ladder = |text: &str, left: &str, rights: &[&str]| {
        let mut whole =
            Claim::new(format!("{text} ({})", kind(generator)), &[], ("", LESS, &[]), NODES);
        for part in parts {
            let at = |series: &str| {
                if series == "alpha_beta" { series.into() } else { format!("{series} f={part}") }
            };
            let rights: Vec<String> = rights.iter().map(|right| at(right)).collect();
            let rights: Vec<&str> = rights.iter().map(String::as_str).collect();
            whole.tests.extend(Claim::new("", points, (&at(left), LESS, &rights), NODES).tests);
        }
        whole
    };
    let order = ladder("Certain-Threshold visits fewer nodes than ABT", "ct", &["abt"]);
    vec![
        ladder("ABT visits fewer nodes than alpha-beta", "abt", &["alpha_beta"]),
        order.because(why_order(generator)),
        ladder(
            "BCT visits fewer nodes than alpha-beta, ABT and CT",
            "bct",
            &["alpha_beta", "abt", "ct"],
        ),
    ]
}

/// What the threshold searches are to be better than: alpha-beta in the order of BCT.
fn baseline_claims(generator: &str, points: &[usize]) -> Vec<Claim> {
    let fewer = |search: &str| {
        let text = format!(
            "{search} visits and looks at fewer nodes than alpha-beta in the order of BCT ({}; our expectation)",
            kind(generator)
        );
        let left = format!("{search} f={MIDDLE}");
        Claim::new(text, points, (&left, LESS, &[BASELINES[2]]), Measure::NodesAndLookUps)
    };
    vec![fewer("abt"), fewer("bct")]
}

/// The moves of the threshold searches beside those of shallower alpha-beta.
fn loss_claims(generator: &str, points: &[usize]) -> Vec<Claim> {
    let better = |search: &str, plies: usize| {
        let shallower = BASELINES[plies - 1];
        let text = format!(
            "the moves of {search} lose less than those of {shallower} ({}; our expectation)",
            kind(generator)
        );
        let left = format!("{search} f={MIDDLE}");
        Claim::new(text, points, (&left, LESS, &[shallower]), Measure::MoveLoss)
    };
    vec![better("abt", 1), better("abt", 2), better("bct", 1), better("bct", 2)]
}

const LESS: ClaimRelation = ClaimRelation::Less;
const NODES: Measure = Measure::Nodes;

fn why_order(generator: &str) -> &'static str {
    if generator == "certain" {
        "Here the order by certainty is also an order by value."
    } else {
        "Entropy says nothing of the payoff here, so the order gains no cutoffs; but a path of low \
         entropy reaches deeper before the threshold ends it, so the largest subtrees come first, \
         before a good bound is known."
    }
}
